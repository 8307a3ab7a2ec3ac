import { describe, expect, it } from 'vitest';
import { ModelError } from '../../../src/core/errors';
import { isCut } from '../../../src/core/search/model/unchecked';
import { indexOf } from '../search/ask';
import { HARBOUR_WORLD } from '../search/harbour';
import { smallWorld } from '../search/small-world';
import { FOUNDED } from './mode-replies';
import { MODEL, scripted, searched, type Searched } from './scripted-asker';

const harbour = indexOf(smallWorld(HARBOUR_WORLD));
const question = 'Who founded the Harbour Company?';
const STOP = Object.assign(new Error('Stopped.'), { name: 'AbortError' });

const broken = (begins: string, error: Error = STOP): Promise<Searched> =>
  searched(harbour, { question, mode: 'local' }, () => ({ begins, error }));

const lengthReached = (text: string): Promise<Searched> =>
  searched(harbour, { question, mode: 'local' }, () => text, {
    model: MODEL,
    ask: scripted(() => text, { finish: 'length' }).ask,
  });

describe('a sentence in which an answer stops', () => {
  it.each([
    ['by hand', () => broken(`${FOUNDED} The Halcyon was sold to Bruno Kel`)],
    ['since the model failed', () => broken(`${FOUNDED} The Halcyon was sold to Bruno Kel`, new ModelError('Gone.'))],
    ['at the length set', () => lengthReached(`${FOUNDED} The Halcyon was sold to Bruno Kel`)],
  ])('%s is not said to be wrong: it says that it stops there', async (_, asked) => {
    const { answer } = await asked();
    expect(answer.sentences).toHaveLength(2);
    expect(answer.sentences[0]).toMatchObject({ support: 'supported' });
    expect(answer.sentences[0]?.unchecked).toBeUndefined();
    expect(answer.sentences[1]).toMatchObject({
      text: 'The Halcyon was sold to Bruno Kel',
      support: 'nothing to support',
      citations: [],
      unchecked: 'stopped',
    });
    expect(answer.sentences[1]?.doubt).toBeUndefined();
  });

  it('makes nothing of the answer “not in your documents”, also where there is no other', async () => {
    const { answer } = await broken('Bruno Keller murdered');
    expect(answer).toMatchObject({ stopped: true, notFound: false });
    expect(answer.lead).toBeUndefined();
  });

  it('is judged where it was whole when the answer stopped', async () => {
    const { answer } = await broken(`${FOUNDED} Bruno Keller murdered the mayor.`);
    expect(answer.sentences[1]).toMatchObject({ support: 'unsupported' });
    expect(answer.sentences[1]?.unchecked).toBeUndefined();
  });

  it('is judged without a stop, also where its point is missing', async () => {
    const { answer } = await searched(harbour, { question, mode: 'local' }, () => 'Bruno Keller murdered the mayor');
    expect(answer.sentences[0]).toMatchObject({ support: 'unsupported' });
  });

  it.each(['It was sold to', 'He met Dr.', 'She paid 3.', '| Magdalena | 9', 'Founders:'])('may be “%s”', (text) => {
    expect(isCut(text)).toBe(true);
  });

  it.each(['It was sold.', 'It burned in 1907.', '**He left!**', '她走了。', '| a | b |', 'He said “no.”'])(
    'is not “%s”',
    (text) => {
      expect(isCut(text)).toBe(false);
    },
  );
});

describe('code and maths of an answer', () => {
  const FENCE = '```sh\ngrep Ferris convicted.log | wc\n```';

  it('tell that nobody held them against the documents where they have words in them', async () => {
    const { answer } = await searched(harbour, { question, mode: 'local' }, () => `${FOUNDED}\n\n${FENCE}`);
    expect(answer.sentences.map(({ text, unchecked }) => [text, unchecked])).toEqual([
      [FOUNDED, undefined],
      [FENCE, 'code'],
    ]);
  });

  it('tell nothing where they are signs and figures', async () => {
    const { answer } = await searched(harbour, { question, mode: 'local' }, () => `${FOUNDED}\n\n$$\nx = 1 + 2\n$$`);
    expect(answer.sentences.map(({ unchecked }) => unchecked)).toEqual([undefined, undefined]);
  });

  it('are sentences where a fence holds prose: a claim in it is marked like any other', async () => {
    const { answer } = await searched(
      harbour,
      { question, mode: 'local' },
      () => `${FOUNDED}\n\n\`\`\`\nBruno Keller murdered the old mayor.\n\`\`\``,
    );
    expect(answer.sentences[1]).toMatchObject({ text: 'Bruno Keller murdered the old mayor.', support: 'unsupported' });
  });
});
