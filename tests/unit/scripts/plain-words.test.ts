import { Linter } from 'eslint';
import { describe, expect, it } from 'vitest';
import plainWords from '../../../scripts/lint/plain-words.js';

/** Lists the messages of the rules on a file of plain JavaScript. */
function messages(code: string, filename = 'chapter.js'): readonly string[] {
  const config: Linter.Config = {
    plugins: { words: plainWords },
    rules: { 'words/plain-names': 'error', 'words/short-sentences': 'error', 'words/comment-openings': 'error' },
  };
  return new Linter().verify(code, [config], { filename }).map((one) => one.message);
}

const words = (count: number): string => Array.from({ length: count }, (_, at) => `word${at}`).join(' ');

describe('the words of the code', () => {
  it('takes a name of pronouns or tenses for a riddle, wherever it is given', () => {
    expect(messages('function toldTo(whoAsks) {}')).toHaveLength(2);
    expect(messages('const heldBy = 1, evidence = 2;')).toEqual(['“heldBy”: “held” is no noun of the field.']);
    expect(messages('', 'those-meant.js')).toHaveLength(1);
  });

  it('leaves words alone that only contain one', () => {
    expect(messages('const household = 1; function withhold(whole) {}')).toEqual([]);
  });

  it('wants sentences of comments to be short, over lines too', () => {
    expect(messages(`/** ${words(25)}. ${words(25)}. */`)).toEqual([]);
    expect(messages(`// ${words(20)}\n// ${words(6)}.`)).toHaveLength(1);
    expect(messages(`// ${words(20)}.\n// ${words(6)}.`)).toEqual([]);
  });

  it('wants a doc comment to begin with a verb or a noun, over lines too', () => {
    const message = (word: string) => `Begin a comment with a verb or the noun of the thing, not with “${word}”.`;
    expect(messages('/** What was in the way. */')).toEqual([message('What')]);
    expect(messages('/**\n * Whether it is open.\n */')).toEqual([message('Whether')]);
    expect(messages('/** Of entities. */\n/** Its rows. */\n/** Who asks. */')).toHaveLength(3);
    expect(messages('/** Reason for the failure. */\n/** True if it is open. */\n/** Checks if it is. */')).toEqual([]);
  });

  it('leaves other comments alone, and words that only begin like one', () => {
    expect(
      messages('// What browsers call it.\n/* If so. */\n/** Iterates. */\n/** Offset. */\n/** `what` */'),
    ).toEqual([]);
  });
});
