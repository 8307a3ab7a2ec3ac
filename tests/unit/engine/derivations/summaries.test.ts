import { describe, expect, it } from 'vitest';
import { ModelError } from '../../../../src/core/errors';
import { countPromptTokens, type ChatRequest } from '../../../../src/core/models/chat-model';
import { createEngine } from '../../../../src/core/engine/engine';
import { inEnglish } from '../../../../src/core/message';
import type { Embedder } from '../../../../src/core/models/encoders';
import type { IndexState } from '../../../../src/core/ports/index-state';
import type { Statement } from '../../../../src/core/search/context/context';
import { duckdbOver, fileOf, unpacked } from '../../../helpers/duckdb-over';
import { collect, textFile } from '../../../helpers/engine-env';
import { letters, READ, type Letters } from '../../../helpers/indexed-letters';
import { naming } from '../../../helpers/naming-model';
import { wordHashEmbedder } from '../../../helpers/word-hash-embedder';
import type { Script } from '../../../helpers/scripted-model';

const SUMMARIES: IndexState['parameters'] = {
  ...READ,
  'model summaries': { write: true, cluster_tokens: 200, shown_tokens: 200 },
};

const PROMPT = 'The summary as JSON';
const asksSummary = ({ messages }: ChatRequest): boolean => (messages.at(-1)?.content ?? '').includes(PROMPT);

/** Quotes the first sentence that it is shown, after a sentence of its own. */
const summing: Script = (request, call) => {
  if (!asksSummary(request)) return naming(request, call);
  const [, first = ''] = /^\[1\] (.*?[.])/mu.exec(request.messages.at(-1)?.content ?? '') ?? [];
  return [JSON.stringify({ summary: `Letters of the mill are collected here. ${first}` })];
};

/** As long as is asked for, and another one of each prompt. */
const longSummary = ({ messages }: ChatRequest): string => {
  const shown = messages.at(-1)?.content ?? '';
  const more = Array.from({ length: 5 }, (_, at) => `Ada counted the sacks of all ${String(at)} wagons.`).join(' ');
  return JSON.stringify({
    summary: `${/On day .*?[.]/u.exec(shown)?.[0] ?? ''} They were ${String(shown.length)}. ${more}`,
  });
};

const TEXTS = Array.from({ length: 16 }, (_, at) => {
  const place = ['mill', 'quarry', 'orchard', 'harbour'][at % 4] ?? '';
  const days = Array.from(
    { length: 12 },
    (_, day) =>
      `On day ${String(day)} of ${String(1900 + at)} the ${place} was visited by Ada, who counted ${String(day * at)} sacks.`,
  );
  return textFile(`${place} ${String(at)}.txt`, days.join(' '));
});

async function collection(script: Script = summing, embedder?: () => Embedder | null): Promise<Letters> {
  const indexed = await letters(0, script, embedder);
  await collect(indexed.engine.add(TEXTS));
  return indexed;
}

const calls = ({ model }: Letters): number => model.begun.filter((prompt) => prompt.includes(PROMPT)).length;
/** Rows with a summary by a model. */
const written = async (indexed: Letters) => (await indexed.rows('summaries')).filter(({ text }) => text !== '');
const partOf = async (indexed: Letters) =>
  (await indexed.plan(SUMMARIES)).parts.find(({ step }) => step === 'model summaries');

describe('Summaries by a model', () => {
  it('are written layer by layer for what their plan says, and asked for once', async () => {
    const indexed = await collection();
    const part = await partOf(indexed);
    await indexed.start(SUMMARIES);
    const rows = await indexed.rows('summaries');
    expect(rows.length).toBeGreaterThan(11);
    expect(part).toMatchObject({ items: rows.length, calls: rows.length, guessed: false });
    expect(calls(indexed)).toBe(rows.length);
    const ids = new Set(rows.map(({ id }) => id));
    const high = rows.filter(({ level }) => level > 1);
    expect(high.length).toBeGreaterThan(0);
    expect(high.flatMap(({ children }) => children).every((id) => ids.has(id))).toBe(true);
    const shown = indexed.model.begun.filter(
      (prompt) => prompt.includes(PROMPT) && prompt.includes('are collected here'),
    );
    expect(shown).toHaveLength(high.length);
    await indexed.start(SUMMARIES);
    expect(calls(indexed)).toBe(rows.length);
    expect((await indexed.engine.view()).byModel).toMatchObject({ summaries: rows.length, contexts: 0, themes: 0 });
  });

  it('cost within 3 % of the tokens that their plan says', async () => {
    const indexed = await collection();
    const planned = (await partOf(indexed))?.promptTokens ?? 0;
    let sent = 0;
    const counted = indexed.choose('Counting', (request, call) => {
      if (asksSummary(request)) sent += countPromptTokens(request.messages);
      return asksSummary(request) ? [longSummary(request)] : naming(request, call);
    });
    await indexed.start(SUMMARIES);
    expect(counted.begun.length).toBeGreaterThan(0);
    expect(Math.abs(sent / planned - 1)).toBeLessThan(0.03);
  });

  it('lead, sentence by sentence, to the words of the documents', async () => {
    const indexed = await collection();
    await indexed.start(SUMMARIES);
    const texts = new Map((await indexed.rows('documents')).map(({ id, text }) => [id, text]));
    for (const { sources, leaf_document_ids: documents, leaf_starts: starts, level } of await indexed.rows(
      'summaries',
    )) {
      const statements = JSON.parse(sources) as readonly Statement[];
      expect(statements).toHaveLength(2);
      const quotes = statements[1]?.spans.map(({ document_id, start, end }) =>
        texts.get(document_id)?.slice(start, end),
      );
      expect(quotes?.every((quote) => quote?.startsWith('On day'))).toBe(true);
      expect(documents.length > 0).toBe(level === 1);
      expect(starts).toHaveLength(documents.length);
    }
  });

  it('go on after a failure in the middle, and nothing is asked twice', async () => {
    let answers = 3;
    const failing: Script = (request, call) => {
      if (!asksSummary(request)) return naming(request, call);
      return answers-- > 0 ? summing(request, call) : new ModelError('Gone.', { traits: ['holds for all'] });
    };
    const indexed = await collection(failing);
    await expect(indexed.start(SUMMARIES)).rejects.toThrow('Gone.');
    expect(await written(indexed)).toHaveLength(3);
    answers = 1000;
    const before = calls(indexed);
    await collect(indexed.engine.indexWithModel(SUMMARIES));
    expect(calls(indexed) - before).toBe((await written(indexed)).length - 3);
  });

  it('are taken back with what their model made, and cost nothing a second time', async () => {
    const indexed = await collection();
    await indexed.start(SUMMARIES);
    const all = (await written(indexed)).length;
    const runs = await indexed.engine.extractionRuns();
    expect(runs.find(({ made }) => (made['summaries'] ?? 0) > 0)).toMatchObject({ layer: 'Scripted (summary 1)' });
    await collect(indexed.engine.revertRuns(runs.map(({ layer }) => layer)));
    expect(await indexed.rows('summaries')).toEqual([]);
    const low = indexed.model.begun.filter(
      (prompt) => prompt.includes(PROMPT) && !prompt.includes('are collected here'),
    );
    expect((await partOf(indexed))?.answered).toBe(low.length);
    const before = calls(indexed);
    await indexed.start(SUMMARIES);
    expect(calls(indexed)).toBe(before);
    expect(await written(indexed)).toHaveLength(all);
  });

  it('that rest on a document go with it at once, and those alone are due again', async () => {
    const indexed = await collection();
    await indexed.start(SUMMARIES);
    const before = await indexed.rows('summaries');
    const [first] = (await indexed.engine.view()).documents;
    const units = new Set(
      (await indexed.rows('text_units')).filter(({ document_id }) => document_id === first?.id).map(({ id }) => id),
    );
    await collect(indexed.engine.removeDocuments([first?.id ?? '']));
    const after = await written(indexed);
    expect(after.length).toBeLessThan(before.length);
    expect(after.length).toBeGreaterThan(0);
    expect(after.some((row) => row.text_unit_ids.some((id) => units.has(id)))).toBe(false);
    const due = (await partOf(indexed))?.items ?? 0;
    expect(due).toBeGreaterThan(0);
    expect(due).toBeLessThan(before.length);
  });

  it('stay where a change of documents leaves their clusters alone, and count the same after reopening', async () => {
    const indexed = await collection();
    await indexed.start(SUMMARIES);
    const before = await indexed.rows('summaries');
    const [first] = (await indexed.engine.view()).documents;
    const gone = new Set(
      (await indexed.rows('text_units')).flatMap((row) => (row.document_id === first?.id ? [row.id] : [])),
    );
    await collect(indexed.engine.removeDocuments([first?.id ?? '']));
    const left = await written(indexed);
    expect(left).toHaveLength(before.filter((row) => !row.text_unit_ids.some((id) => gone.has(id))).length);
    const { id } = (await indexed.engine.view()).collection;
    const again = createEngine(indexed.env);
    await again.open(id);
    expect((await again.view()).byModel?.summaries).toBe(left.length);
    const due = (await partOf(indexed))?.items ?? 0;
    await indexed.start(SUMMARIES);
    const after = await written(indexed);
    expect(after.map(({ text }) => text)).toEqual(expect.arrayContaining(left.map(({ text }) => text)));
    expect(after).toHaveLength(left.length + due);
  });

  it('stay those of the tree in use where its settings change, until a person has it made anew for a price that counts all', async () => {
    const indexed = await collection();
    await indexed.start(SUMMARIES);
    const before = await written(indexed);
    const other = { ...SUMMARIES, 'model summaries': { ...SUMMARIES['model summaries'], leaf_tokens: 60 } };
    const price = async () => (await indexed.plan(other)).parts.find(({ step }) => step === 'model summaries');
    await collect(indexed.engine.configure('model summaries', other['model summaries'] ?? {}));
    const extra = textFile('quay 1.txt', 'The quay was swept on Monday. The quay was painted on Tuesday by Ada.');
    await collect(indexed.engine.add([extra]));
    const kept = await written(indexed);
    expect(kept.length).toBeGreaterThan(before.length / 2);
    expect(before.map(({ text }) => text)).toEqual(expect.arrayContaining(kept.map(({ text }) => text)));
    const tops = (await indexed.engine.summaryParts(null)).summaries.map(({ id }) => id);
    const ids = new Set((await indexed.rows('summaries')).map(({ id }) => id));
    expect(tops.every((id) => ids.has(id))).toBe(true);
    const due = await price();
    const sent = calls(indexed);
    await indexed.start(other);
    expect(due).toMatchObject({ calls: calls(indexed) - sent, items: (await written(indexed)).length });
    expect(await indexed.rows('summaries')).toHaveLength(due?.items ?? 0);
  });

  it('are made anew by the same settings in another edition of the tree, which then stays', async () => {
    const indexed = await collection();
    const next = { ...SUMMARIES, 'model summaries': { ...SUMMARIES['model summaries'], edition: 2 } };
    await indexed.start(SUMMARIES);
    await collect(indexed.engine.add([textFile('quay 1.txt', 'The quay was swept on Monday, and painted by Ada.')]));
    const price = async () => (await indexed.plan(next)).parts.find(({ step }) => step === 'model summaries');
    const due = await price();
    expect(due?.calls).toBeGreaterThan(0);
    const sent = calls(indexed);
    await indexed.start(next);
    expect(calls(indexed) - sent).toBeLessThanOrEqual(due?.calls ?? 0); // the same words were summed up before
    const rows = await indexed.rows('summaries');
    expect(new Set(rows.map((row) => (JSON.parse(row.tree_settings) as { edition: number }).edition))).toEqual(
      new Set([2]),
    );
    expect(await written(indexed)).toHaveLength(rows.length);
    expect((await price())?.calls ?? 0).toBe(0);
  });

  it('follow meaning where a person chooses it for an embedded collection, at a price that names what goes', async () => {
    const alike = [
      ['mill', 'quarry', 'counted'],
      ['orchard', 'harbour', 'visited'],
    ];
    let embedder: Embedder | null = wordHashEmbedder({ alike });
    const indexed = await collection(summing, () => embedder);
    const { engine } = indexed;
    const wide = { ...SUMMARIES['model summaries'], cluster_tokens: 700 };
    const words = { ...SUMMARIES, 'model summaries': { ...wide, placed_by: 'words' } };
    const byMeaning = { ...SUMMARIES, 'model summaries': { ...wide, placed_by: 'meaning' } };
    const price = async () => (await indexed.plan(byMeaning)).parts.find(({ step }) => step === 'model summaries');
    expect(inEnglish((await price())?.obstacle ?? '')).toContain('no embeddings yet');
    await expect(indexed.start(byMeaning)).rejects.toThrow('no embeddings yet');
    expect(await indexed.rows('summaries')).toEqual([]);
    await collect(engine.embed());
    await indexed.start(words);
    const byWords = await written(indexed);
    const planned = await price();
    expect(planned).not.toHaveProperty('obstacle');
    const gone = async () => {
      const ids = new Set((await written(indexed)).map((row) => row.id));
      return byWords.filter((row) => !ids.has(row.id)).length;
    };
    expect(planned?.calls).toBeGreaterThan(0);
    await indexed.start(byMeaning);
    expect(planned?.replaces).toBe(await gone());
    expect(planned?.replaces).toBeGreaterThan(0);
    const rows = await written(indexed);
    expect(new Set(rows.map((row) => row.tree_settings)).size).toBe(1);
    expect(rows[0]?.tree_settings).toContain('"placed_by":"meaning"');

    embedder = null;
    const { id } = (await engine.view()).collection;
    const again = createEngine(indexed.env);
    await again.open(id);
    const due = (await again.modelPlan(byMeaning))?.parts.find(({ step }) => step === 'model summaries');
    expect(due?.calls ?? 0).toBe(0);
    const tops = (await again.summaryParts(null)).summaries.map((top) => top.id);
    expect(tops.every((top) => rows.some((row) => row.id === top))).toBe(true);
    const extra = textFile('quay 1.txt', 'The quay was swept on Monday. The quay was painted on Tuesday by Ada.');
    await collect(engine.add([extra]));
    const left = await written(indexed);
    expect(left.length).toBeGreaterThan(rows.length / 2);
    expect(left.length).toBeLessThan(rows.length);
  });

  it('are not written unless a person asks for them', async () => {
    const indexed = await collection();
    await indexed.start(READ);
    expect(calls(indexed)).toBe(0);
  });

  it('are written of one cluster that a person looks at, and anew at another click', async () => {
    const indexed = await collection();
    const { engine } = indexed;
    const [top] = (await engine.summaryParts(null)).summaries;
    expect(top?.method).toBe('extractive');
    for (const made of [1, 2]) {
      await collect(engine.writeSummary(top?.id ?? ''));
      expect(calls(indexed)).toBe(made);
    }
    const now = (await engine.summaryParts(null)).summaries.filter(({ method }) => method !== 'extractive');
    expect(now.map(({ id }) => id)).toEqual([top?.id]);
    expect(await engine.view()).toMatchObject({ besides: { calls: 2 } });
    await expect(collect(engine.writeSummary('gone'))).rejects.toThrow('has changed');
  });

  it('stand in exports beside those that no model wrote, which forget a deleted document as well', async () => {
    const indexed = await collection();
    const { engine } = indexed;
    const exported = async (select: string) => {
      const sql = await duckdbOver(await unpacked(await fileOf(engine.exportAs('graphrag'))));
      const rows = await sql.rows(`SELECT ${select} FROM read_parquet('$folder/summaries.parquet')`);
      await sql.close();
      return rows;
    };
    const methods = async () => (await exported('method')).map(({ method }) => method);
    const all = await methods();
    expect(new Set(all)).toEqual(new Set(['extractive']));
    const [top] = (await engine.summaryParts(null)).summaries;
    await collect(engine.writeSummary(top?.id ?? ''));
    const now = await methods();
    expect(now).toHaveLength(all.length);
    expect(now.filter((method) => method !== 'extractive')).toEqual(['Scripted (summary 1)']);
    expect(await written(indexed)).toHaveLength(1);
    const [first] = (await engine.view()).documents;
    const rest = 'text, sources, text_unit_ids, leaf_document_ids';
    expect(JSON.stringify(await exported(rest))).toContain(first?.id);
    await collect(engine.removeDocuments([first?.id ?? '']));
    expect(JSON.stringify(await exported(rest))).not.toContain(first?.id);
  });
});
