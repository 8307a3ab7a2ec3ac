#!/usr/bin/env bash
# okapibm25 1.4.1 (npm, BM25 for small collections): a word of a question counts wherever its letters stand, also inside other words. Documents about a
# party and a start are found by "art", and score higher than one that holds the word once among more words. A document's length counts words, so figures
# are no longer BM25's. bm25s 0.3.11 (PyPI) scores the same three documents by whole words: only one is found. Fails if that changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund okapibm25@1.4.1 >/dev/null
python3 -m pip install --quiet --root-user-action=ignore --target packages bm25s==0.3.11 >/dev/null
cat >documents.json <<'JSON'
["the party started with a start", "a review of modern art in the old town hall", "bread and salt"]
JSON
cat >seen.mjs <<'JS'
import { readFileSync } from 'node:fs';
import okapi from 'okapibm25';
const documents = JSON.parse(readFileSync('documents.json', 'utf8'));
console.log((okapi.default ?? okapi)(documents, ['art'], { k1: 1.2, b: 0.75 }).map((score) => score.toFixed(2)).join(' '));
JS
cat >seen.py <<'PY'
import json, bm25s
documents = json.load(open('documents.json'))
index = bm25s.BM25(method='lucene', k1=1.2, b=0.75)
index.index([text.split() for text in documents], show_progress=False)
print(*(f'{score:.2f}' for score in index.get_scores(['art'])))
PY
js=$(node seen.mjs)
python=$(PYTHONPATH=packages python3 seen.py 2>/dev/null)
echo "okapibm25: $js"
echo "bm25s:     $python"
[ "$js" = '0.75 0.38 0.00' ] && [ "$python" = '0.00 0.36 0.00' ] || { echo 'The behaviour has changed.'; exit 1; }
