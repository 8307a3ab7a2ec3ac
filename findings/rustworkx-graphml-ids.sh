#!/usr/bin/env bash
# rustworkx 0.18.1 (PyPI): read_graphml loses attributes called "id". Nodes and edges of GraphRAG's tables have one, a UUID or hash, and GraphML has its own
# ids in XML besides. The dictionary of each node and edge then holds the id of the XML under "id", and the attribute is gone without a word: rows cannot be
# joined with the tables any more. An edge that is directed in an undirected graph is read as undirected, also without a word. NetworkX 2.8.8 keeps the
# attribute of nodes and refuses such an edge. Fails if that changes.
# Source: http://graphml.graphdrawing.org/primer/graphml-primer.html (ids of elements, attributes by key, directed of an edge)
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m pip install --quiet --root-user-action=ignore --target packages rustworkx==0.18.1 >/dev/null
cat >graph.graphml <<'XML'
<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
  <key id="n" for="node" attr.name="id" attr.type="string"/>
  <key id="t" for="node" attr.name="title" attr.type="string"/>
  <key id="e" for="edge" attr.name="id" attr.type="string"/>
  <graph edgedefault="undirected">
    <node id="n0"><data key="n">9f1c</data><data key="t">ADA</data></node>
    <node id="n1"><data key="n">77aa</data><data key="t">BEN</data></node>
    <edge id="e0" source="n0" target="n1"><data key="e">c0de</data></edge>
    <edge id="e1" source="n1" target="n0" directed="true"><data key="e">beef</data></edge>
  </graph>
</graphml>
XML
seen=$(PYTHONPATH=packages python3 -c "
import rustworkx
graph, = rustworkx.read_graphml('graph.graphml')
print(type(graph).__name__)
print('nodes', *(f\"{node['title']}={node['id']}\" for node in graph.nodes()))
print('edges', *(edge['id'] for edge in graph.edges()))")
echo "$seen"
[ "$seen" = 'PyGraph
nodes ADA=n0 BEN=n1
edges e0 e1' ] || { echo 'The behaviour has changed.'; exit 1; }
