#!/usr/bin/env bash
# @huggingface/transformers-structured-output 4.3.0, which holds transformers.js 4.3.1 to a form: a regular expression matches bytes of UTF-8, not
# characters. “.” and “[^a]” take half of an é, so a reply may end inside a character. “[^"]{1,3}” has room for one Chinese character and refuses the
# second. “.” takes a line's end, and \w no ü. Its own JSON schemas count characters: maxLength 3 takes three Chinese ones.
# Fails if any of this changes.
# Source: https://tc39.es/ecma262/#sec-compileatom
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts @huggingface/transformers@4.3.1 @huggingface/transformers-structured-output@4.3.0 >/dev/null
cat >seen.mjs <<'JS'
import { StructuredOutputProcessor } from '@huggingface/transformers-structured-output';
const END = 256;
const tokens = [...Array.from({ length: END }, (_, byte) => Uint8Array.of(byte)), new Uint8Array()];
// Tells how many bytes of a reply are let through, and whether it may end after them.
const passed = (format, reply) => {
  const engine = new StructuredOutputProcessor({ tokens, eosTokenId: END }, format);
  const written = [0n];
  for (const token of [...new TextEncoder().encode(reply), END]) {
    const logits = { data: new Float32Array(END + 1), dims: [1, END + 1] };
    engine([written], logits);
    if (logits.data[token] === -Infinity) return `${written.length - 1} bytes${logits.data[END] === -Infinity ? '' : ', which may end here'}`;
    written.push(BigInt(token));
  }
  return 'all';
};
const rows = [['.', 'é'], ['..', 'é'], ['[^a]', 'é'], ['[^"]{1,3}', '日'], ['[^"]{1,3}', '日本'], ['a.b', 'a\nb'], ['\\w+', 'Zürich']];
for (const [regex, reply] of rows) console.log(`${regex} ${JSON.stringify(reply)}: ${passed({ type: 'regex', regex }, reply)}`);
const schema = { type: 'string', maxLength: 3 };
for (const reply of ['"日本語"', '"日本語の"']) console.log(`maxLength 3 ${reply}: ${passed({ type: 'json_schema', json_schema: schema }, reply)}`);
JS
seen=$(node seen.mjs)
echo "$seen"
[ "$seen" = '. "é": 1 bytes, which may end here
.. "é": all
[^a] "é": 1 bytes, which may end here
[^"]{1,3} "日": all
[^"]{1,3} "日本": 3 bytes, which may end here
a.b "a\nb": all
\w+ "Zürich": 1 bytes, which may end here
maxLength 3 "日本語": all
maxLength 3 "日本語の": 10 bytes' ] || { echo 'The behaviour has changed.'; exit 1; }
