#!/usr/bin/env bash
# @huggingface/tokenizers 0.2.0, which transformers.js 4.3.1 uses: a WordLevel model, as Tokenizers trains for small vocabularies, gives no id for a
# word outside its vocabulary. The ids hold undefined (null in JSON), where tokenizers 0.23.2 (PyPI) gives the unknown token that the file names
# (unk_token). WordPiece and BPE give it in both. Fails if that changes.
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
const pre_tokenizer = { type: 'WhitespaceSplit' };
const vocab = { '[UNK]': 0, a: 1, b: 2 };
const models = [{ type: 'WordLevel' }, { type: 'WordPiece', continuing_subword_prefix: '##', max_input_chars_per_word: 100 }, { type: 'BPE', merges: [] }];
const cases = models.map((model) => ({ name: model.type, text: 'a x b', file: { ...empty, pre_tokenizer, model: { ...model, vocab, unk_token: '[UNK]' } } }));
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
[ "$js" = 'WordLevel [1,null,2]
WordPiece [1,0,2]
BPE [1,0,2]' ] && [ "$python" = 'WordLevel [1,0,2]
WordPiece [1,0,2]
BPE [1,0,2]' ] || { echo 'The behaviour has changed.'; exit 1; }
