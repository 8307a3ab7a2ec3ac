#!/usr/bin/env bash
# @mlc-ai/web-xgrammar 0.1.27, the grammar engine inside WebLLM 0.2.86: a string whose JSON schema counts its characters (minLength or maxLength) cannot
# hold an escape. A model that wants to write a quotation mark, a backslash or a new line in it has that token masked, and must write something else: titles
# lose their quotation marks, paths their backslashes, lists run into one line. The count does not matter: a limit of 500 has the same effect. Without a
# limit the same texts pass. Fails if that changes.
# Source: https://json-schema.org/draft/2020-12/json-schema-validation#section-6.3 counts the characters of the value, so \n is one of them.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @mlc-ai/web-xgrammar@0.1.27 >/dev/null
# The package is marked as a module and holds a script of the older kind.
cp node_modules/@mlc-ai/web-xgrammar/lib/index.js engine.cjs
cat >seen.cjs <<'JS'
const { Grammar, GrammarCompiler, GrammarMatcher, TokenizerInfo } = require('./engine.cjs');
const letters = Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at));
(async () => {
  const vocabulary = ['</s>', ...letters];
  const tokenizer = await TokenizerInfo.createTokenizerInfo(vocabulary, 'raw', false, vocabulary.length, [0]);
  const compiler = await GrammarCompiler.createGrammarCompiler(tokenizer);
  const admitted = async (string) => {
    const schema = { type: 'object', properties: { x: { type: 'string', ...string } }, required: ['x'], additionalProperties: false };
    const grammar = await Grammar.fromJSONSchema(JSON.stringify(schema));
    const matcher = await GrammarMatcher.createGrammarMatcher(await compiler.compileGrammar(grammar.toString()));
    const passed = [];
    for (const [name, value] of Object.entries({ plain: 'ab', quoted: 'say "a"', path: 'C:\\a', lines: 'a\nb' })) {
      matcher.reset();
      let accepts = true;
      for (const letter of `{"x": ${JSON.stringify(value)}}`) accepts = accepts && (await matcher.acceptToken(vocabulary.indexOf(letter)));
      if (accepts && (await matcher.acceptToken(0))) passed.push(name);
    }
    return passed.join(' ');
  };
  console.log(`any length: ${await admitted({})}`);
  console.log(`up to 500: ${await admitted({ maxLength: 500 })}`);
  console.log(`from 1: ${await admitted({ minLength: 1 })}`);
})();
JS
seen=$(node seen.cjs 2>/dev/null)
echo "$seen"
[ "$seen" = 'any length: plain quoted path lines
up to 500: plain
from 1: plain' ] || { echo 'The behaviour has changed.'; exit 1; }
