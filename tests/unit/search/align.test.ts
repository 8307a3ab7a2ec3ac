import { describe, expect, it } from 'vitest';
import { alignSentence } from '../../../src/core/search/align';
import { sentencesOf } from '../../../src/core/search/candidates';
import { answerTo, indexOf } from './ask';
import { harbour } from './harbour';

const index = indexOf(harbour());
const candidates = [...index.unitAt.keys()].flatMap((slot) => sentencesOf(index, slot));

describe('aligning a sentence with the documents', () => {
  it('finds the sentence that it retells', () => {
    const found = alignSentence('Clara Voss founded the company in 1850.', candidates);
    expect(found?.text).toBe('The Harbour Company was founded in 1850 by Clara Voss.');
  });

  it('finds nothing for a sentence of other things', () => {
    expect(alignSentence('Whales sing at night under the northern ice.', candidates)).toBeNull();
  });

  it('leads a finding without sources to its passage', async () => {
    const tables = harbour();
    const bare = tables.communityReports.map((report) => ({ ...report, finding_sources: '[]' }));
    const answer = await answerTo(indexOf({ ...tables, communityReports: bare }), {
      question: 'What are the main themes?',
    });
    expect(answer.citations.map(({ target }) => target.kind)).toContain('passage');
  });
});
