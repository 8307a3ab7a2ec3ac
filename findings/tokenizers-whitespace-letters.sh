#!/usr/bin/env bash
# @huggingface/tokenizers 0.2.0, which transformers.js 4.3.1 uses: the pre-tokenizer "Whitespace" knows the letters of English alone. A word with another
# letter in it falls apart around that letter: café into caf and é, Iğdır into five, and é and a comma become one piece. tokenizers 0.23.2 (PyPI), with
# which models are trained, keeps each word whole, so a word that the model knows becomes other pieces. There is no error. Fails if that changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @huggingface/tokenizers@0.2.0 >/dev/null
python3 -m pip install --quiet --root-user-action=ignore --target packages --no-deps tokenizers==0.23.2 >/dev/null
cat >tokenizer.json <<'JSON'
{
  "version": "1.0",
  "truncation": null,
  "padding": null,
  "added_tokens": [],
  "normalizer": null,
  "pre_tokenizer": { "type": "Whitespace" },
  "post_processor": null,
  "decoder": null,
  "model": { "type": "WordLevel", "vocab": { "[UNK]": 0, "cafe": 1, "café": 2, "Iğdır": 3, "Straße": 4, ",": 5 }, "unk_token": "[UNK]" }
}
JSON
cat >seen.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { Tokenizer } from '@huggingface/tokenizers';
const tokenizer = new Tokenizer(JSON.parse(readFileSync('tokenizer.json', 'utf8')), {});
console.log(tokenizer.encode('cafe, café, Iğdır, Straße').tokens.join(' '));
JS
js=$(node seen.mjs)
python=$(PYTHONPATH=packages python3 -c "
from tokenizers import Tokenizer
print(*Tokenizer.from_file('tokenizer.json').encode('cafe, café, Iğdır, Straße').tokens)")
echo "@huggingface/tokenizers: $js"
echo "tokenizers: $python"
[ "$js" = 'cafe , caf é, I ğ d ı r , Stra ß e' ] && [ "$python" = 'cafe , café , Iğdır , Straße' ] || { echo 'The behaviour has changed.'; exit 1; }
