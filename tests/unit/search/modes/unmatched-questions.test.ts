import { RUN_MODES, type RunMode } from '../../../../src/core/search/request/mode-names';
import { MODES } from '../../../../src/core/search/modes/modes';
import { describe, expect, it } from 'vitest';
import { answerTo, eventsOf, indexOf } from '../ask';
import { harbour } from '../harbour';
import { smallWorld } from '../small-world';
import { searched } from './scripted-asker';

const SEARCHING = RUN_MODES.filter((mode) => !MODES[mode].withoutDocuments);
const showsPassagesAlone = (mode: RunMode): boolean =>
  MODES[mode].shows.every((kind) => kind === 'passages' || kind === 'summaries');

const index = indexOf(harbour());
const AT_ODDS = 'Who squabbled with whom, and why?';

describe('a question whose words are nowhere', () => {
  it.each(SEARCHING)(
    'is shown something in %s, with the words that are missing and what is shown instead',
    async (mode) => {
      const { evidence, notFound } = await answerTo(index, { question: AT_ODDS, mode });
      expect(evidence.passages.length + evidence.communities.length).toBeGreaterThan(0);
      expect(evidence.missing.map(({ word }) => word)).toEqual(['squabbled']);
      expect(evidence.instead).toBe(showsPassagesAlone(mode) ? 'document leads' : 'best connected');
      expect(notFound).toBe(false);
    },
  );

  it('in Local has the best connected names, their relationships and their communities', async () => {
    const { evidence } = await answerTo(index, { question: AT_ODDS, mode: 'local' });
    const degree = (title: string): number => index.tables.entities.find((row) => row.title === title)?.degree ?? 0;
    const most = Math.max(...index.tables.entities.map((row) => row.degree));
    expect(degree(evidence.entities[0]?.title ?? '')).toBe(most);
    expect(evidence.entities.some(({ relationships }) => relationships.length > 0)).toBe(true);
    expect(evidence.communities.map(({ title }) => title)).toContain('Edda Marrow and the lighthouse');
    expect(evidence.passages.length).toBeGreaterThan(0);
  });

  it('within chosen documents has the names that are connected there', async () => {
    const { evidence } = await answerTo(index, { question: AT_ODDS, mode: 'local', documentIds: ['company'] });
    expect(
      evidence.entities
        .map(({ title }) => title)
        .slice(0, 2)
        .sort(),
    ).toEqual(['Clara Voss', 'Harbour Company']);
    expect([...new Set(evidence.passages.map(({ documentId }) => documentId))]).toEqual(['company']);
  });

  it('in Basic has how each document begins', async () => {
    const { evidence } = await answerTo(index, { question: AT_ODDS, mode: 'basic' });
    const first = index.tables.documents.map(({ text }) => text.slice(0, 20));
    expect(evidence.passages.map(({ text }) => text.slice(0, 20))).toEqual(first);
    expect(evidence.passages.flatMap(({ marks }) => marks)).toEqual([]);
  });

  it.each(SEARCHING)('is put to a model in %s, which is shown what a person is shown', async (mode) => {
    const { calls, answer } = await searched(index, { question: AT_ODDS, mode }, () => 'Nobody says so.');
    expect(calls.length).toBeGreaterThan(0);
    expect(answer.evidence.instead).toBeDefined();
  });

  it('is taken by Auto to Local, and to Basic where there are no names', async () => {
    const [plan] = await eventsOf(index, { question: AT_ODDS });
    expect(plan).toMatchObject({ mode: 'local', reason: { template: 'Nothing matches its words.' } });
    const bare = indexOf(smallWorld({ documents: [{ id: 'a', title: 'A', paragraphs: ['The mill stood still.'] }] }));
    const answer = await answerTo(bare, { question: AT_ODDS });
    expect(answer).toMatchObject({ mode: 'basic', notFound: false, evidence: { instead: 'document leads' } });
  });

  it.each(SEARCHING)('is shown how documents begin in %s while nothing but text was read', async (mode) => {
    const bare = indexOf(smallWorld({ documents: [{ id: 'a', title: 'A', paragraphs: ['The mill stood still.'] }] }));
    const { evidence } = await answerTo(bare, { question: AT_ODDS, mode });
    expect(evidence.passages.map(({ text }) => text)).toEqual(['The mill stood still.']);
    expect(evidence.instead).toBe('document leads');
  });

  it('that some other passage has is no such question', async () => {
    const { evidence } = await answerTo(index, { question: 'Who squabbled about the toll?', mode: 'local' });
    expect(evidence.instead).toBeUndefined();
    expect(evidence.passages[0]?.text).toContain('toll');
  });
});

describe('a question on the whole', () => {
  it.each(SEARCHING)('shows something in %s, which is no stand-in', async (mode) => {
    const { evidence } = await answerTo(index, { question: 'What are the main themes?', mode });
    expect(evidence.passages.length + evidence.communities.length).toBeGreaterThan(0);
    expect(evidence.instead).toBeUndefined();
  });
});
