#!/usr/bin/env bash
# pandoc 2.17.1.1 (Debian 12): a Word file with tracked changes, read with --track-changes=all and written as ODT, RTF or plain text, holds the deleted
# words as ordinary text beside the inserted ones, with nothing between: a rent of 500 that became 650 reads "500650 euros". No warning is given. Written
# as docx again both stay marked; without the option the change is accepted. Text taken from such a file is evidence for a sum that nobody wrote.
# Fails if that changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo "$(pandoc --version | head -1)"
author='author="A" date="2024-01-01T00:00:00Z"'
printf 'The rent is [500]{.deletion %s}[650]{.insertion %s} euros.\n' "$author" "$author" | pandoc -f markdown -o rent.docx
accepted=$(pandoc rent.docx -t plain)
plain=$(pandoc --track-changes=all rent.docx -t plain 2>&1)
pandoc --track-changes=all rent.docx -o rent.odt
odt=$(pandoc rent.odt -t plain)
pandoc --track-changes=all rent.docx -s -o rent.rtf --metadata title=rent
rtf=$(grep -o 'The rent is [0-9]* euros' rent.rtf)
pandoc --track-changes=all rent.docx -o again.docx
again=$(pandoc again.docx -t plain)
echo "accepted: $accepted"
echo "all, plain: $plain"
echo "all, odt: $odt"
echo "all, rtf: $rtf"
echo "all, docx, accepted: $again"
[ "$accepted" = 'The rent is 650 euros.' ] && [ "$plain" = 'The rent is 500650 euros.' ] && [ "$odt" = "$plain" ] &&
  [ "$rtf" = 'The rent is 500650 euros' ] && [ "$again" = "$accepted" ] || { echo 'The behaviour has changed.'; exit 1; }
