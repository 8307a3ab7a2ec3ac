#!/usr/bin/env bash
# PyYAML 6.0 (Debian's python3-yaml) and npm's yaml 2.8.1: JSON is not always the same YAML. A text in quotes with U+0085 in it, which JSON and YAML 1.2
# take as it is, has a space there in PyYAML, which folds it as the line break of YAML 1.1. Fails if that changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund yaml@2.8.1 >/dev/null
node -e 'process.stdout.write(JSON.stringify({ a: "x\u0085y" }))' >text.yaml
python=$(/usr/bin/python3 -c 'import yaml; print(yaml.__version__, ascii(yaml.safe_load(open("text.yaml", encoding="utf-8", newline=""))["a"]))')
node=$(node -e 'const { a } = require("yaml").parse(require("fs").readFileSync("text.yaml", "utf8")); console.log(a === "x\u0085y")')
seen="$python | as it was in yaml: $node"
echo "seen: $seen"
[ "$seen" = "6.0 'x y' | as it was in yaml: true" ]
