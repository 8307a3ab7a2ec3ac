#!/usr/bin/env bash
# @huggingface/tokenizers 0.2.0, which transformers.js 4.3.1 uses: the pre-tokenizer Metaspace marks spaces and never splits at them. With split: true,
# its default, tokenizers 0.23.2 (PyPI) gives each word by itself; here a text stays one piece, so a model that joins or numbers pieces by word
# (WordPiece, WordLevel, BPE with merges over a mark) gives other tokens. And with prepend_scheme "first" behind another pre-tokenizer every piece gets
# the mark of a beginning word, not the first alone. Fails if that changes.
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
const metaspace = (prepend_scheme) => ({ type: 'Metaspace', replacement: '▁', prepend_scheme, split: true });
const punctuation = { type: 'Punctuation', behavior: 'Isolated' };
const cases = [
  ['split', 'ab cd', metaspace('always')],
  ['first', 'ab,cd', { type: 'Sequence', pretokenizers: [punctuation, metaspace('first')] }],
].map(([name, text, pre_tokenizer]) => ({ name, text, file: { ...empty, pre_tokenizer, model } }));
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
[ "$js" = 'split ["▁","##a","##b","##▁","##c","##d"]
first ["▁","##a","##b","▁","##,","▁","##c","##d"]' ] && [ "$python" = 'split ["▁","##a","##b","▁","##c","##d"]
first ["▁","##a","##b",",","c","##d"]' ] || { echo 'The behaviour has changed.'; exit 1; }
