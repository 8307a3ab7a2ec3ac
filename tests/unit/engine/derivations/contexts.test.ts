import { describe, expect, it } from 'vitest';
import { ModelError } from '../../../../src/core/errors';
import type { ChatRequest } from '../../../../src/core/models/chat-model';
import type { IndexState } from '../../../../src/core/ports/index-state';
import { createEngine } from '../../../../src/core/engine/engine';
import { collect, testEnv, textFile } from '../../../helpers/engine-env';
import { letters, READ, type Letters } from '../../../helpers/indexed-letters';
import { naming } from '../../../helpers/naming-model';
import { memoryStorage } from '../../../helpers/memory-storage';
import { scriptedModel, type Script } from '../../../helpers/scripted-model';
import { embeddingField } from '../../../../src/core/index/embeddings';

const CONTEXTS: IndexState['parameters'] = { ...READ, 'model contexts': { write: true } };

const asksContexts = ({ shape }: ChatRequest): boolean => shape?.kind === 'record' && 'contexts' in shape.fields;

/** Passages by number, as a model is shown them. */
const numbersIn = ({ messages }: ChatRequest): readonly number[] =>
  [...(messages.at(-1)?.content ?? '').matchAll(/^\[(\d+)\] /gmu)].map(([, number]) => Number(number));

/** Says of each passage that it belongs to the Quillfeather papers; does everything else as the naming model. */
const placing: Script = (request, call) =>
  asksContexts(request)
    ? [
        JSON.stringify({
          contexts: numbersIn(request).map((passage) => ({
            passage,
            context: 'From the Quillfeather papers of 1911.',
          })),
        }),
      ]
    : naming(request, call);

const calls = ({ model }: Letters): number => model.begun.filter((prompt) => prompt.includes('The contexts of')).length;

/** Asks for the passages of a question, and for its words that no passage has. */
async function found({ engine }: Letters, question: string) {
  const last = (await collect(engine.search({ question, mode: 'basic', method: 'evidence' }))).at(-1);
  if (last?.kind !== 'answer') throw new Error('There is no answer.');
  const { passages, missing } = last.answer.evidence;
  return { text: passages.map(({ text }) => text).join(' '), missing: missing.map(({ word }) => word) };
}

describe('The context of a passage by a model', () => {
  it('costs what its plan says, and is asked for once', async () => {
    const indexed = await letters(6, placing);
    const part = (await indexed.plan(CONTEXTS)).parts.find(({ step }) => step === 'model contexts');
    expect(part).toMatchObject({ items: 6, calls: 6, guessed: false });
    await indexed.start(CONTEXTS);
    expect(calls(indexed)).toBe(6);
    expect((await indexed.plan(CONTEXTS)).parts).toEqual([]);
    await indexed.start(CONTEXTS);
    expect(calls(indexed)).toBe(6);
    expect((await indexed.engine.view()).model?.found).toMatchObject({ contexts: 6 });
  });

  it('is searched and embedded with the passage, and never shown as its text', async () => {
    const indexed = await letters(3, placing);
    expect((await found(indexed, 'Quillfeather papers')).missing).toEqual(['Quillfeather']);
    await indexed.start(CONTEXTS);
    const { text, missing } = await found(indexed, 'Quillfeather papers');
    expect(missing).toEqual([]);
    expect(text).toContain('wrote to');
    expect(text).not.toContain('Quillfeather');
    const [row] = await indexed.rows('text_units');
    expect(row?.written_context).toBe('From the Quillfeather papers of 1911.');
    const text_units = row ? [{ ...row, text: 'Ada wrote.' }] : [];
    const tables = { text_units, entities: [], relationships: [], community_reports: [], summaries: [] };
    const [embedded] = embeddingField('text_unit_text')?.rows(tables) ?? [];
    expect(embedded?.text).toContain('From the Quillfeather papers of 1911.\nAda wrote.');
  });

  it('goes on after a failure in the middle, and nothing is asked twice', async () => {
    let answers = 2;
    const failing: Script = (request, call) => {
      if (!asksContexts(request)) return naming(request, call);
      return answers-- > 0 ? placing(request, call) : new ModelError('Gone.', { traits: ['holds for all'] });
    };
    const indexed = await letters(6, failing);
    await expect(indexed.start(CONTEXTS)).rejects.toThrow('Gone.');
    expect((await indexed.rows('text_units')).filter((row) => row.written_context !== '')).toHaveLength(2);
    answers = 100;
    const before = calls(indexed);
    await collect(indexed.engine.indexWithModel(CONTEXTS));
    expect(calls(indexed) - before).toBe(4);
    expect((await indexed.rows('text_units')).every((row) => row.written_context !== '')).toBe(true);
  });

  it('is taken back with what its model made, and costs nothing a second time', async () => {
    const indexed = await letters(4, placing);
    await indexed.start(CONTEXTS);
    const runs = await indexed.engine.extractionRuns();
    const [written] = runs.filter(({ made }) => (made['contexts'] ?? 0) > 0);
    expect(written).toMatchObject({ layer: 'Scripted (context 1)', made: { contexts: 4 } });
    await collect(indexed.engine.revertRuns(runs.map(({ layer }) => layer)));
    expect((await indexed.rows('text_units')).every((row) => row.written_context === '')).toBe(true);
    expect((await found(indexed, 'Quillfeather papers')).missing).toEqual(['Quillfeather']);
    expect((await indexed.plan(CONTEXTS)).parts.find(({ step }) => step === 'model contexts')).toMatchObject({
      calls: 0,
      answered: 4,
    });
    await indexed.start(CONTEXTS);
    expect(calls(indexed)).toBe(4);
  });

  it('goes with its document, and that of a new document alone is due', async () => {
    const indexed = await letters(3, placing);
    await indexed.start(CONTEXTS);
    const { engine } = indexed;
    const [first] = (await engine.view()).documents;
    await collect(engine.removeDocuments([first?.id ?? '']));
    expect(await indexed.rows('text_units')).toHaveLength(2);
    await collect(engine.add([textFile('new.txt', 'Ivy wrote to Jacob. Jacob met Ada at the mill.')]));
    expect((await indexed.plan(CONTEXTS)).parts.find(({ step }) => step === 'model contexts')).toMatchObject({
      items: 1,
    });
  });

  it('is left out where no reply can be used, until a person begins another run', async () => {
    const useless: Script = (request, call) => (asksContexts(request) ? ['None.'] : naming(request, call));
    const indexed = await letters(2, useless);
    await indexed.start(CONTEXTS);
    expect((await indexed.engine.view()).model).toMatchObject({ phase: 'done', found: { 'contexts not written': 2 } });
    expect((await indexed.rows('text_units')).every((row) => row.written_context_key === null)).toBe(true);
    const before = calls(indexed);
    await collect(indexed.engine.indexWithModel(CONTEXTS));
    expect(calls(indexed)).toBe(before);
    await indexed.start(CONTEXTS);
    expect(calls(indexed)).toBeGreaterThan(before);
  });

  it('is not written by a run of all reports, unless it is asked for', async () => {
    const indexed = await letters(3, placing);
    await indexed.start(READ, { allReports: true });
    expect(calls(indexed)).toBe(0);
    expect((await indexed.plan(READ, { allReports: true })).parts).toEqual([]);
  });

  it('is asked for in windows of a document that hold several passages, each shown once', async () => {
    const indexed = await letters(0, placing);
    const sentences = Array.from({ length: 400 }, (_, at) => `On day ${String(at)} Ada Byrne measured Larkmoor Weir.`);
    await collect(indexed.engine.add([textFile('log.txt', sentences.join(' '))]));
    await indexed.start(CONTEXTS);
    const units = await indexed.rows('text_units');
    expect(units.length).toBeGreaterThan(4);
    expect(calls(indexed)).toBeLessThan(units.length / 2);
    const asked = indexed.model.begun.filter((prompt) => prompt.includes('The contexts of')).join('\n');
    expect(asked.match(/On day 200 /gu)).toHaveLength(1);
    expect(units.every((row) => row.written_context !== '')).toBe(true);
  });

  it('is written of one passage that a person looks at, in one call, and shown with its document', async () => {
    const indexed = await letters(3, placing);
    const { engine } = indexed;
    const [first] = (await engine.view()).documents;
    expect((await engine.document(first?.id ?? ''))?.contexts).toEqual([]);
    await collect(engine.writeContext(first?.id ?? '', 5));
    expect(calls(indexed)).toBe(1);
    expect((await engine.document(first?.id ?? ''))?.contexts).toMatchObject([
      { start: 0, text: 'From the Quillfeather papers of 1911.' },
    ]);
    expect((await engine.view()).besides?.calls).toBe(1);
    expect((await indexed.plan(CONTEXTS)).parts.find(({ step }) => step === 'model contexts')).toMatchObject({
      items: 2,
    });
  });

  it('of one passage that a reply leaves out is missed in words, and asked for anew', async () => {
    let asked = 0;
    const { engine } = await letters(1, (request, call) => {
      if (!asksContexts(request)) return naming(request, call);
      asked++;
      return ['{"contexts": [{"passage": 1, "context": "A letter."}]}'];
    });
    const days = Array.from({ length: 160 }, (_, day) => `Ada wrote to Bob on day ${String(day)} about the mill.`);
    const text = days.join(' ');
    await collect(engine.add([textFile('long.txt', text)]));
    const long = (await engine.view()).documents.find(({ path }) => path === 'long.txt');
    for (const _ of [1, 2]) {
      const before = asked;
      await expect(collect(engine.writeContext(long?.id ?? '', Math.floor(text.length / 2)))).rejects.toThrow(
        'nothing that can be used',
      );
      expect(asked).toBeGreaterThan(before);
    }
  });

  it('of one passage is for the model that reads, so that a run asks no more for it', async () => {
    const all = JSON.stringify({
      contexts: [1, 2, 3, 4, 5, 6, 7, 8].map((passage) => ({ passage, context: 'A letter.' })),
    });
    const model = scriptedModel((request, call) => (asksContexts(request) ? [all] : naming(request, call)));
    const { info } = model;
    const large = { ...model, info: { ...info, capabilities: { ...info.capabilities, contextWindow: 32_768 } } };
    const chat = async (purpose?: string) => (purpose === 'reports' ? large : model);
    const engine = createEngine(testEnv({ ...memoryStorage(), models: { chat, embedder: async () => null } }));
    const { id } = await engine.createCollection('Letters');
    await engine.open(id);
    const days = Array.from({ length: 400 }, (_, day) => `Ada wrote to Bob on day ${String(day)} about the mill.`);
    const text = days.join(' ');
    await collect(engine.add([textFile('long.txt', text)]));
    const [long] = (await engine.view()).documents;
    for (let at = 10; at < text.length; at += 1_000) await collect(engine.writeContext(long?.id ?? '', at));
    const plan = await engine.modelPlan(CONTEXTS);
    expect(plan?.parts.find(({ step }) => step === 'model contexts')?.calls ?? 0).toBe(0);
  });

  it('of one passage is refused in words where no reply can be used or the document is gone', async () => {
    const { engine } = await letters(1, (request, call) => (asksContexts(request) ? ['None.'] : naming(request, call)));
    const [first] = (await engine.view()).documents;
    await expect(collect(engine.writeContext(first?.id ?? '', 0))).rejects.toThrow('nothing that can be used');
    await expect(collect(engine.writeContext('gone', 0))).rejects.toThrow('has changed');
  });
});
