#!/usr/bin/env bash
# networkx 2.8.8 (Debian's python3-networkx; 3.6.1 does the same): a value that GraphML or GEXF declares as the default of a key is on no node and
# no edge that leaves it out; it stands in the graph's own attributes. So an edge whose default weight is 2.5 has none, and counts as 1 in every
# weighted measure. igraph gives each element its default. Fails if that changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat >"$folder/graph.graphml" <<'XML'
<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
<key id="w" for="edge" attr.name="weight" attr.type="double"><default>2.5</default></key>
<graph edgedefault="directed"><node id="a"/><node id="b"/><edge source="a" target="b"/></graph></graphml>
XML
cat >"$folder/graph.gexf" <<'XML'
<?xml version="1.0" encoding="UTF-8"?>
<gexf xmlns="http://www.gexf.net/1.2draft" version="1.2"><graph defaultedgetype="directed">
<attributes class="node"><attribute id="0" title="colour" type="string"><default>yellow</default></attribute></attributes>
<nodes><node id="a" label="A"/></nodes><edges/></graph></gexf>
XML
cat >"$folder/read.py" <<'PY'
import sys
import networkx
graph = networkx.read_graphml(sys.argv[1] + "/graph.graphml")
gexf = networkx.read_gexf(sys.argv[1] + "/graph.gexf")
print(networkx.__version__, graph.edges["a", "b"], graph.size("weight"), graph.graph["edge_default"], gexf.nodes["a"])
PY
seen=$(/usr/bin/python3 "$folder/read.py" "$folder")
echo "seen: $seen"
[ "$seen" = "2.8.8 {} 1.0 {'weight': 2.5} {'label': 'A'}" ]
