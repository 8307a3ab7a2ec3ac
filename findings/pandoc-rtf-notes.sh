#!/usr/bin/env bash
# pandoc 2.17.1.1 (Debian 12): its reader of RTF loses footnotes that its own writer makes. The writer opens a note with {\*\footnote, as LibreOffice does;
# the reader knows {\footnote, as Word writes it, and skips what begins with \*. The mark goes, too, and no warning is given. RTF 1.9.1 lets any
# destination stand behind \*, which says only that a reader that does not know it may skip it. Fails if that changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo "$(pandoc --version | head -1)"
printf 'One[^1] end.\n\n[^1]: The note itself.\n' | pandoc -f markdown -s -t rtf --metadata title=notes -o own.rtf
printf '{\\rtf1\\ansi One{\\footnote\\pard\\plain The note itself.} end.\\par}\n' >word.rtf
written=$(grep -o '\*\\footnote' own.rtf)
own=$(pandoc -f rtf own.rtf -t plain | tr -s '\n' ' ')
word=$(pandoc -f rtf word.rtf -t plain | tr -s '\n' ' ')
echo "written as: $written"
echo "own file read back: $own"
echo "the same as Word writes it: $word"
[ "$written" = '*\footnote' ] && [ "$own" = 'notes One end. ' ] && [ "$word" = 'One[1] end. [1] The note itself. ' ] || { echo 'The behaviour has changed.'; exit 1; }
