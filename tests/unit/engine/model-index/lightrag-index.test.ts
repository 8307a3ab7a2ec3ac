import { describe, expect, it, vi } from 'vitest';
import { countPromptTokens, type ChatRequest } from '../../../../src/core/models/chat-model';
import { chosenFields } from '../../../../src/core/index/embeddings';
import type { IndexState } from '../../../../src/core/ports/index-state';
import { estimateTokens } from '../../../../src/core/text/tokens';
import { collect, textFile } from '../../../helpers/engine-env';
import { letters, type Letters } from '../../../helpers/indexed-letters';
import { naming } from '../../../helpers/naming-model';
import type { Script } from '../../../helpers/scripted-model';

const LIGHTRAG: IndexState['parameters'] = {
  'model reading': { depth: 'themes', budget: 100 },
  'model resolution': { resolve: false },
};
/** As GraphRAG indexes: one gleaning, any two descriptions made one, a report on each community. */
const GRAPHRAG: IndexState['parameters'] = {
  'model reading': { depth: 'full', budget: 100, gleanings: 1 },
  'model resolution': { resolve: false },
  'model descriptions': { join_above: 0 },
  'model reports': { reports: 'all', least_size: 2 },
};

const asksThemes = ({ shape }: ChatRequest): boolean =>
  shape?.kind === 'lines' && 'keywords' in (shape.records['relation']?.fields ?? {});

/** Describes each name of a passage in about 30 words of its own, and relates the names of each sentence. */
const describing: Script = (request, call) => {
  const { shape, messages } = request;
  if (shape?.kind !== 'lines' || !('entity' in shape.records)) return naming(request, call);
  if (messages.length > 2) return ['none'];
  const prompt = messages.at(-1)?.content ?? '';
  const sentences = [...prompt.matchAll(/^s(\d+) (.+)$/gmu)].map(([, number = '', text = '']) => ({ number, text }));
  const day = /day \d+/u.exec(prompt)?.[0] ?? 'some day';
  const lines = sentences.flatMap(({ number, text }) => {
    const names = [...new Set(text.match(/\b\p{Lu}\p{Ll}+\b/gu) ?? [])];
    const about = `is named in the letters on ${day} ${'and had much to do with the mill '.repeat(3)}by the river.`;
    const [one, other] = names;
    return [
      ...names.map((name) => `entity|${name}|person|${number}|${name} ${about}`),
      ...(one && other ? [relationLine(request, one, other, number, `${one} and ${other} met on ${day}.`)] : []),
    ];
  });
  return [lines.join('\n')];
};

const relationLine = (request: ChatRequest, one: string, other: string, number: string, description: string): string =>
  ['relation', one, other, asksThemes(request) ? 'correspondence, trade' : '7', number, description].join('|');

interface Cost {
  readonly calls: number;
  readonly prompt: number;
  readonly reply: number;
}

/** A collection whose model counts the tokens of what it is sent and answers. */
async function counted(count: number): Promise<{ readonly indexed: Letters; readonly cost: () => Cost }> {
  let [calls, prompt, reply] = [0, 0, 0];
  const indexed = await letters(count, (request, call) => {
    const answer = describing(request, call);
    calls++;
    prompt += countPromptTokens(request.messages);
    reply += answer instanceof Error ? 0 : estimateTokens(answer.join(''));
    return answer;
  });
  return { indexed, cost: () => ({ calls, prompt, reply }) };
}

describe('The index of LightRAG', () => {
  it('takes one call per passage, which its plan says within 3 %, and no reports', async () => {
    const { indexed, cost } = await counted(12);
    const { parts } = await indexed.plan(LIGHTRAG);
    const calls = parts.reduce((sum, part) => sum + part.calls, 0);
    const promptTokens = parts.reduce((sum, part) => sum + part.promptTokens, 0);
    await indexed.start(LIGHTRAG);
    expect(cost().calls).toBe(12);
    expect(calls).toBe(12);
    expect(Math.abs(promptTokens / cost().prompt - 1)).toBeLessThan(0.03);
    expect((await indexed.rows('community_reports')).length).toBe(0);
  });

  it('takes at most a third of the calls of a whole GraphRAG, and less than half of its tokens even of passages of two sentences', async () => {
    const lightrag = await counted(16);
    const graphrag = await counted(16);
    await lightrag.indexed.start(LIGHTRAG);
    await graphrag.indexed.start(GRAPHRAG);
    const tokens = ({ prompt, reply }: Cost): number => prompt + reply;
    expect(lightrag.cost().calls).toBeLessThanOrEqual(graphrag.cost().calls / 3);
    expect(tokens(lightrag.cost())).toBeLessThan(tokens(graphrag.cost()) / 2);
  });

  it('has the themes of a pair as a set, and its weight is the number of passages that state it', async () => {
    const { indexed } = await counted(12);
    await indexed.start(LIGHTRAG);
    const stated = (await indexed.rows('relationships')).filter(({ method }) => method !== 'no-model');
    expect(stated.length).toBeGreaterThan(3);
    for (const row of stated) {
      expect(row.keywords).toEqual(['correspondence', 'trade']);
      expect(row.weight).toBe(row.text_unit_ids.length);
    }
  });

  it('summarises from eight descriptions on, and leaves fewer side by side', async () => {
    const { indexed, cost } = await counted(8);
    await indexed.start(LIGHTRAG);
    expect(cost().calls).toBe(8);
    const more = Array.from({ length: 8 }, (_, at) =>
      textFile(`m${String(at)}.txt`, `Ada met Zoe on day ${String(100 + at)}.`),
    );
    await collect(indexed.engine.add(more));
    await indexed.start(LIGHTRAG);
    const ada = (await indexed.rows('entities')).find(({ title }) => title === 'Ada');
    expect(ada?.description_hash).not.toBeNull();
    const babbage = (await indexed.rows('entities')).find(({ title }) => title === 'Babbage');
    expect(babbage?.description_hash).toBeNull();
  });

  it('forgets a document without asking, and keeps what a person changed', async () => {
    const { indexed, cost } = await counted(10);
    await indexed.start(LIGHTRAG);
    const { engine } = indexed;
    const [ada, babbage] = await Promise.all(
      ['Ada', 'Babbage'].map(async (name) => (await indexed.rows('entities')).find(({ title }) => title === name)),
    );
    await collect(engine.renameEntity(ada?.id ?? '', 'Ada Lovelace'));
    await collect(engine.merge(ada?.id ?? '', babbage?.id ?? ''));
    const asked = cost().calls;
    const replay = vi.spyOn(indexed.env.replies, 'get');
    const [first] = (await engine.view()).documents;
    await collect(engine.removeDocuments([first?.id ?? '']));
    expect(cost().calls).toBe(asked);
    expect(replay).not.toHaveBeenCalled();
    const entities = await indexed.rows('entities');
    expect(entities.find(({ title }) => title === 'Ada Lovelace')?.aliases).toContain('Babbage');
    expect(entities.some(({ title }) => title === 'Ada' || title === 'Babbage')).toBe(false);
    const units = new Set((await indexed.rows('text_units')).map(({ id }) => id));
    for (const row of await indexed.rows('relationships')) {
      for (const id of row.text_unit_ids) expect(units.has(id)).toBe(true);
      if (row.method !== 'no-model') expect(row.weight).toBe(row.text_unit_ids.length);
    }
  });

  it('answers by what is there at the moment, and knows the keywords of a question in every mode', async () => {
    const asked: string[] = [];
    const { engine } = await letters(6, (request, call) => {
      if (request.shape?.kind === 'record' && 'terms' in request.shape.fields) {
        return [JSON.stringify({ themes: ['correspondence'], terms: ['Ada'] })];
      }
      if (request.shape) return describing(request, call);
      asked.push(request.messages.at(-1)?.content ?? '');
      return ['Ada wrote letters.'];
    });
    await collect(engine.indexWithModel(LIGHTRAG, { begins: true }));
    const parameters = { answers: { follow_ups: 0 } };
    const ask = async (mode: 'lightrag-mix' | 'lightrag-global') => {
      const last = (await collect(engine.search({ question: 'What did Ada write?', mode, parameters }))).at(-1);
      return last?.kind === 'answer' ? (last.answer.trace.calls ?? []) : [];
    };
    await ask('lightrag-mix');
    const again = await ask('lightrag-mix');
    expect(again.map(({ remembered }) => remembered)).toEqual([true, true]);
    const [keywords] = await ask('lightrag-global');
    expect(keywords).toMatchObject({ purpose: 'keywords', remembered: true });
    const first = (await engine.view()).documents.find(({ path }) => path === '0.txt');
    await collect(engine.removeDocuments([first?.id ?? '']));
    const after = await ask('lightrag-mix');
    expect(after.at(-1)).toMatchObject({ purpose: 'answer', remembered: false });
    expect(asked[0]).toContain('on day 0');
    expect(asked.at(-1)).not.toContain('on day 0');
  });

  it('goes on after a pause where it was, without a second call for what is read', async () => {
    const { indexed, cost } = await counted(6);
    const { engine } = indexed;
    for await (const event of engine.indexWithModel(LIGHTRAG, { begins: true })) {
      if (event.kind === 'committed' && cost().calls >= 2) void engine.pauseModelIndex();
    }
    await collect(engine.indexWithModel(LIGHTRAG));
    expect(cost().calls).toBe(6);
  });

  it('is embedded with its relationships, unless a person switched these off', async () => {
    const { indexed } = await counted(2);
    await indexed.start(LIGHTRAG);
    const fields = (parameters: IndexState['parameters']) => chosenFields(parameters).map(({ field }) => field);
    expect(fields({})).not.toContain('relationship_description');
    expect(fields(LIGHTRAG)).toContain('relationship_description');
    expect(fields({ ...LIGHTRAG, embeddings: { relationship_description: false } })).not.toContain(
      'relationship_description',
    );
  });
});
