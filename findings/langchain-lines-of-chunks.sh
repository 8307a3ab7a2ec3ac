#!/usr/bin/env bash
# @langchain/textsplitters 1.0.2: the lines that a chunk is said to come from (metadata.loc.lines) are too far down where CharacterTextSplitter meets its
# separator twice in a row, as two spaces after a full stop. The chunk is joined with single separators, so its text stands nowhere in the source, and
# each chunk adds to the error: in a text of five lines, lines 5 to 9 are told. So a citation by these lines shows another place or
# none. RecursiveCharacterTextSplitter gives the right lines for the same text. Fails if that changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @langchain/textsplitters@1.0.2 @langchain/core@1.4.0 >/dev/null
cat >seen.mjs <<'JS'
import { CharacterTextSplitter, RecursiveCharacterTextSplitter } from '@langchain/textsplitters';
const text = 'Rent is due.  Pay it.\nLate rent costs.  Ask us.\nNo pets here.  No smoke.\nKeys are two.  Lose none.\nNotice is a month.  Write it.';
const size = { chunkSize: 26, chunkOverlap: 0 };
const lines = async (splitter) =>
  (await splitter.createDocuments([text])).map(({ metadata: { loc } }) => `${loc.lines.from}-${loc.lines.to}`).join(' ');
console.log(`text: 1-${text.split('\n').length}`);
console.log(`by character: ${await lines(new CharacterTextSplitter({ separator: ' ', ...size }))}`);
console.log(`recursive: ${await lines(new RecursiveCharacterTextSplitter(size))}`);
JS
seen=$(node seen.mjs)
echo "$seen"
[ "$seen" = 'text: 1-5
by character: 5-6 6-7 7-8 8-9 9-9
recursive: 1-1 2-2 3-3 4-4 5-5 5-5' ] || { echo 'The behaviour has changed.'; exit 1; }
