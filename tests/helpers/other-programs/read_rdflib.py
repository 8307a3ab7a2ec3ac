"""Reads N-Triples with rdflib and prints every statement as JSON: read_rdflib.py FILE."""

import json
import sys

import rdflib

graph = rdflib.Graph()
graph.parse(sys.argv[1], format="nt")
statements = [[str(subject), str(predicate), str(object)] for subject, predicate, object in graph]
json.dump({"reader": f"rdflib {rdflib.__version__}", "statements": statements}, sys.stdout)
