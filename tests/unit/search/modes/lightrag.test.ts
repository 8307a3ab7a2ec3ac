import { describe, expect, it } from 'vitest';
import { inEnglish } from '../../../../src/core/message';
import { NO_EVIDENCE } from '../../../../src/core/search/evidence/evidence';
import { ModelError } from '../../../../src/core/errors';
import type { DenseOutcome } from '../../../../src/core/retrieval/dense';
import type { Values } from '../../../../src/core/parameters';
import type { ContextDataset } from '../../../../src/core/search/context/context';
import type { LightragMode } from '../../../../src/core/search/modes/lightrag/parameters';
import { byQuota, ownedPassages, roundRobin } from '../../../../src/core/search/modes/lightrag/passages';
import type { SearchRequest } from '../../../../src/core/search/request/search-request';
import { notesOf } from '../../../helpers/notes';
import { answerTo, indexOf } from '../ask';
import { HARBOUR_WORLD } from '../harbour';
import { smallWorld } from '../small-world';
import { searched, type Given, type Searched } from './scripted-asker';

const harbour = indexOf(smallWorld(HARBOUR_WORLD));
const question = 'Who designed the lighthouse at Grey Point?';
const DESIGNED = 'The lighthouse at Grey Point was designed by Edda Marrow in 1871.';

interface Asking extends Given {
  readonly mode?: LightragMode;
  readonly parameters?: Values;
  readonly history?: SearchRequest['history'];
}

/** A search in which the model names these keywords, or fails, and then answers. */
function asked(
  keywords: { readonly terms?: readonly string[]; readonly themes?: readonly string[] } | Error,
  { mode = 'lightrag-local', parameters = {}, history = [], ...given }: Asking = {},
): Promise<Searched> {
  const { terms = [], themes = [] } = keywords instanceof Error ? {} : keywords;
  const reply = keywords instanceof Error ? keywords : JSON.stringify({ themes, terms });
  return searched(
    harbour,
    { question, mode, history, parameters: { [mode]: parameters } },
    ({ shape }) => (shape ? reply : `${DESIGNED} [Data: Sources (1)]`),
    given,
  );
}

const purposesOf = ({ answer }: Searched) => answer.trace.calls?.map(({ purpose }) => purpose);

/** Titles of the rows of a table that the answer was made from. */
const rowsOf = ({ answer }: Searched, name: ContextDataset): readonly string[] =>
  (answer.trace.sections.find((section) => section.name === name)?.items ?? []).flatMap(({ title, used }) =>
    used ? [title] : [],
  );

describe('LightRAG local', () => {
  it('has the model name keywords, and answers from the entities that these find, with citations', async () => {
    const found = await asked({ terms: ['Clara Voss'], themes: ['founders'] });
    expect(purposesOf(found)).toEqual(['keywords', 'answer']);
    expect(rowsOf(found, 'Entities')[0]).toBe('Clara Voss');
    expect(found.answer.text).toBe(DESIGNED);
    expect(found.answer.citations.length).toBeGreaterThan(0);
  });

  it('shows what the question finds by its own words before the keywords are there', async () => {
    const { events } = await asked({ terms: ['Clara Voss'] });
    const kinds = events.map(({ kind }) => kind);
    const keywordsAt = events.findIndex((event) => event.kind === 'call' && event.call.purpose === 'keywords');
    const evidence = events.flatMap((event) => (event.kind === 'evidence' ? [event.evidence] : []));
    expect(kinds.indexOf('evidence')).toBeLessThan(keywordsAt);
    expect(kinds.lastIndexOf('evidence')).toBeGreaterThan(keywordsAt);
    expect(evidence[0]?.passages.map(({ text }) => text).join(' ')).toContain('Edda Marrow');
    expect(evidence.at(-1)).not.toEqual(evidence[0]);
  });

  it('compares the low-level keywords by meaning as one text', async () => {
    const compared: string[] = [];
    const none = {
      weight: 1,
      units: () => [],
      entities: () => [{ id: 6, score: 1 }],
      relationships: () => [],
      reports: () => [],
      summaries: () => [],
    };
    const dense = async (text: string): Promise<DenseOutcome | null> => {
      compared.push(text);
      return { search: none, words: 'By meaning, too.' };
    };
    const found = await asked({ terms: ['iron', 'bridge builder'] }, { dense });
    expect(compared).toEqual([question, 'iron, bridge builder']);
    expect(rowsOf(found, 'Entities')).toContain('Jonas Pell');
  });

  it('looks for relationships where only themes are named, and for their ends', async () => {
    const found = await asked({ themes: ['what Clara Voss founded'] });
    const relationships = rowsOf(found, 'Relationships');
    expect(relationships.length).toBeGreaterThan(0);
    expect(relationships.every((title) => title.includes('Clara Voss'))).toBe(true);
    const ends = new Set(relationships.flatMap((title) => title.split(' – ')));
    expect([...rowsOf(found, 'Entities')].sort()).toEqual([...ends].sort());
  });

  it('looks for what the question says where no keyword is named', async () => {
    const found = await asked({});
    expect(rowsOf(found, 'Entities')[0]).toBe('Grey Point');
  });

  it('goes on with the question’s own words where the call fails, and says so', async () => {
    const found = await asked(new ModelError('The server said no.'));
    expect(purposesOf(found)).toEqual(['keywords', 'answer']);
    expect(rowsOf(found, 'Entities')[0]).toBe('Grey Point');
    expect(notesOf(found.answer).join(' ')).toContain('went on without asking the model first: The server said no.');
  });

  it('asks for no keywords where these are switched off', async () => {
    const found = await asked(new Error('Not to be asked.'), { parameters: { keywords: false } });
    expect(purposesOf(found)).toEqual(['answer']);
    expect(found.events.filter(({ kind }) => kind === 'evidence')).toHaveLength(1);
  });

  it('leaves the evidence where it is stopped while the keywords are asked for', async () => {
    const stop = new AbortController();
    const ask: NonNullable<Given['ask']> = async () => {
      stop.abort(Object.assign(new Error('Stopped.'), { name: 'AbortError' }));
      throw stop.signal.reason;
    };
    const { answer } = await asked({}, { ask, signal: stop.signal });
    expect(answer).toMatchObject({ method: 'evidence', stopped: true });
    expect(answer.evidence.passages.length).toBeGreaterThan(0);
  });

  it('gives each table its share of the room at most', async () => {
    const parameters = { keywords: false, entities_share: 3, relationships_share: 5 };
    const { answer } = await asked({}, { parameters });
    const budgets = Object.fromEntries(answer.trace.sections.map(({ name, budget }) => [name, budget ?? 0]));
    expect(budgets['Entities']).toBeLessThan(budgets['Relationships'] ?? 0);
    expect(budgets['Sources']).toBeGreaterThan(10 * (budgets['Relationships'] ?? 0));
  });
});

/** Ends of the shown relationships. */
const endsOf = (found: Searched): readonly string[] =>
  [...new Set(rowsOf(found, 'Relationships').flatMap((title) => title.split(' – ')))].sort();

describe('LightRAG global', () => {
  const mode = 'lightrag-global';

  it('looks for relationships by themes, and shows their ends', async () => {
    const found = await asked({ themes: ['what Clara Voss founded'], terms: ['Tobias Fenn'] }, { mode });
    expect(rowsOf(found, 'Relationships').every((title) => title.includes('Clara Voss'))).toBe(true);
    expect([...rowsOf(found, 'Entities')].sort()).toEqual(endsOf(found));
  });

  it('looks for entities where only terms are named', async () => {
    const found = await asked({ terms: ['Tobias Fenn'] }, { mode });
    expect(rowsOf(found, 'Entities')[0]).toBe('Tobias Fenn');
  });

  it('compares themes with relationships by meaning where these have vectors', async () => {
    const relationships = [...harbour.tables.relationships];
    const row = relationships.findIndex(({ source, target }) => ![source, target].includes('Edda Marrow'));
    const { source = '', target = '' } = relationships[row] ?? {};
    const search = {
      weight: 1,
      units: () => [],
      entities: () => [],
      relationships: () => [],
      reports: () => [],
      summaries: () => [],
    };
    const near = { ...search, relationships: () => [{ id: row, score: 1 }] };
    const dense = () => Promise.resolve({ search: near, words: 'By meaning, too.' });
    const found = await asked({ themes: ['metalwork'] }, { mode, dense });
    expect(rowsOf(found, 'Relationships')).toEqual([`${source} – ${target}`]);
  });
});

describe('LightRAG hybrid and mix', () => {
  it('show what terms and what themes find in turn, each once', async () => {
    const named = { terms: ['Tobias Fenn'], themes: ['what Clara Voss founded'] };
    const found = await asked(named, { mode: 'lightrag-hybrid' });
    const entities = rowsOf(found, 'Entities');
    expect(entities[0]).toBe('Tobias Fenn');
    expect(entities.slice(0, 3)).toContain('Clara Voss');
    expect(new Set(entities).size).toBe(entities.length);
    expect(rowsOf(found, 'Relationships').some((title) => title.includes('Clara Voss'))).toBe(true);
  });

  it('differ in the passages nearest to the question, which mix shows as well', async () => {
    const named = { terms: ['Tobias Fenn'] };
    const parameters = { passages: 4 };
    const hybrid = await asked(named, { mode: 'lightrag-hybrid', parameters });
    const mix = await asked(named, { mode: 'lightrag-mix', parameters });
    const passages = ({ answer }: Searched) => answer.evidence.passages.map(({ text }) => text).join(' ');
    expect(passages(hybrid)).not.toContain('Edda Marrow');
    expect(passages(mix)).toContain('Edda Marrow');
    expect(passages(mix)).toContain('Tobias Fenn');
  });

  it('order their passages as Basic does where no keywords are named', async () => {
    const asking = 'Who built the lighthouse at Grey Point?';
    const passagesOf = async (mode: 'basic' | 'lightrag-mix' | 'lightrag-hybrid') =>
      (await answerTo(harbour, { question: asking, mode })).trace.sections
        .flatMap(({ name, items }) => (name === 'Sources' ? items : []))
        .map(({ id }) => id);
    const basic = await passagesOf('basic');
    expect(basic.length).toBeGreaterThan(2);
    expect((await passagesOf('lightrag-mix')).slice(0, basic.length)).toEqual(basic);
    const hybrid = (await passagesOf('lightrag-hybrid')).filter((id) => basic.includes(id));
    expect(hybrid.length).toBeGreaterThan(1);
    expect(hybrid).toEqual(basic.filter((id) => hybrid.includes(id)));
  });

  it('take passages in turn where a person wants them by the rank of their entity', async () => {
    const named = { terms: ['Tobias Fenn'] };
    const parameters = { pick: 'rank', passages: 2 };
    const found = await asked(named, { mode: 'lightrag-mix', parameters });
    const passages = found.answer.evidence.passages.map(({ text }) => text).join(' ');
    expect(passages).toContain('Edda Marrow');
    expect(passages).toContain('Tobias Fenn');
  });

  it('looks for keywords that a person typed, without a call for them', async () => {
    const parameters = { low_keywords: 'Tobias Fenn, iron', high_keywords: '' };
    const found = await asked(new Error('Not to be asked.'), { mode: 'lightrag-mix', parameters });
    expect(purposesOf(found)).toEqual(['answer']);
    expect(rowsOf(found, 'Entities')[0]).toBe('Tobias Fenn');
    const alone = await answerTo(harbour, {
      question,
      mode: 'lightrag-mix',
      parameters: { 'lightrag-mix': parameters },
    });
    expect(alone.evidence.passages.map(({ text }) => text).join(' ')).toContain('Tobias Fenn');
  });

  it('never show more rows than they are allowed, nor a prompt that is larger than its room', async () => {
    const parameters = { entities: 2, passages: 3 };
    const found = await asked({ terms: ['Grey Point'], themes: ['trade'] }, { mode: 'lightrag-mix', parameters });
    expect(rowsOf(found, 'Sources').length).toBeLessThanOrEqual(3);
    for (const { budget, tokens } of found.answer.trace.sections) expect(tokens).toBeLessThanOrEqual(budget ?? 0);
  });

  it('has a reranker read the passages around the keywords, and leaves out those below the least relevance', async () => {
    const read: string[] = [];
    const reranker = () =>
      Promise.resolve({
        id: 'made-up',
        title: 'Made up',
        rank: (_: string, texts: readonly string[]) => {
          read.push(...texts);
          return Promise.resolve(Float32Array.from(texts, (text) => (text.includes('Tobias Fenn') ? 0.9 : 0.1)));
        },
      });
    const found = await asked(
      { terms: ['Tobias Fenn'] },
      { mode: 'lightrag-mix', parameters: { min_rerank: 0.5 }, reranker },
    );
    expect(read.some((text) => text.includes('Edda Marrow'))).toBe(true);
    const sources = found.calls.at(-1)?.messages.at(-1)?.content.split('-----Sources-----')[1] ?? '';
    expect(sources).toContain('Tobias Fenn');
    expect(sources.split('</data>')[0]).not.toContain('designed by Edda Marrow');
  });

  it('keeps its keywords where the reranker is gone once they came, and says so', async () => {
    const log = Array.from({ length: 40 }, (_, day) => `The lighthouse at Grey Point was lit on day ${String(day)}.`);
    const pell = 'Jonas Pell paid a toll in Corran.';
    const many = indexOf(
      smallWorld({
        documents: [{ id: 'log', title: 'Log', paragraphs: [...log, pell] }],
        entities: [
          { title: 'Grey Point', type: 'place' },
          { title: 'Jonas Pell', type: 'person' },
          { title: 'Corran', type: 'place' },
        ],
      }),
    );
    let loads = 0;
    const ranking = {
      id: 'made-up',
      title: 'Made up',
      rank: (_: string, texts: readonly string[]) => Promise.resolve(Float32Array.from(texts, () => 0.5)),
    };
    const reranker = () => (loads++ === 0 ? Promise.resolve(ranking) : Promise.reject(new ModelError('No memory.')));
    const found = await searched(
      many,
      { question, mode: 'lightrag-mix' },
      ({ shape }) => (shape ? JSON.stringify({ themes: [], terms: ['Jonas Pell'] }) : pell),
      { reranker },
    );
    expect(rowsOf(found, 'Entities')).toContain('Jonas Pell');
    expect(notesOf(found.answer).join(' ')).toMatch(/The reranker read \d+ passages only: No memory\./u);
    expect(notesOf(found.answer).join(' ')).not.toContain('went on without asking');
  });

  it('ends the prompt with the instruction of a person', async () => {
    const parameters = { instruction: 'Answer as a table of dates.' };
    const { calls } = await asked({ terms: ['Tobias Fenn'] }, { mode: 'lightrag-mix', parameters });
    expect(calls.at(-1)?.messages.at(-1)?.content.endsWith('\nAnswer as a table of dates.')).toBe(true);
  });
});

describe('LightRAG naive', () => {
  it('shows the passages nearest to the question and asks for no keywords', async () => {
    const found = await asked(new Error('Not to be asked.'), { mode: 'lightrag-naive' });
    expect(purposesOf(found)).toEqual(['answer']);
    expect(found.answer.trace.sections.map(({ name }) => name)).toEqual(['Sources']);
    expect(found.answer.evidence.passages[0]?.text).toContain('Edda Marrow');
  });
});

describe('LightRAG bypass', () => {
  const mode = 'lightrag-bypass';
  const history = [{ question: 'Who was Edda Marrow?', answer: 'An engineer.', documentIds: ['marrow'] }];

  it('puts question and conversation to the model without any document, and says so in front of the answer', async () => {
    const found = await asked({}, { mode, history });
    expect(purposesOf(found)).toEqual(['answer']);
    const prompt = found.calls[0]?.messages.at(-1)?.content ?? '';
    expect(prompt).toContain(question);
    expect(prompt).toContain('An engineer.');
    expect(prompt).not.toMatch(/-----(?:Sources|Entities)-----/u);
    expect(found.answer.lead && inEnglish(found.answer.lead)).toContain('does not come from your documents');
    expect(found.answer.evidence).toEqual(NO_EVIDENCE);
  });

  it('cites nothing, and calls every sentence the model’s own knowledge', async () => {
    const { answer } = await asked({}, { mode });
    expect(answer.citations).toEqual([]);
    expect(answer.sentences.length).toBeGreaterThan(0);
    for (const { verdict, reason } of answer.sentences) expect([verdict, reason]).toEqual(['not checked', 'general']);
  });

  it('says what it needs where there is no model, and shows nothing', async () => {
    const answer = await answerTo(harbour, { question, mode });
    expect(answer).toMatchObject({ method: 'evidence', notFound: false, evidence: NO_EVIDENCE });
    expect(answer.failure && inEnglish(answer.failure)).toContain('asks a chat model');
  });
});

describe('passages of LightRAG', () => {
  it('belong to the first row that has them, those first that most rows have', () => {
    expect(
      ownedPassages([
        [1, 2, 3],
        [3, 4],
        [3, 2],
      ]),
    ).toEqual([[3, 2, 1], [4], []]);
  });

  it('are taken from five of the first row down to one of the last, and what is left goes to the first', () => {
    const many = [1, 2, 3, 4, 5, 6, 7, 8];
    expect(byQuota([many, [11, 12, 13, 14], [21, 22, 23]], 5)).toEqual([1, 2, 3, 4, 5, 11, 12, 13, 21]);
    expect(byQuota([many, [11], [21, 22, 23]], 5)).toEqual([1, 2, 3, 4, 5, 11, 21, 6, 7]);
    expect(byQuota([], 5)).toEqual([]);
  });

  it('of entities and relationships come in turn', () => {
    expect(roundRobin([[1, 2, 3], [4]])).toEqual([1, 4, 2, 3]);
  });
});
