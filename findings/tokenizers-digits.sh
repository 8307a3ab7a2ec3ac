#!/usr/bin/env bash
# @huggingface/tokenizers 0.2.0, which transformers.js 4.3.1 uses: the pre-tokenizer Digits, with which models set figures apart from words, knows 0 to
# 9 alone. tokenizers 0.23.2 (PyPI) takes every number of Unicode: superscripts, fractions, Roman numerals, Arabic digits. "a²" is then one piece
# instead of two, and a model sees tokens it was not trained on. Fails if that changes.
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
const letters = [...'aAbcdeE,.0123456789²½Ⅳ٣▁'];
const vocab = Object.fromEntries(['[UNK]', ...letters, ...letters.map((letter) => `##${letter}`)].map((token, id) => [token, id]));
const model = { type: 'WordPiece', vocab, unk_token: '[UNK]', continuing_subword_prefix: '##', max_input_chars_per_word: 100 };
const pre_tokenizer = { type: 'Digits', individual_digits: true };
const cases = ['a12', 'a²', 'b½', 'cⅣ', 'a٣'].map((text) => ({ name: text, text, file: { ...empty, pre_tokenizer, model } }));
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
js=$(node seen.mjs tokens)
python=$(PYTHONPATH=packages python3 seen.py tokens)
echo "@huggingface/tokenizers:"
echo "$js"
echo "tokenizers:"
echo "$python"
[ "$js" = 'a12 ["a","1","2"]
a² ["a","##²"]
b½ ["b","##½"]
cⅣ ["c","##Ⅳ"]
a٣ ["a","##٣"]' ] && [ "$python" = 'a12 ["a","1","2"]
a² ["a","²"]
b½ ["b","½"]
cⅣ ["c","Ⅳ"]
a٣ ["a","٣"]' ] || { echo 'The behaviour has changed.'; exit 1; }
