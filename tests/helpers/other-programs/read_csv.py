"""Reads a CSV file with Python's own reader and prints its rows as JSON: read_csv.py FILE."""

import csv
import json
import sys

csv.field_size_limit(10_000_000)
with open(sys.argv[1], encoding="utf-8-sig", newline="") as file:
    json.dump({"reader": f"Python {sys.version.split()[0]} csv", "rows": list(csv.reader(file, strict=True))}, sys.stdout)
