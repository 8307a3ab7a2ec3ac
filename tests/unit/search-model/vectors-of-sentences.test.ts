import { describe, expect, it } from 'vitest';
import { indexOf } from '../search/ask';
import { HARBOUR_WORLD } from '../search/harbour';
import { smallWorld } from '../search/small-world';
import { searched } from './scripted-asker';

const harbour = indexOf(smallWorld(HARBOUR_WORLD));
const asked = { question: 'Who founded the Harbour Company?', mode: 'basic' } as const;
const OTHER = 'Captains’ dues filled its purse.';

/** Everything that holds a word, and the answer's sentence, lie in one direction, all else in the other. */
const towards = (word: string, texts: readonly string[]) =>
  Float32Array.from(texts.flatMap((text) => (text === OTHER || text.includes(word) ? [1, 0] : [0, 1])));

const shownFor = async (word: string) => {
  const vectorise = (texts: readonly string[]) => Promise.resolve({ dims: 2, vectors: towards(word, texts) });
  const { answer } = await searched(harbour, asked, () => OTHER, { vectorise });
  return answer;
};

describe('an answer in other words', () => {
  it('leads to the passage that its vectors find alike', async () => {
    const { answer } = await searched(harbour, asked, () => OTHER);
    expect(answer.sentences.map(({ support }) => support)).toEqual(['unsupported']);
    const passages = await Promise.all(
      ['collected a toll', 'sold its wharf'].map(async (word) => [word, await shownFor(word)] as const),
    );
    for (const [word, { sentences, citations }] of passages) {
      expect(sentences.map(({ support }) => support)).toEqual(['partly']);
      expect(JSON.stringify(citations)).toContain(word);
    }
  });

  it('is never supported by its vectors', async () => {
    const vectorise = (texts: readonly string[]) =>
      Promise.resolve({ dims: 1, vectors: new Float32Array(texts.length).fill(1) });
    const wrong = 'The Harbour Company was founded in 1873 by Clara Voss.';
    const { answer } = await searched(harbour, asked, () => wrong, { vectorise });
    expect(answer.sentences.map(({ support }) => support)).not.toContain('supported');
  });

  it('says in its trace why it was held against the documents by words alone', async () => {
    const vectorise = () => Promise.resolve({ words: 'By words alone: the embedding model took too long.' });
    const { answer } = await searched(harbour, asked, () => OTHER, { vectorise });
    expect(answer.trace.notes).toContain('By words alone: the embedding model took too long.');
  });
});
