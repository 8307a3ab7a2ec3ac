import type { Answer } from '../../../../src/core/search/answer/answer';
import { describe, expect, it } from 'vitest';
import type { EngineApi } from '../../../../src/core/engine/api';
import { READING, type IndexEvent } from '../../../../src/core/engine/session/index-events';
import { createEngine } from '../../../../src/core/engine/engine';
import type { Clock } from '../../../../src/core/platform';
import type { DocumentReader, MentionFinder } from '../../../../src/core/ports/documents';
import { keptTurn } from '../../../helpers/kept-turn';
import { capitalFinder, collect, plainReader, states, testEnv, textFile } from '../../../helpers/engine-env';
import { scriptedModel } from '../../../helpers/scripted-model';
import { inEnglish } from '../../../../src/core/message';

const CLUB = 'Olga Petrova is the treasurer of the chess club.';
const WHO = 'Who is the treasurer of the chess club?';
const FILLER = 'of all the reeds in the water '.repeat(40);
const letter = (n: number): string => String.fromCharCode(97 + (Math.floor(n) % 26));
/** Some hundred names, so that its graph takes a while. */
const LARGE = Array.from(
  { length: 1_200 },
  (_, n) => `${FILLER} on day ${n} at Elm${letter(n)}${letter(n / 26)}${letter(n % 7)}. `,
).join('');

/** A gate that those who wait at it pass once it is opened. */
function gate() {
  let open = (): void => undefined;
  const passed = new Promise<void>((resolve) => (open = resolve));
  return { open, passed };
}

/** Reads a path that begins with `large` only once its gate is open. */
function slowReader(passed: Promise<void>): DocumentReader {
  return {
    async read(source, options) {
      if (source.path.startsWith('large')) await passed;
      return plainReader.read(source, options);
    },
  };
}

async function opened(overrides: Parameters<typeof testEnv>[0]): Promise<EngineApi> {
  const engine = createEngine(testEnv(overrides));
  await engine.open((await engine.createCollection('Papers')).id);
  return engine;
}

async function ask(engine: EngineApi, question: string, documentIds: readonly string[] = []): Promise<Answer> {
  const last = (await collect(engine.search({ question, mode: 'basic', documentIds }))).at(-1);
  if (last?.kind !== 'answer') throw new Error('no answer');
  return last.answer;
}

/** The events until one of them is as wanted; the rest goes on being taken. */
function until(events: AsyncIterable<IndexEvent>, wanted: (event: IndexEvent) => boolean) {
  const seen = gate();
  const over = (async () => {
    for await (const event of events) if (wanted(event)) seen.open();
  })();
  return { seen: Promise.race([seen.passed, over]), over };
}

const isRead =
  (path: string) =>
  (event: IndexEvent): boolean =>
    event.kind === 'committed' && event.view.documents.some((document) => document.path === path);

describe('a question asked while documents are being read', () => {
  it('finds what a small file says that was added behind large ones', async () => {
    const large = gate();
    const engine = await opened({ reader: slowReader(large.passed) });
    const larges = [textFile('large-1.txt', LARGE), textFile('large-2.txt', `${LARGE}.`)];
    const first = until(engine.add(larges), isRead('club.txt'));
    const second = collect(engine.add([textFile('club.txt', CLUB)]));
    await first.seen;
    expect((await engine.view()).documents.map(({ path }) => path)).toEqual(['club.txt']);
    const answer = await ask(engine, WHO);
    expect(answer.notFound).toBe(false);
    expect(answer.evidence.passages[0]?.text).toBe(CLUB);
    large.open();
    await Promise.all([first.over, second]);
    expect(await engine.view()).toMatchObject({ upToDate: true, counts: { documents: 3 } });
  });

  it('finds what the first document says while another small one is still being read', async () => {
    const { open, passed } = gate();
    const engine = await opened({ reader: slowReader(passed) });
    const reading = until(
      engine.add([textFile('club.txt', CLUB), textFile('large-in-name.txt', 'A short note.')]),
      isRead('club.txt'),
    );
    await reading.seen;
    expect((await engine.view()).documents.map(({ path }) => path)).toEqual(['club.txt']);
    const early = await ask(engine, WHO);
    expect(early.evidence.passages[0]?.text).toBe(CLUB);
    expect(early).toMatchObject({ notFound: false, unread: 1, among: 2 });
    const [plan] = await collect(engine.search({ question: WHO, mode: 'basic' }));
    expect(plan).toMatchObject({ kind: 'plan', early: { unread: 1, among: 2 } });
    open();
    await reading.over;
  });

  it('counts a document and the newer file that is to replace it once', async () => {
    const { open, passed } = gate();
    let waits: Promise<void> | null = null;
    const read: DocumentReader['read'] = async (source, options) => {
      await waits;
      return plainReader.read(source, options);
    };
    const engine = await opened({ reader: { read } });
    await collect(engine.add([textFile('club.txt', CLUB), textFile('mill.txt', 'The mill stood still.')]));
    waits = passed;
    const changed = textFile('mill.txt', 'The mill was sold.');
    const reading = collect(engine.add([changed], { onChange: 'replace' }));
    await expect.poll(async () => (await engine.view()).pending.length).toBe(1);
    expect(await ask(engine, WHO)).toMatchObject({ unread: 1, among: 2 });
    open();
    await reading;
  });

  it('is told how much is unread when nothing is found, and never that it is not in the documents', async () => {
    const large = gate();
    const engine = await opened({ reader: slowReader(large.passed) });
    const reading = until(
      engine.add([textFile('club.txt', CLUB), textFile('large-1.txt', LARGE), textFile('large-2.txt', `${LARGE}.`)]),
      isRead('club.txt'),
    );
    await reading.seen;
    const early = await ask(engine, 'What does cement cost?');
    expect(early).toMatchObject({ notFound: false, unread: 2, evidence: { instead: 'document leads' } });
    const [club] = (await engine.view()).documents;
    expect(await ask(engine, 'What does cement cost?', [club?.id ?? ''])).not.toHaveProperty('unread');
    await keptTurn(engine, { id: 't', question: 'Cement?', asked: 0, answer: early });
    expect((await engine.turn('t'))?.answer.unread).toBe(2);
    large.open();
    await reading.over;
    const late = await ask(engine, 'What does cement cost?');
    expect(late).not.toHaveProperty('unread');
    expect(late.evidence.missing.map(({ word }) => word)).toContain('cement');
  });

  it.each([
    ['says that it is not there', 'NOT IN THE DOCUMENTS'],
    ['says so and goes on', 'NOT IN THE DOCUMENTS. Nothing was told of cement.'],
    ['writes what no passage says', 'Cement costs 40 euros a sack in Lisbon.'],
  ])('is told how much is unread also where a model %s', async (_, reply) => {
    const large = gate();
    const model = scriptedModel(() => [reply]);
    const models = { chat: async () => model, embedder: async () => null };
    const engine = await opened({ reader: slowReader(large.passed), models });
    const files = [textFile('club.txt', CLUB), textFile('large-1.txt', LARGE)];
    const reading = until(engine.add(files), isRead('club.txt'));
    await reading.seen;
    const question = 'What does the chess club pay for cement?';
    const early = await ask(engine, question);
    expect(early).toMatchObject({ method: 'Scripted', notFound: reply.startsWith('NOT'), unread: 1 });
    expect(early.sentences.map(({ text }) => text).join(' ')).not.toMatch(/in your documents/u);
    large.open();
    await reading.over;
    expect(await ask(engine, question)).not.toHaveProperty('unread');
  });

  it('finds what was added while the graph was being made, before the graph is made again', async () => {
    const deriving = gate();
    let now = 0;
    const clock: Clock = { now: () => (now += 6), yield: () => new Promise((resolve) => setImmediate(resolve)) };
    const engine = await opened({ clock });
    const first = until(
      engine.add([textFile('river.txt', LARGE)]),
      (event) =>
        event.kind === 'stage' && event.stage === 'Entities and relationships' && event.fraction > READING.share,
    );
    void first.seen.then(deriving.open);
    await deriving.passed;
    const stages: string[] = [];
    for await (const event of engine.add([textFile('club.txt', CLUB)])) {
      if (event.kind === 'stage') stages.push(inEnglish(event.stage));
    }
    await first.over;
    expect(stages).not.toContain('Reading documents');
    expect(await engine.view()).toMatchObject({ upToDate: true, counts: { documents: 2 } });
    expect((await ask(engine, WHO)).notFound).toBe(false);
  });

  it('does not wait for all the mentions of a large document', async () => {
    const waiting: string[] = [];
    const mentions: MentionFinder = {
      find: async (batch, options) => {
        waiting.push(batch.sentences[0] ?? '');
        return capitalFinder.find(batch, options);
      },
    };
    const engine = await opened({ mentions });
    const both = [textFile('large.txt', LARGE.repeat(2)), textFile('club.txt', CLUB)];
    expect(states(await collect(engine.add(both)))).toEqual({ 'large.txt': 'read', 'club.txt': 'read' });
    expect(waiting.length).toBeGreaterThan(12);
    expect(waiting.indexOf(CLUB)).toBeLessThan(9);
  });
});
