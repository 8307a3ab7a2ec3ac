#!/usr/bin/env bash
# pandoc 2.17.1.1 (Debian 12), citeproc: words of a CSL-JSON date ("raw" or "literal", both in the schema) take the place of its parts, also where no date
# can be read from them: the reference is shown as "n.d.", and "literal" is not shown either. With the parts alone it has its year. Fails if that changes.
set -euo pipefail
shown() {
  printf '[{"id":"a","type":"document","title":"T","issued":%s}]' "$1" | pandoc -f csljson -t plain --citeproc
}
seen="$(pandoc --version | head -1)$(for issued in '{"date-parts":[[1937,3]]}' '{"date-parts":[[1937,3]],"raw":"about 1937"}' '{"date-parts":[[1937,3]],"literal":"March 1937"}'; do printf ' | %s' "$(shown "$issued")"; done)"
echo "seen: $seen"
[ "$seen" = 'pandoc 2.17.1.1 | “T.” 1937. | “T.” n.d. | “T.” n.d.' ]
