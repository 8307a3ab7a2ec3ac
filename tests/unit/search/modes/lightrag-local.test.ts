import { describe, expect, it } from 'vitest';
import { ModelError } from '../../../../src/core/errors';
import type { DenseOutcome } from '../../../../src/core/retrieval/dense';
import type { ContextDataset } from '../../../../src/core/search/context/context';
import { byQuota, ownedPassages, roundRobin } from '../../../../src/core/search/modes/lightrag-local/context';
import { notesOf } from '../../../helpers/notes';
import { indexOf } from '../ask';
import { HARBOUR_WORLD } from '../harbour';
import { smallWorld } from '../small-world';
import { searched, type Given, type Searched } from './scripted-asker';

const harbour = indexOf(smallWorld(HARBOUR_WORLD));
const question = 'Who designed the lighthouse at Grey Point?';
const DESIGNED = 'The lighthouse at Grey Point was designed by Edda Marrow in 1871.';

/** A search in which the model names these keywords, or fails, and then answers. */
function asked(
  keywords: { readonly terms?: readonly string[]; readonly themes?: readonly string[] } | Error,
  { parameters = {}, ...given }: Given & { readonly parameters?: Record<string, number | boolean> } = {},
): Promise<Searched> {
  const { terms = [], themes = [] } = keywords instanceof Error ? {} : keywords;
  const reply = keywords instanceof Error ? keywords : JSON.stringify({ themes, terms });
  return searched(
    harbour,
    { question, mode: 'lightrag-local', parameters: { 'lightrag-local': parameters } },
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
    const none = { weight: 1, units: () => [], entities: () => [{ id: 6, score: 1 }], reports: () => [] };
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
