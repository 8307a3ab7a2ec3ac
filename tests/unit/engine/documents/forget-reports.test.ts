import { expect, test } from 'vitest';
import type { EngineApi } from '../../../../src/core/engine/api';
import type { Answer } from '../../../../src/core/search/answer/answer';
import { collect, textFile } from '../../../helpers/engine-env';
import { keptConversations } from '../../../helpers/kept-turn';
import { letter, letters } from '../../../helpers/indexed-letters';

const COUNT = 24;
/** Names three persons of the letters, and two that no letter names: one of these in words that other letters have apart. */
const DIARY = [
  'Zorblat met Ada at the mill, and Babbage saw it from the river.',
  'Clara wrote to Zorblat of the mill on a day in June.',
  'Ada Fanny wrote to Zorblat and to Babbage on day 3. Ada Fanny met Clara, and Zorblat met Ada Fanny.',
].join(' ');

async function askGlobal(engine: EngineApi, documentIds: readonly string[] = []): Promise<Answer> {
  const request = { question: 'What are the main themes?', mode: 'global', documentIds } as const;
  const last = (await collect(engine.search(request))).at(-1);
  if (last?.kind !== 'answer') throw new Error('The stream did not end with an answer.');
  return last.answer;
}

async function answeredWithDiary() {
  const { engine } = await letters(COUNT);
  await collect(engine.add([textFile('diary.txt', DIARY)]));
  const { documents } = await engine.view();
  const diary = documents.find(({ path }) => path === 'diary.txt')?.id ?? '';
  const forget = () => collect(engine.removeDocuments([diary]));
  return { engine, diary, forget, ids: documents.map(({ id }) => id) };
}

test('a kept answer on the whole collection keeps what its reports quote from other documents', async () => {
  const { engine, diary, forget } = await answeredWithDiary();
  const answer = await askGlobal(engine);
  const cards = answer.evidence.communities;
  expect(cards.some(({ sentences = [] }) => sentences.some(({ documentIds }) => documentIds.includes(diary)))).toBe(
    true,
  );
  await engine.keepTurn(null, { id: 't', question: 'q', asked: 0, answer });
  await forget();
  const left = (await keptConversations(engine))[0]?.turns[0]?.answer.evidence.communities ?? [];
  expect(JSON.stringify(left)).not.toMatch(/Zorblat|Ada Fanny|June|river/u);
  const quoted = (all: typeof cards) =>
    all.flatMap(({ sentences = [] }) => sentences).filter(({ documentIds }) => !documentIds.includes(diary));
  expect(quoted(cards).length).toBeGreaterThan(0);
  expect(quoted(left)).toEqual(quoted(cards));
  const texts = new Set(Array.from({ length: COUNT }, (_, at) => letter(at)));
  for (const { sentences = [], summary, title, members } of left) {
    for (const { text } of sentences) {
      expect([...texts].some((one) => one.includes(text))).toBe(true);
      expect(summary).toContain(text);
    }
    expect(members.length).toBeGreaterThan(0);
    expect(title).not.toBe('');
  }
});

test('an answer that is kept after a document of its reports was deleted has no sentence of it', async () => {
  const { engine, forget } = await answeredWithDiary();
  const answer = await askGlobal(engine);
  await forget();
  await engine.keepTurn(null, { id: 't', question: 'q', asked: 0, answer });
  const [kept] = await keptConversations(engine);
  const left = kept?.turns[0]?.answer.evidence.communities ?? [];
  expect(left.length).toBeGreaterThan(0);
  expect(JSON.stringify(left)).not.toMatch(/Zorblat|Ada Fanny|June|river/u);
});
