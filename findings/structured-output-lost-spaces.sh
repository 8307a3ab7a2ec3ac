#!/usr/bin/env bash
# @huggingface/transformers-structured-output 4.3.0 with a tokenizer of the kind of Llama 2, whose decoder takes one space off the
# beginning: the engine learns each token by decoding it alone, so “▁no” counts as “no”. Held to “yesno”, the model may write tokens that transformers.js
# 4.3.1 decodes as “yes no”; held to “yes no”, the token with the space is refused. The same holds for a JSON schema with these values. Fails if this changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts @huggingface/transformers@4.3.1 @huggingface/transformers-structured-output@4.3.0 >/dev/null
cat >seen.mjs <<'JS'
import { PreTrainedTokenizer } from '@huggingface/transformers';
import { StructuredOutputProcessor } from '@huggingface/transformers-structured-output';
const words = ['<unk>', '</s>', '▁', 'yes', 'no', '▁no', '"'];
const special = (content, id) => ({ id, content, special: true, single_word: false, lstrip: false, rstrip: false, normalized: false });
const tokenizer = new PreTrainedTokenizer(
  {
    version: '1.0',
    added_tokens: [special('<unk>', 0), special('</s>', 1)],
    normalizer: { type: 'Sequence', normalizers: [{ type: 'Prepend', prepend: '▁' }, { type: 'Replace', pattern: { String: ' ' }, content: '▁' }] },
    pre_tokenizer: null,
    post_processor: null,
    decoder: {
      type: 'Sequence',
      decoders: [{ type: 'Replace', pattern: { String: '▁' }, content: ' ' }, { type: 'ByteFallback' }, { type: 'Fuse' }, { type: 'Strip', content: ' ', start: 1, stop: 0 }],
    },
    model: { type: 'BPE', unk_token: '<unk>', fuse_unk: true, byte_fallback: true, vocab: Object.fromEntries(words.map((word, id) => [word, id])), merges: [] },
  },
  { tokenizer_class: 'LlamaTokenizer', eos_token: '</s>', unk_token: '<unk>' },
);
const ids = (...list) => list.map((word) => words.indexOf(word));
const passes = (format, list) => {
  const engine = new StructuredOutputProcessor(tokenizer, format);
  const written = [0n];
  return [...list, 1].every((token) => {
    const logits = { data: new Float32Array(words.length), dims: [1, words.length] };
    engine([written], logits);
    written.push(BigInt(token));
    return logits.data[token] !== -Infinity;
  });
};
const tell = (name, format, list) => console.log(`${name}, tokens read as ${JSON.stringify(tokenizer.decode(list))}: ${passes(format, list) ? 'let through' : 'refused'}`);
const plain = ids('yes', '▁no');
const quoted = ids('"', 'yes', '▁no', '"');
for (const value of ['yesno', 'yes no']) tell(`regex ${value}`, { type: 'regex', regex: value }, plain);
for (const value of ['yesno', 'yes no']) tell(`const ${value}`, { type: 'json_schema', json_schema: { const: value } }, quoted);
JS
seen=$(node seen.mjs)
echo "$seen"
[ "$seen" = 'regex yesno, tokens read as "yes no": let through
regex yes no, tokens read as "yes no": refused
const yesno, tokens read as "\"yes no\"": let through
const yes no, tokens read as "\"yes no\"": refused' ] || { echo 'The behaviour has changed.'; exit 1; }
