#!/usr/bin/env bash
# jsonrepair 3.15.0, which mends what language models write as JSON: between single quotation marks, as Python prints a dictionary, an apostrophe inside
# a word becomes a double quotation mark (it's → it"s). Where anything else in the text is mended, a backslash that begins no escape is dropped
# without a word: "\alpha" becomes "alpha" and the pattern "\d+" becomes "d+". Fails if that changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts jsonrepair@3.15.0 >/dev/null
cat >seen.mjs <<'JS'
import { jsonrepair } from 'jsonrepair';
for (const reply of [`{'said': 'it's the harbour's'}`, `{'said': 'it\\'s'}`, String.raw`{"formula": "\alpha", "pattern": "\d+",}`])
  console.log(`${reply} → ${jsonrepair(reply)}`);
JS
seen=$(node seen.mjs)
echo "$seen"
[ "$seen" = '{'\''said'\'': '\''it'\''s the harbour'\''s'\''} → {"said": "it\"s the harbour\"s"}
{'\''said'\'': '\''it\'\''s'\''} → {"said": "it'\''s"}
{"formula": "\alpha", "pattern": "\d+",} → {"formula": "alpha", "pattern": "d+"}' ] || { echo 'The behaviour has changed.'; exit 1; }
