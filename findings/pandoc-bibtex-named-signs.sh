#!/usr/bin/env bash
# pandoc 2.17.1.1 (Debian 12), reader of BibTeX: LaTeX's names of signs are dropped without a word, but for some. \textless{} and \textbackslash{} come
# through; \textbar{}, \textbraceleft{}, \symbol{123} and \textquotedbl{} leave nothing. A brace comes through as \{, in pairs only. Fails if that
# changes.
set -euo pipefail
title='A\textless{}B\textbackslash{}C\textbar{}D\textbraceleft{}E\symbol{123}F\textquotedbl{}G\{H\}I'
seen="$(pandoc --version | head -1) $(printf '@misc{a, title = {{%s}}}' "$title" | pandoc -f bibtex -t csljson | grep '"title"')"
echo "seen: $seen"
[ "$seen" = 'pandoc 2.17.1.1     "title": "A<B\\CDEFG{H}I",' ]
