#!/usr/bin/env bash
# chrono-node 2.10.3: a range of days before one month is joined in English ("4 to 6 May 1968", from 4 to 6) and not in Spanish, where of
# "del 4 al 6 de mayo de 1968" only the 6th is found. Fails if that changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund chrono-node@2.10.3 >/dev/null
cat >read.mjs <<'JS'
import { en, es } from 'chrono-node';
const days = (parser, text) =>
  parser.parse(text, new Date(2026, 0, 1)).map(({ start, end }) => `${start.get('day')}-${end?.get('day') ?? ''}`).join(';');
console.log(days(en, 'From 4 to 6 May 1968'), days(es, 'Del 4 al 6 de mayo de 1968'));
JS
seen=$(node read.mjs)
echo "seen: $seen"
[ "$seen" = '4-6 6-' ]
