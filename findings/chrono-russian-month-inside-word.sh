#!/usr/bin/env bash
# chrono-node 2.10.3, Russian: a month is found inside a longer word. The adjective "майский" (of May) in "майский вечер 1936 года" is read as
# 1 May of the reference year with a certain month, though the sentence names no day and another year. Fails if that changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund chrono-node@2.10.3 >/dev/null
cat >read.mjs <<'JS'
import { ru } from 'chrono-node';
const found = ru.parse('Пришёл майский вечер 1936 года.', new Date(2026, 0, 1));
console.log(found.map(({ text, start }) => [text, start.get('year'), start.get('month'), start.isCertain('month')].join(' ')).join('; '));
JS
seen=$(node read.mjs)
echo "seen: $seen"
[ "$seen" = 'май 2026 5 true' ]
