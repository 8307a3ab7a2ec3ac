"""Reads a GraphML file with igraph and prints its nodes and edges as JSON: read_igraph.py FILE."""

import json
import math
import sys

import igraph

graph = igraph.Graph.Read_GraphML(sys.argv[1])


def facts(values):
    return {name: value for name, value in values.items() if not (isinstance(value, float) and math.isnan(value))}


ids = graph.vs["id"]
nodes = {vertex["id"]: facts(vertex.attributes()) for vertex in graph.vs}
edges = {
    edge["id"]: {**facts(edge.attributes()), "source": ids[edge.source], "target": ids[edge.target]} for edge in graph.es
}
json.dump({"reader": f"igraph {igraph.__version__}", "nodes": nodes, "edges": edges}, sys.stdout)
