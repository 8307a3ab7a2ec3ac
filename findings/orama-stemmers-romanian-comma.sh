#!/usr/bin/env bash
# @orama/stemmers 3.1.18, Romanian: endings are known with the older letters ş and ţ (cedilla) alone. In the letters that Romanian is written with since
# 1993, ș and ț (comma below), most plurals and articles stay on the word: informaţiilor and informaţie share the stem "inform", informațiilor and
# informație have "informaț", lipsește keeps its ending. snowballstemmer 3.1.1 (PyPI) gives both spellings one stem. Fails if that changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @orama/stemmers@3.1.18 >/dev/null
python3 -m pip install --quiet --root-user-action=ignore --target packages snowballstemmer==3.1.1 >/dev/null
cat >stems.mjs <<'JS'
import { stemmer } from '@orama/stemmers/romanian';
console.log(['informaţiilor', 'informațiilor', 'lipseşte', 'lipsește'].map((word) => stemmer(word)).join(' '));
JS
orama=$(node stems.mjs)
snowball=$(PYTHONPATH=packages python3 -c "
import snowballstemmer
print(*snowballstemmer.stemmer('romanian').stemWords(['informaţiilor', 'informațiilor', 'lipseşte', 'lipsește']))")
echo "@orama/stemmers: $orama"
echo "snowballstemmer: $snowball"
[ "$orama" = 'inform informaț lips lipseșt' ] && [ "$snowball" = 'inform inform lips lips' ] || { echo 'The behaviour has changed.'; exit 1; }
