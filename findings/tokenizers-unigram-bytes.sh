#!/usr/bin/env bash
# @huggingface/tokenizers 0.2.0, which transformers.js 4.3.1 uses: a Unigram model (SentencePiece) with byte_fallback, as some Japanese and multilingual
# models have it, never falls back to bytes. A letter outside the vocabulary is the unknown token, and letters in a row are one, so that names and rare
# characters are lost on the way to the model; tokenizers 0.23.2 (PyPI) gives their bytes for the same file. With BPE both fall back. Fails if that
# changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @huggingface/tokenizers@0.2.0 >/dev/null
python3 -m pip install --quiet --root-user-action=ignore --target packages --no-deps tokenizers==0.23.2 >/dev/null
cat >cases.mjs <<'JS'
import { writeFileSync } from 'node:fs';
const empty = { version: '1.0', truncation: null, padding: null, added_tokens: [], normalizer: null, post_processor: null, decoder: null };
const bytes = Array.from({ length: 256 }, (_, byte) => `<0x${byte.toString(16).toUpperCase().padStart(2, '0')}>`);
const pieces = ['<unk>', ...bytes, '▁', 'a', 'n', 'v', 'e', '▁na'];
const vocab = Object.fromEntries(pieces.map((piece, id) => [piece, id]));
const pre_tokenizer = { type: 'Metaspace', replacement: '▁', prepend_scheme: 'always', split: true };
const unigram = { type: 'Unigram', unk_id: 0, byte_fallback: true, vocab: pieces.map((piece, id) => [piece, id === 0 ? 0 : -5]) };
const bpe = { type: 'BPE', unk_token: '<unk>', byte_fallback: true, vocab, merges: [] };
const cases = [['Unigram', unigram], ['BPE', bpe]].map(([name, model]) => ({ name, text: 'naïve', file: { ...empty, pre_tokenizer, model } }));
writeFileSync('cases.json', JSON.stringify(cases));
JS
node cases.mjs
cat >seen.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { Tokenizer } from '@huggingface/tokenizers';
for (const { name, text, file } of JSON.parse(readFileSync('cases.json', 'utf8')))
  console.log(name, JSON.stringify(new Tokenizer(file, {}).encode(text)[process.argv[2]]));
JS
cat >seen.py <<'PY'
import json, sys
from tokenizers import Tokenizer
for case in json.load(open('cases.json')):
    seen = getattr(Tokenizer.from_str(json.dumps(case['file'])).encode(case['text']), sys.argv[1])
    print(case['name'], json.dumps(seen, ensure_ascii=False, separators=(',', ':')))
PY
js=$(node seen.mjs ids)
python=$(PYTHONPATH=packages python3 seen.py ids)
echo "@huggingface/tokenizers:"
echo "$js"
echo "tokenizers:"
echo "$python"
[ "$js" = 'Unigram [262,0,260,261]
BPE [257,259,258,196,176,260,261]' ] && [ "$python" = 'Unigram [262,196,176,260,261]
BPE [257,259,258,196,176,260,261]' ] || { echo 'The behaviour has changed.'; exit 1; }
