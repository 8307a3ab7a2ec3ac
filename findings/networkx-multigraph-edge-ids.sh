#!/usr/bin/env bash
# networkx 3.6.1 with graphology-graphml 0.5.2: GraphML of a multigraph carries each edge's key as its id. Keys begin at 0 for every pair of
# nodes, so ids repeat in the file, and graphology refuses what networkx wrote. Fails if that changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m pip install --quiet --root-user-action=ignore --target packages networkx==3.6.1 >/dev/null
npm init -y >/dev/null
npm install --silent --no-audit --no-fund graphology@0.26.0 graphology-graphml@0.5.2 >/dev/null
PYTHONPATH=packages python3 - <<'PY'
import networkx as nx
graph = nx.MultiGraph([("Ada", "Tower"), ("Ada", "Tower"), ("Tower", "Bell")])
nx.write_graphml(graph, "multi.graphml")
PY
cat >read.mjs <<'JS'
import { readFileSync } from 'node:fs';
import graphology from 'graphology';
import graphml from 'graphology-graphml';
const xml = readFileSync('multi.graphml', 'utf8');
const ids = [...xml.matchAll(/<edge [^>]*id="(\d+)"/g)].map(([, id]) => id).join(' ');
let outcome = 'read';
try {
  graphml.parse(graphology.MultiGraph, xml);
} catch (error) {
  outcome = error.message.includes('inconsistency') ? 'refused' : error.message;
}
console.log(`${ids}; ${outcome}`);
JS
seen=$(node read.mjs)
echo "seen: $seen"
[ "$seen" = '0 1 0; refused' ]
