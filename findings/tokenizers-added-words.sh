#!/usr/bin/env bash
# @huggingface/tokenizers 0.2.0, which transformers.js 4.3.1 uses: words added to a tokenizer, as for the terms of a field, are found inside other words
# though single_word forbids it: an added "ad" is cut out of "bad", and the rest of that word gets other tokens. tokenizers 0.23.2 (PyPI) heeds
# single_word for the same file, and both lower an added word with the text (normalized). Fails if that changes.
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
const letters = [...'abcdA '];
const tokens = ['[UNK]', ...letters, ...letters.map((letter) => `##${letter}`)];
const vocab = Object.fromEntries(tokens.map((token, id) => [token, id]));
const model = { type: 'WordPiece', vocab, unk_token: '[UNK]', continuing_subword_prefix: '##', max_input_chars_per_word: 100 };
const added = (content, how) => [{ id: tokens.length, content, single_word: false, lstrip: false, rstrip: false, normalized: false, special: false, ...how }];
const file = { ...empty, pre_tokenizer: { type: 'WhitespaceSplit' }, model };
const cases = [
  { name: 'single_word', text: 'bad ad', file: { ...file, added_tokens: added('ad', { single_word: true }) } },
  { name: 'normalized', text: 'ada Ada', file: { ...file, normalizer: { type: 'Lowercase' }, added_tokens: added('Ada', { normalized: true }) } },
];
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
[ "$js" = 'single_word ["b","ad","ad"]
normalized ["ada","ada"]' ] && [ "$python" = 'single_word ["b","##a","##d","ad"]
normalized ["ada","ada"]' ] || { echo 'The behaviour has changed.'; exit 1; }
