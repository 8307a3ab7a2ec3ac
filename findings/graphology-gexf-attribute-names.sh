#!/usr/bin/env bash
# graphology-gexf 0.13.2: an attribute is named by the "title" of its declaration, which is its name in GEXF and in Gephi's tables, only where its "id" is a
# number. With another id, such as Gephi's own modularity_class for "Modularity Class", it is named by that. networkx names all by title. Fails if that
# changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund graphology@0.26.0 graphology-types@0.24.8 graphology-gexf@0.13.2 >/dev/null
cat >read.mjs <<'JS'
import { MultiGraph } from 'graphology';
import gexf from 'graphology-gexf';
const text = `<gexf xmlns="http://www.gexf.net/1.2draft" version="1.2"><graph defaultedgetype="directed">
<attributes class="node"><attribute id="0" title="Colour" type="string"/>
<attribute id="modularity_class" title="Modularity Class" type="string"/></attributes>
<nodes><node id="a" label="A"><attvalues><attvalue for="0" value="green"/><attvalue for="modularity_class" value="7"/></attvalues></node></nodes><edges/></graph></gexf>`;
console.log(JSON.stringify(gexf.parse(MultiGraph, text).getNodeAttributes('a')));
JS
seen=$(node read.mjs)
echo "seen: $seen"
[ "$seen" = '{"label":"A","Colour":"green","modularity_class":"7"}' ]
