"""Reads the sheet of a flat OpenDocument file and prints its rows as JSON, each cell as it is shown: read_fods.py FILE."""

import json
import sys
import xml.etree.ElementTree as xml

TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"


def words(node):
    parts = [node.text or ""]
    for child in node:
        if child.tag == f"{TEXT}s":
            parts.append(" " * int(child.get(f"{TEXT}c", "1")))
        elif child.tag == f"{TEXT}tab":
            parts.append("\t")
        else:
            parts.append(words(child))
        parts.append(child.tail or "")
    return "".join(parts)


def cell(node):
    if node.get(f"{OFFICE}value-type") == "float":
        return float(node.get(f"{OFFICE}value"))
    return "\n".join(words(line) for line in node.findall(f"{TEXT}p"))


rows = []
for row in xml.parse(sys.argv[1]).getroot().iter(f"{TABLE}table-row"):
    cells = []
    for node in row:
        cells += [cell(node)] * min(64, int(node.get(f"{TABLE}number-columns-repeated", "1")))
    if int(row.get(f"{TABLE}number-rows-repeated", "1")) < 1000:
        rows.append(cells)
json.dump({"rows": rows}, sys.stdout)
