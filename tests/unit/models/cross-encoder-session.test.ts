import { describe, expect, it } from 'vitest';
import {
  entailmentScores,
  framePair,
  readPairFrame,
} from '../../../src/adapters/models/transformers/cross-encoder-session';

const CLS = 101;
const SEP = 102;
const frame = readPairFrame({ input_ids: [CLS, 1, SEP, 2, SEP], token_type_ids: [0, 0, 0, 1, 1] }, [1], [2]);

describe('two texts in a tokenizer’s frame', () => {
  it('stand where the tokenizer puts them, with the types that it gives', () => {
    expect(framePair(7, [[5, 6], [8]], frame, 64)).toEqual({
      pair: 7,
      tokens: [CLS, 5, 6, SEP, 8, SEP],
      types: [0, 0, 0, 0, 1, 1],
    });
  });

  it('have no types where the tokenizer gives none, and two signs between them where it puts two', () => {
    const roberta = readPairFrame({ input_ids: [0, 1, 9, 9, 2, 9] }, [1], [2]);
    expect(framePair(0, [[5], [8]], roberta, 64)).toEqual({
      pair: 0,
      tokens: [0, 5, 9, 9, 8, 9],
      types: undefined,
    });
  });

  it.each([
    [[5, 5, 5, 5], [8], [CLS, 5, 5, 5, SEP, 8, SEP]],
    [[5], [8, 8, 8, 8], [CLS, 5, SEP, 8, 8, 8, SEP]],
  ])('that are too long lose the end of the longer one: %j and %j', (first, second, tokens) => {
    expect(framePair(0, [first, second], frame, 7).tokens).toEqual(tokens);
  });

  it('share the room where both are too long', () => {
    const many = Array.from({ length: 50 }, () => 5);
    const { tokens } = framePair(0, [many, many.map(() => 8)], frame, 13);
    expect(tokens.filter((token) => token === 5)).toHaveLength(5);
    expect(tokens.filter((token) => token === 8)).toHaveLength(5);
  });

  it('are refused where the tokenizer changes them', () => {
    expect(() => readPairFrame({ input_ids: [CLS, 3, SEP] }, [1], [2])).toThrow('changes two texts');
  });
});

describe('the classes of a sentence checker', () => {
  const logits = [Math.log(0.2), Math.log(0.5), Math.log(0.3)];

  it.each([
    [['contradiction', 'entailment', 'neutral'], { contradiction: 0.2, entailment: 0.5, neutral: 0.3 }],
    [['ENTAILMENT', 'NEUTRAL', 'CONTRADICTION'], { entailment: 0.2, neutral: 0.5, contradiction: 0.3 }],
  ])('are read by their names %j', (labels, wanted) => {
    const scores = entailmentScores(logits, labels);
    for (const [name, share] of Object.entries(wanted)) {
      expect(scores[name as keyof typeof scores]).toBeCloseTo(share, 6);
    }
  });

  it('may be two: what is not entailed is neutral then', () => {
    const { entailment, neutral, contradiction } = entailmentScores([0, 0], ['entailment', 'not_entailment']);
    expect([entailment, neutral, contradiction]).toEqual([0.5, 0.5, 0]);
  });

  it.each([[['LABEL_0', 'LABEL_1', 'LABEL_2']], [[]], [['neutral', 'contradiction']]])(
    'are refused when they are %j',
    (labels) => {
      expect(() => entailmentScores([0, 0, 0].slice(0, labels.length), labels)).toThrow('no sentence checker');
    },
  );
});
