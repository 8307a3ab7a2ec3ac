import { describe, expect, it } from 'vitest';
import { ModelError } from '../../../../src/core/errors';
import type { DenseOutcome } from '../../../../src/core/retrieval/dense';
import { searchCost } from '../../../../src/core/search/search-cost';
import { fuseRanks } from '../../../../src/core/vectors/top-k';
import { notesOf } from '../../../helpers/notes';
import { answerTo, indexOf } from '../ask';
import { HARBOUR_WORLD } from '../harbour';
import { smallWorld } from '../small-world';
import { dataOf, MODEL, searched } from './scripted-asker';

const tables = smallWorld(HARBOUR_WORLD);
const TOLL = tables.textUnits.findIndex(({ text }) => text.startsWith('Fishermen called the toll unfair'));

/** The harbour with a context of one passage, as a model may have written it. */
const withContext = (context: string) =>
  indexOf({
    ...tables,
    textUnits: tables.textUnits.map((unit, at) => (at === TOLL ? { ...unit, written_context: context } : unit)),
  });

const asked = (question: string, contextual: Record<string, number | string> = {}) =>
  ({ question, mode: 'contextual', parameters: { contextual } }) as const;

/** Compared by meaning, these passages come in this order. */
const byMeaning = (...slots: readonly number[]) => {
  const search = {
    weight: 1,
    units: (k: number) => slots.slice(0, k).map((id, at) => ({ id, score: 1 - at / 100 })),
    entities: () => [],
    relationships: () => [],
    reports: () => [],
    summaries: () => [],
  };
  return (): Promise<DenseOutcome> => Promise.resolve({ search, words: 'By meaning, too.' });
};

describe('Contextual', () => {
  it.each(['joined', 'better'])('finds a passage by words of its context alone, with fields %s', async (fields) => {
    const on = withContext('It speaks of the strike of Saltmarsh in the years of the Harbour Company.');
    const { evidence } = await answerTo(on, asked('What happened at Saltmarsh?', { fields }));
    expect(evidence.passages[0]?.text).toContain('Fishermen called the toll unfair');
    expect(evidence.passages[0]?.text).not.toContain('Saltmarsh');
  });

  it('scores the better field, where words in text and context do not add up', async () => {
    const orchard = smallWorld({
      documents: [
        { id: 'one', title: 'One', paragraphs: ['Apples, plums and quinces.'] },
        { id: 'other', title: 'Other', paragraphs: ['Apples and pears.'] },
        { id: 'third', title: 'Third', paragraphs: ['Pears grow on a wall.', 'Nothing else grows there.'] },
      ],
    });
    const textUnits = orchard.textUnits.map((unit) =>
      unit.document_id === 'other' ? { ...unit, written_context: 'Of plums and quinces.' } : unit,
    );
    const on = indexOf({ ...orchard, textUnits });
    const first = async (fields: string) =>
      (await answerTo(on, asked('Which apples, pears, plums and quinces?', { fields }))).evidence.passages[0]?.text;
    expect(await first('joined')).toContain('pears');
    expect(await first('better')).toContain('quinces');
  });

  it('fuses words and meaning by the share that is set', async () => {
    const first = async (share: number) => {
      const found = asked('Who designed the lighthouse?', { meaning_share: share });
      return (await answerTo(indexOf(tables), found, { dense: byMeaning(TOLL) })).evidence.passages[0]?.text ?? '';
    };
    expect(await first(80)).toContain('Fishermen called');
    expect(await first(20)).toContain('designed by Edda Marrow');
  });

  it('has a reranker read the wide list in parts, each passage behind its context', async () => {
    const read: string[] = [];
    const reranker = () =>
      Promise.resolve({
        id: 'r',
        title: 'R',
        rank: (_: string, texts: readonly string[]) => {
          read.push(...texts);
          return Promise.resolve(Float32Array.from(texts, (text) => (text.includes('Saltmarsh') ? 0.9 : 0.1)));
        },
      });
    const on = withContext('Of the strike of Saltmarsh.');
    const { evidence } = await answerTo(on, asked('Who built a lighthouse, a bridge, a toll or a company?'), {
      reranker,
    });
    expect(read.find((text) => text.includes('Fishermen'))).toMatch(/^Of the strike of Saltmarsh\.\nFishermen/u);
    expect(evidence.passages[0]?.text).toContain('Fishermen called');
  });

  it('keeps what a reranker read before it failed, and says how much that was', async () => {
    const many = smallWorld({
      documents: [
        {
          id: 'log',
          title: 'Log',
          paragraphs: Array.from({ length: 40 }, (_, at) => `Storm number ${String(at)} came.`),
        },
      ],
    });
    let calls = 0;
    const rank = (_: string, texts: readonly string[]): Promise<Float32Array> =>
      calls++ > 0
        ? Promise.reject(new ModelError('It took too long.'))
        : Promise.resolve(Float32Array.from(texts, (_text, at) => at / 100));
    const answer = await answerTo(indexOf(many), asked('Which storm came?'), {
      reranker: () => Promise.resolve({ id: 'r', title: 'R', rank }),
    });
    expect(notesOf(answer).join(' ')).toContain('read 30 passages only: It took too long.');
    expect(answer.evidence.passages[0]?.text).toContain('number 29');
  });

  it('shows the model as many passages as are set, and says where no context was written', async () => {
    const request = asked('Who designed the lighthouse at Grey Point?', { passages: 2 });
    const script = () => 'The lighthouse at Grey Point was designed by Edda Marrow in 1871. [Data: Sources (1)]';
    const bare = await searched(indexOf(tables), request, script);
    expect(dataOf(bare.calls[0]?.messages ?? []).match(/^\d+\|/gmu)).toHaveLength(2);
    expect(notesOf(bare.answer).join(' ')).toContain('titles and headings stood in for them');
    expect(bare.answer.citations).not.toEqual([]);
    const written = await searched(withContext('Of the toll.'), request, script);
    expect(notesOf(written.answer)).toEqual([]);
    const env = { model: MODEL, prompts: {}, speed: undefined, hasVectors: false, isChecker: false };
    const few = searchCost(indexOf(tables), request, env);
    expect(few.promptTokens).toBeLessThan(searchCost(indexOf(tables), asked(request.question), env).promptTokens);
  });
});

describe('ranks', () => {
  it('are fused by weight / (constant + rank), and the best scores 1', () => {
    const lists = [
      {
        hits: [
          { id: 1, score: 9 },
          { id: 2, score: 8 },
        ],
        weight: 0.2,
      },
      {
        hits: [
          { id: 2, score: 1 },
          { id: 3, score: 0.5 },
        ],
        weight: 0.8,
      },
    ];
    const fused = fuseRanks(lists, 0);
    expect(fused.map(({ id }) => id)).toEqual([2, 3, 1]);
    expect(fused.map(({ score }) => Number((0.9 * score).toFixed(6)))).toEqual([0.9, 0.4, 0.2]);
  });
});
