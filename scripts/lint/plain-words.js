import { basename } from 'node:path';
import { longSentences, MOST_WORDS } from './sentences.js';

/** Pronouns, tenses and moods: a name is a noun of the field, so that a reader can look it up. */
const RIDDLES = new Set(['held', 'meant', 'said', 'says', 'tells', 'those', 'told', 'who', 'whom', 'whose']);

const riddleIn = (name) =>
  name
    .split(/(?=[A-Z])|[-_.]/u)
    .map((word) => word.toLowerCase())
    .find((word) => RIDDLES.has(word));

/** Names that are nouns of the field: of files, functions, types, parameters and variables. */
const plainNames = {
  meta: { type: 'suggestion', schema: [], messages: { riddle: '“{{name}}”: “{{word}}” is no noun of the field.' } },
  create(context) {
    const check = (node, name) => {
      const word = name && riddleIn(name);
      if (word) context.report({ node, messageId: 'riddle', data: { name, word } });
    };
    return {
      Program: (node) => check(node, basename(context.filename)),
      ':matches(FunctionDeclaration, ClassDeclaration, TSTypeAliasDeclaration, TSInterfaceDeclaration) > Identifier.id':
        (node) => check(node, node.name),
      ':matches(TSPropertySignature, TSMethodSignature, MethodDefinition, PropertyDefinition) > Identifier.key': (
        node,
      ) => check(node, node.name),
      'VariableDeclarator > Identifier.id': (node) => check(node, node.name),
      ':function > Identifier.params': (node) => check(node, node.name),
    };
  },
};

/** Comments in sentences that can be read aloud. */
const shortSentences = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: { long: `A sentence of {{words}} words; at most ${MOST_WORDS}: “{{start}} …”` },
  },
  create(context) {
    return {
      Program() {
        for (const comment of runs(context.sourceCode.getAllComments()))
          for (const { sentence, words } of longSentences(comment.text))
            context.report({
              loc: comment.loc,
              messageId: 'long',
              data: { words, start: sentence.split(' ').slice(0, 6).join(' ') },
            });
      },
    };
  },
};

/** Words that begin a riddle: the reader must guess the noun or the verb that was left out. */
const OPENING =
  /^(?:what(?:ever)?|whether|of|that|its?|their|they|where(?:ver)?|when(?:ever)?|those|these|such|how(?:ever)?|which(?:ever)?|who(?:m|se)?|why|if|told|said)\b/iu;

/** Doc comments that begin with a verb or with the noun of the thing. */
const commentOpenings = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: { opening: 'Begin a comment with a verb or the noun of the thing, not with “{{word}}”.' },
  },
  create(context) {
    return {
      Program() {
        for (const { type, value, loc } of context.sourceCode.getAllComments()) {
          const [word] = (type === 'Block' && OPENING.exec(value.replace(/^\*\s*\*?\s*/u, ''))) || [];
          if (word && value.startsWith('*')) context.report({ loc, messageId: 'opening', data: { word } });
        }
      },
    };
  },
};

/** Comments as text; lines of `//` that follow each other are one. */
function runs(comments) {
  const found = [];
  for (const { type, value, loc } of comments) {
    const text = value.replace(/^\s*\*/gmu, '').trim();
    const last = found.at(-1);
    if (type === 'Line' && last?.line && last.loc.end.line + 1 === loc.start.line) {
      last.text += ` ${text}`;
      last.loc = { start: last.loc.start, end: loc.end };
    } else found.push({ text, loc, line: type === 'Line' });
  }
  return found;
}

export default {
  rules: { 'plain-names': plainNames, 'short-sentences': shortSentences, 'comment-openings': commentOpenings },
};
