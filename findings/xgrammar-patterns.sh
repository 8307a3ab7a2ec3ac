#!/usr/bin/env bash
# @mlc-ai/web-xgrammar 0.1.27, the grammar engine inside WebLLM 0.2.86: the pattern of a string in a JSON schema is put into the grammar as it is written.
# So "guided" replies can be no JSON: with ^.+$ a bare quotation mark passes inside the string, and JSON.parse fails. A pattern for a part of the text, \d+,
# admits only strings that are nothing else, though JSON Schema does not anchor patterns. Of ^a|b$ neither "a" nor "b" can be written. \w knows the letters
# of English alone, as in ECMA-262, but so "été" cannot be written where somebody means "a word". Fails if any of this changes.
# Source: https://json-schema.org/draft/2020-12/json-schema-validation#section-6.3.3
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
const letters = [...Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at)), 'é'];
const isJson = (text) => {
  try {
    return JSON.parse(text) !== undefined;
  } catch {
    return false;
  }
};
(async () => {
  const vocabulary = ['</s>', ...letters];
  const tokenizer = await TokenizerInfo.createTokenizerInfo(vocabulary, 'raw', false, vocabulary.length, [0]);
  const compiler = await GrammarCompiler.createGrammarCompiler(tokenizer);
  const seen = async (pattern, values) => {
    const schema = { type: 'object', properties: { x: { type: 'string', pattern } }, required: ['x'], additionalProperties: false };
    const grammar = await Grammar.fromJSONSchema(JSON.stringify(schema));
    const matcher = await GrammarMatcher.createGrammarMatcher(await compiler.compileGrammar(grammar.toString()));
    const passed = [];
    for (const value of values) {
      matcher.reset();
      const reply = `{"x": ${value}}`;
      let accepts = true;
      for (const letter of reply) accepts = accepts && (await matcher.acceptToken(vocabulary.indexOf(letter)));
      if (accepts && (await matcher.acceptToken(0))) passed.push(`${value}${isJson(reply) ? '' : ' (no JSON)'}`);
    }
    console.log(`${pattern}: ${passed.join(', ') || 'none'}`);
  };
  await seen('^.+$', ['"a"', '"a"b"']);
  await seen('\\d+', ['"12"', '"page 12"']);
  await seen('^a|b$', ['"a"', '"b"', '"ab"']);
  await seen('^\\w+$', ['"ete"', '"été"']);
})();
JS
seen=$(node seen.cjs 2>/dev/null)
echo "$seen"
[ "$seen" = '^.+$: "a", "a"b" (no JSON)
\d+: "12"
^a|b$: none
^\w+$: "ete"' ] || { echo 'The behaviour has changed.'; exit 1; }
