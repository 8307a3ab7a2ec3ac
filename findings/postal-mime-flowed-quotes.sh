#!/usr/bin/env bash
# postal-mime 4.0.0: text that flows (format=flowed) is joined without regard to who wrote it. RFC 3676, 4.5, keeps lines of another depth of quoting apart
# and takes the marks of one depth out of a joined line. Here a question that somebody else asked runs into the answer below it, and a mark stays within
# the sentence. Fails if that changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund postal-mime@4.0.0 >/dev/null
cat >seen.mjs <<'JS'
import PostalMime from 'postal-mime';
const lines = ['Content-Type: text/plain; format=flowed', '', '> Shall we sign ', '> on Monday? ', 'No, ', 'never.', ''];
console.log(JSON.stringify((await PostalMime.parse(lines.join('\r\n'))).text));
JS
seen=$(node seen.mjs)
echo "$seen"
[ "$seen" = '"> Shall we sign > on Monday? No, never.\n"' ] || { echo 'The behaviour has changed.'; exit 1; }
