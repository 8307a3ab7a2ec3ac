#!/usr/bin/env bash
# @huggingface/tokenizers 0.2.0, which transformers.js 4.3.1 uses: a tokenizer that splits by a pattern may say to which side the separator goes
# (merged_with_previous, merged_with_next) or that neighbours stay together (contiguous). All three are read as "isolated": no error, other tokens than
# tokenizers 0.23.2 (PyPI) gives for the same file. A model whose words begin with their space, " New", then sees spaces by themselves. "removed" and
# "isolated" agree. Fails if that changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @huggingface/tokenizers@0.2.0 >/dev/null
python3 -m pip install --quiet --root-user-action=ignore --target packages --no-deps tokenizers==0.23.2 >/dev/null
cat >seen.mjs <<'JS'
import { readFileSync, writeFileSync } from 'node:fs';
import { Tokenizer } from '@huggingface/tokenizers';
const words = ['[UNK]', ' ', '  ', 'New', 'York', 'New ', ' York', 'New York'];
for (const behavior of ['Isolated', 'Removed', 'MergedWithPrevious', 'MergedWithNext', 'Contiguous']) {
  const file = {
    ...{ version: '1.0', truncation: null, padding: null, added_tokens: [], normalizer: null, post_processor: null, decoder: null },
    pre_tokenizer: { type: 'Split', pattern: { Regex: '\\s' }, behavior, invert: false },
    model: { type: 'WordLevel', vocab: Object.fromEntries(words.map((word, id) => [word, id])), unk_token: '[UNK]' },
  };
  writeFileSync(`${behavior}.json`, JSON.stringify(file));
  const text = behavior === 'Contiguous' ? 'New  York' : 'New York';
  console.log(behavior, JSON.stringify(new Tokenizer(JSON.parse(readFileSync(`${behavior}.json`, 'utf8')), {}).encode(text).tokens));
}
JS
cat >seen.py <<'PY'
import json
from tokenizers import Tokenizer
for behavior in ['Isolated', 'Removed', 'MergedWithPrevious', 'MergedWithNext', 'Contiguous']:
    text = 'New  York' if behavior == 'Contiguous' else 'New York'
    print(behavior, json.dumps(Tokenizer.from_file(behavior + '.json').encode(text).tokens, separators=(',', ':')))
PY
js=$(node seen.mjs)
python=$(PYTHONPATH=packages python3 seen.py)
echo "@huggingface/tokenizers:"
echo "$js"
echo "tokenizers:"
echo "$python"
[ "$js" = 'Isolated ["New"," ","York"]
Removed ["New","York"]
MergedWithPrevious ["New"," ","York"]
MergedWithNext ["New"," ","York"]
Contiguous ["New"," "," ","York"]' ] && [ "$python" = 'Isolated ["New"," ","York"]
Removed ["New","York"]
MergedWithPrevious ["New ","York"]
MergedWithNext ["New"," York"]
Contiguous ["New","  ","York"]' ] || { echo 'The behaviour has changed.'; exit 1; }
