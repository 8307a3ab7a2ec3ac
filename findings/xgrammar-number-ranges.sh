#!/usr/bin/env bash
# @mlc-ai/web-xgrammar 0.1.27, the grammar engine inside WebLLM 0.2.86: JSON schemas with a range of numbers let a model write what is out of it and keep
# it from what is in it. From 0 to 1, a score, 1.5 and 1.99 are let through (2 is not); from -1 to 1, a similarity, -1.5 passes and -0.3 cannot be written.
# exclusiveMinimum and exclusiveMaximum are taken for minimum and maximum. A check of the reply against the schema then fails now and then, though the
# reply was "guided" by it. Whole numbers (type integer) keep their ranges. Fails if any of this changes.
# Source: https://json-schema.org/draft/2020-12/json-schema-validation#section-6.2
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
  const admitted = async (range, values) => {
    const schema = { type: 'object', properties: { x: range }, required: ['x'], additionalProperties: false };
    const grammar = await Grammar.fromJSONSchema(JSON.stringify(schema));
    const matcher = await GrammarMatcher.createGrammarMatcher(await compiler.compileGrammar(grammar.toString()));
    const passed = [];
    for (const value of values) {
      matcher.reset();
      let accepts = true;
      for (const letter of `{"x": ${value}}`) accepts = accepts && (await matcher.acceptToken(vocabulary.indexOf(letter)));
      if (accepts && (await matcher.acceptToken(0))) passed.push(value);
    }
    return passed.join(' ') || 'none';
  };
  const number = (facts) => ({ type: 'number', ...facts });
  console.log(`0 to 1: ${await admitted(number({ minimum: 0, maximum: 1 }), ['0.5', '1.5', '1.99', '2'])}`);
  console.log(`-1 to 1: ${await admitted(number({ minimum: -1, maximum: 1 }), ['0.3', '-0.3', '-1.5', '1.5'])}`);
  console.log(`between 0 and 1: ${await admitted(number({ exclusiveMinimum: 0, exclusiveMaximum: 1 }), ['0', '0.5', '1'])}`);
  console.log(`integer 0 to 3: ${await admitted({ type: 'integer', minimum: 0, maximum: 3 }, ['0', '3', '4', '5'])}`);
})();
JS
seen=$(node seen.cjs 2>/dev/null)
echo "$seen"
[ "$seen" = '0 to 1: 0.5 1.5 1.99
-1 to 1: 0.3 -1.5 1.5
between 0 and 1: 0 0.5 1
integer 0 to 3: 0 3' ] || { echo 'The behaviour has changed.'; exit 1; }
