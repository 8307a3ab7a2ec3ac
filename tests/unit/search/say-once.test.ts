import { describe, expect, it } from 'vitest';
import type { DraftSentence } from '../../../src/core/search/draft';
import { saysTheSame, sayOnce } from '../../../src/core/search/say-once';

const said = (text: string, unit: string, role: DraftSentence['role'] = 'sentence'): DraftSentence => ({
  text,
  role,
  cited: [{ target: { kind: 'passage', textUnitId: unit }, passages: [] }],
});
const unitsOf = (one: DraftSentence | undefined) =>
  one?.cited.map(({ target }) => (target.kind === 'passage' ? target.textUnitId : ''));

describe('an answer', () => {
  it('says the same words once, with the citations of all', () => {
    const once = sayOnce([said('The well  ran dry.', 'a'), said('It rained.', 'b'), said('The Well ran dry', 'c')]);
    expect(once.map(({ text }) => text)).toEqual(['The well  ran dry.', 'It rained.']);
    expect(unitsOf(once[0])).toEqual(['a', 'c']);
  });

  it('drops a heading whose only item was said before', () => {
    const once = sayOnce([
      said('Wells', 'r', 'heading'),
      said('The well ran dry.', 'a', 'item'),
      said('Droughts', 's', 'heading'),
      said('The well ran dry.', 'b', 'item'),
    ]);
    expect(once.map(({ text }) => text)).toEqual(['Wells', 'The well ran dry.']);
  });

  it('keeps sentences without any word apart', () => {
    expect(sayOnce([said('—', 'a'), said('…', 'b')])).toHaveLength(2);
  });
});

describe('two sentences', () => {
  const balance = 'The treasurer reported to the committee a balance of £3,412.';

  it('say the same with a word more', () => {
    expect(saysTheSame(balance, 'The treasurer then reported to the committee a balance of £3,412 at the bank.')).toBe(
      true,
    );
  });
  it('do not with another number', () => expect(saysTheSame(balance, balance.replace('3,412', '6,980'))).toBe(false));
  it('do not with other words', () => {
    expect(saysTheSame(balance, 'The captain asked the committee for oars at £3,412.')).toBe(false);
  });
});
