#!/usr/bin/env bash
# @huggingface/transformers 4.3.1 (transformers.js): with truncation: true and max_length, the finished row is cut at its end. The closing separator goes,
# and of a pair the second text goes first, whole if the first is long. A reranker or a judge of entailment then scores a passage without the question,
# with token types that name no second text. tokenizers 0.23.2 (Python) reads the same tokenizer file, cuts the longer text and keeps all separators.
# Fails if that changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts @huggingface/transformers@4.3.1 >/dev/null
python3 -m pip install --quiet --root-user-action=ignore --no-deps --target packages tokenizers==0.23.2 >/dev/null
python3 - <<'PYTHON'
import json

special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
words = special + [chr(code) for code in range(ord("a"), ord("z") + 1)]
mark = lambda name, kind: {"SpecialToken": {"id": name, "type_id": kind}}
text = lambda name, kind: {"Sequence": {"id": name, "type_id": kind}}
single = [mark("[CLS]", 0), text("A", 0), mark("[SEP]", 0)]
json.dump(
    {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": [
            {"id": at, "content": name, "single_word": False, "lstrip": False, "rstrip": False, "normalized": False, "special": True}
            for at, name in enumerate(special)
        ],
        "normalizer": None,
        "pre_tokenizer": {"type": "BertPreTokenizer"},
        "post_processor": {
            "type": "TemplateProcessing",
            "single": single,
            "pair": single + [text("B", 1), mark("[SEP]", 1)],
            "special_tokens": {name: {"id": name, "ids": [words.index(name)], "tokens": [name]} for name in ["[CLS]", "[SEP]"]},
        },
        "decoder": {"type": "WordPiece", "prefix": "##", "cleanup": True},
        "model": {
            "type": "WordPiece",
            "unk_token": "[UNK]",
            "continuing_subword_prefix": "##",
            "max_input_chars_per_word": 100,
            "vocab": {word: at for at, word in enumerate(words)},
        },
    },
    open("tokenizer.json", "w"),
)
PYTHON
cat >cut.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { BertTokenizer } from '@huggingface/transformers';
const file = JSON.parse(readFileSync('tokenizer.json', 'utf8'));
const names = Object.fromEntries(['unk', 'sep', 'pad', 'cls', 'mask'].map((name) => [`${name}_token`, `[${name.toUpperCase()}]`]));
const tokenizer = new BertTokenizer(file, { ...names, model_max_length: 512 });
const words = Object.keys(file.model.vocab);
for (const [first, second] of [['a b', 'p q r s t u'], ['a b c d e f g', 'p q']]) {
  const { input_ids } = tokenizer([first], { text_pair: [second], truncation: true, max_length: 8 });
  console.log(input_ids.tolist()[0].map((id) => words[Number(id)]).join(' '));
}
JS
cat >cut.py <<'PYTHON'
from tokenizers import Tokenizer

tokenizer = Tokenizer.from_file("tokenizer.json")
tokenizer.enable_truncation(max_length=8)
for first, second in [("a b", "p q r s t u"), ("a b c d e f g", "p q")]:
    print(" ".join(tokenizer.encode(first, second).tokens))
PYTHON
seen=$(node cut.mjs; PYTHONPATH=packages python3 cut.py)
echo "$seen"
[ "$seen" = '[CLS] a b [SEP] p q r s
[CLS] a b c d e f g
[CLS] a b [SEP] p q r [SEP]
[CLS] a b c [SEP] p q [SEP]' ] || { echo 'The behaviour has changed.'; exit 1; }
