"""Reads a graph with networkx and prints its nodes and edges as JSON: read_networkx.py FORMAT FILE."""

import json
import sys

import networkx

FORMAT, FILE = sys.argv[1:]


def read():
    if FORMAT == "graphml":
        return networkx.read_graphml(FILE)
    if FORMAT == "gexf":
        return networkx.read_gexf(FILE)
    with open(FILE, encoding="utf-8") as file:
        return networkx.node_link_graph(json.load(file))


def facts(values):
    place = values.get("viz", {}).get("position", {})
    flat = {name: value for name, value in values.items() if name != "viz"}
    return {**flat, **{axis: place[axis] for axis in ("x", "y") if axis in place}}


graph = read()
nodes = {node: facts(values) for node, values in graph.nodes(data=True)}
edges = {}
several = networkx.MultiDiGraph(graph) if not graph.is_multigraph() else graph
for source, target, key, values in several.edges(keys=True, data=True):
    edges[values.get("id", key)] = {**facts(values), "source": source, "target": target}
json.dump({"reader": f"networkx {networkx.__version__}", "nodes": nodes, "edges": edges}, sys.stdout)
