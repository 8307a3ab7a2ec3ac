#!/usr/bin/env bash
# rdflib 6.1.1 (Debian's python3-rdflib): its N-Triples parser reads an escaped backslash together with the letter behind it, its Turtle parser does
# not. "C:\\new" is C:\new in N-Triples, and so in Turtle here, but a line break in the former; n3 reads both alike. Written as \u005C it is read
# right by all. Fails if that changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat >"$folder/read.py" <<'PY'
import rdflib
def read(text, form):
    graph = rdflib.Graph()
    graph.parse(data='<urn:a> <urn:b> "%s" .\n' % text, format=form)
    return next(str(value) for value in graph.objects())
escaped = r"C:\\new"
print(rdflib.__version__, repr(read(escaped, "nt")), repr(read(escaped, "turtle")), repr(read(r"C:\u005Cnew", "nt")))
PY
seen=$(/usr/bin/python3 "$folder/read.py")
echo "seen: $seen"
[ "$seen" = "6.1.1 'C:\\\\\\new' 'C:\\\\new' 'C:\\\\new'" ]
