import { describe, expect, it } from 'vitest';
import type { DraftSentence } from '../../../src/core/search/draft';
import { sayOnce } from '../../../src/core/search/say-once';

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
