#!/usr/bin/env bash
# @huggingface/tokenizers 0.2.0, which transformers.js 4.3.1 uses: Greek words in capitals get other tokens than in tokenizers 0.23.2 (PyPI), with which
# models are trained, wherever a tokenizer lowers its letters. The one lowers a whole text, and JavaScript writes a sigma that ends a word as ς; the other
# lowers letter by letter, and writes σ. So ΟΔΟΣ in a heading or a scanned law becomes οδος here and οδοσ there: a vector of another word, in uncased
# BERT models of many languages as in Greek ones. Words in small letters agree. Fails if that changes.
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
  "normalizer": { "type": "BertNormalizer", "clean_text": true, "handle_chinese_chars": true, "strip_accents": null, "lowercase": true },
  "pre_tokenizer": { "type": "BertPreTokenizer" },
  "post_processor": null,
  "decoder": null,
  "model": {
    "type": "WordPiece",
    "unk_token": "[UNK]",
    "continuing_subword_prefix": "##",
    "max_input_chars_per_word": 100,
    "vocab": { "[UNK]": 0, "οδος": 1, "οδοσ": 2, "νομος": 3, "νομοσ": 4 }
  }
}
JSON
cat >seen.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { Tokenizer } from '@huggingface/tokenizers';
const tokenizer = new Tokenizer(JSON.parse(readFileSync('tokenizer.json', 'utf8')), {});
console.log(tokenizer.encode('ΟΔΟΣ οδός ΝΟΜΟΣ νόμος').tokens.join(' '));
JS
js=$(node seen.mjs)
python=$(PYTHONPATH=packages python3 -c "
from tokenizers import Tokenizer
print(*Tokenizer.from_file('tokenizer.json').encode('ΟΔΟΣ οδός ΝΟΜΟΣ νόμος').tokens)")
echo "@huggingface/tokenizers: $js"
echo "tokenizers: $python"
[ "$js" = 'οδος οδος νομος νομος' ] && [ "$python" = 'οδοσ οδος νομοσ νομος' ] || { echo 'The behaviour has changed.'; exit 1; }
