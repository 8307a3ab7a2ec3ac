#!/usr/bin/env bash
# @chonkiejs/core 0.0.11 (chunks for retrieval, in TypeScript): RecursiveChunker loses letters where it cuts at words and a letter outside ASCII stands
# before. From the first ü on, spaces take the place of letters: "sich danach" becomes "  ich  anach". There is no error, startIndex
# and endIndex are right, and the text of the chunk is not what stands there. English in plain letters is cut rightly. So chunks are to be taken from the
# source by their places, not from the field text. Fails if that changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts @chonkiejs/core@0.0.11 >/dev/null
cat >seen.mjs <<'JS'
import { RecursiveChunker } from '@chonkiejs/core';
const chunker = await RecursiveChunker.create({ chunkSize: 40 });
for (const text of [
  'The contract ends at the end of the year 2024 and is extended by one more year each time',
  'Der Vertrag endet am Ende des Jahres 2024 und verlängert sich danach jeweils um ein weiteres Jahr',
]) {
  for (const chunk of await chunker.chunk(text)) {
    const there = text.slice(chunk.startIndex, chunk.endIndex);
    console.log(chunk.text === there ? `[${there}]` : `[${there}] became [${chunk.text}]`);
  }
}
JS
seen=$(node seen.mjs)
echo "$seen"
[ "$seen" = '[The contract ends at the end of the]
[ year 2024 and is extended by one more]
[ year each time]
[Der Vertrag endet am Ende des Jahres]
[ 2024 und verlängert sich danach ] became [ 2024 und verlängert  ich  anach ]
[jeweils um ein weiteres Jahr] became [ eweils  m  in  eiteres  ahr]' ] || { echo 'The behaviour has changed.'; exit 1; }
