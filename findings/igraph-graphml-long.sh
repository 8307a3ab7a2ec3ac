#!/usr/bin/env bash
# igraph 0.10.2 (Debian's python3-igraph): a GraphML attribute of type "long" is read as a double, without a warning. 9007199254740993 becomes
# 9007199254740992.0, so that two ids may become one; networkx reads the same file exactly. Fails if that changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat >"$folder/graph.graphml" <<'XML'
<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
<key id="n" for="node" attr.name="record" attr.type="long"/>
<graph edgedefault="directed">
<node id="a"><data key="n">9007199254740992</data></node><node id="b"><data key="n">9007199254740993</data></node>
</graph></graphml>
XML
cat >"$folder/read.py" <<'PY'
import sys
import igraph
print(igraph.__version__, igraph.Graph.Read_GraphML(sys.argv[1]).vs["record"])
PY
seen=$(/usr/bin/python3 "$folder/read.py" "$folder/graph.graphml" 2>&1)
echo "seen: $seen"
[ "$seen" = "0.10.2 [9007199254740992.0, 9007199254740992.0]" ]
