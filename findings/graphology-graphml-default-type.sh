#!/usr/bin/env bash
# graphology-graphml 0.5.2: the default of a GraphML key of type double is a text on the edges that leave it out, while a value that stands there is a
# number. So weights of one graph are numbers and texts, and their sum is a text. Fails if that changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund graphology@0.26.0 graphology-types@0.24.8 graphology-graphml@0.5.2 >/dev/null
cat >read.mjs <<'JS'
import { MultiGraph } from 'graphology';
import graphml from 'graphology-graphml';
const text = `<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
<key id="w" for="edge" attr.name="weight" attr.type="double"><default>2.5</default></key>
<graph edgedefault="directed"><node id="a"/><node id="b"/>
<edge id="e1" source="a" target="b"/><edge id="e2" source="a" target="b"><data key="w">7</data></edge></graph></graphml>`;
console.log(JSON.stringify(graphml.parse(MultiGraph, text).mapEdges((_, { weight }) => weight)));
JS
seen=$(node read.mjs)
echo "seen: $seen"
[ "$seen" = '["2.5",7]' ]
