import type { AnswerSentence } from '../../../../src/core/search/answer/answer';
import { describe, expect, it } from 'vitest';
import { ModelError } from '../../../../src/core/errors';
import type { SearchEvent } from '../../../../src/core/search/events';
import type { Checker } from '../../../../src/core/search/writer/search-run';
import { judgingChecker, sayingModel, type PairLabel } from '../../../helpers/judging-checker';
import { indexOf } from '../ask';
import { HARBOUR_WORLD } from '../harbour';
import { smallWorld } from '../small-world';
import { searched, type Given, type ScriptedReply } from './scripted-asker';
import { notesOf } from '../../../helpers/notes';

const harbour = indexOf(smallWorld(HARBOUR_WORLD));
const QUOTED = 'The lighthouse at Grey Point was designed by Edda Marrow in 1871.';
const REWORDED = 'It was Edda Marrow who drew the lighthouse at Grey Point.';

interface WritingOptions extends Given {
  readonly generalKnowledge?: boolean;
}

async function written(reply: ScriptedReply, { generalKnowledge = false, ...given }: WritingOptions = {}) {
  const parameters = { answers: { general_knowledge: generalKnowledge } };
  const request = { question: 'Who designed the lighthouse at Grey Point?', mode: 'basic' as const, parameters };
  const { answer, events } = await searched(harbour, request, () => reply, given);
  for (const { text, at } of answer.sentences) expect(answer.text?.slice(at.start, at.end)).toBe(text);
  return { answer, sentences: answer.sentences, citedEvents: citedEvents(events) };
}

const citedEvents = (events: readonly SearchEvent[]): readonly (readonly AnswerSentence[])[] =>
  events.flatMap((event) => (event.kind === 'cited' ? [event.sentences] : []));
const checkedBy = (verdictOf: (hypothesis: string) => PairLabel): Given => ({
  checker: () => Promise.resolve(judgingChecker(({ hypothesis }) => verdictOf(hypothesis))),
});
const wordsAt = ({ text, lacks = [] }: AnswerSentence): readonly string[] =>
  lacks.map(({ start, end }) => text.slice(start, end));

describe('a sentence of an answer', () => {
  it('whose words stand in a passage is quoted, and cites them', async () => {
    const { answer, sentences } = await written(QUOTED);
    expect(sentences).toMatchObject([{ verdict: 'quoted', citations: [1] }]);
    expect(answer.citations[0]?.passages[0]?.quote).toBe(QUOTED);
  });

  it.each([
    ['number', 'The lighthouse at Grey Point was designed by Edda Marrow in **1874**.', ['1874']],
    ['name', 'The *lighthouse* at Grey Point was designed by Bruno Keller in 1871.', ['Bruno Keller']],
    ['number', '- The **lighthouse** at `Grey Point` was designed by Edda Marrow in 1874.', ['1874']],
  ])(
    'with another %s is unverified, and says in its Markdown what the nearest passage lacks: %s',
    async (reason, reply, lacked) => {
      const { answer, sentences } = await written(reply);
      const [sentence] = sentences;
      expect(sentence).toMatchObject({ verdict: 'unverified', reason, citations: [], nearest: 1 });
      expect(sentence && wordsAt(sentence)).toEqual(lacked);
      expect(answer.citations[0]?.passages[0]?.quote).toBe(QUOTED);
    },
  );

  it('that nothing comes near says so', async () => {
    const { sentences } = await written('Penguins moult twice yearly.');
    expect(sentences).toMatchObject([{ verdict: 'unverified', reason: 'no evidence', citations: [] }]);
    expect(sentences[0]?.nearest).toBeUndefined();
  });

  it.each([
    ['code', '```sql\nselect * from ships\n```'],
    ['code', '$$\na + b\n$$'],
    ['no claim', '## The lighthouse at Grey Point'],
    ['no claim', 'Who designed the lighthouse at Grey Point?'],
  ])('that is %s is not checked: %s', async (reason, reply) => {
    const { sentences } = await written(`${reply}\n\n${QUOTED}`);
    expect(sentences[0]).toMatchObject({ verdict: 'not checked', reason, citations: [] });
    expect(sentences.at(-1)).toMatchObject({ verdict: 'quoted' });
  });

  it('that the model marks as its own knowledge is general only where it may add its own', async () => {
    const reply = 'Queen Hilda of Norway paid 40,000 crowns. [LLM: verify]';
    expect((await written(reply, { generalKnowledge: true })).sentences).toMatchObject([
      { verdict: 'not checked', reason: 'general' },
    ]);
    expect((await written(reply)).sentences).toMatchObject([{ verdict: 'unverified' }]);
  });

  it('that speaks of the end of a thought, on a line of its own, is shown whole', async () => {
    const reply = `The template closes a thought with\n</think>\nand then comes the answer.\n\n${QUOTED}`;
    const { answer, sentences } = await written(reply);
    expect(answer.text).toBe(reply);
    expect(sentences.at(-1)).toMatchObject({ verdict: 'quoted' });
  });

  it('in whose middle the model broke off is not checked, and those before it are', async () => {
    const error = new ModelError('It went away.');
    const { answer, sentences } = await written({ begins: `${QUOTED} It stands forty`, error });
    expect(answer).toMatchObject({ stopped: true });
    expect(sentences).toMatchObject([{ verdict: 'quoted' }, { verdict: 'not checked', reason: 'stopped' }]);
  });
});

describe('a checker', () => {
  it('is waited for: a sentence is pending while it is judged, and then decided', async () => {
    const { sentences, citedEvents: events } = await written(
      `${REWORDED} ${QUOTED}`,
      checkedBy(() => 'entailment'),
    );
    expect(events[0]?.[0]).toMatchObject({ verdict: 'unverified', pending: true });
    expect(sentences).toMatchObject([{ verdict: 'supported', reason: 'entailment' }, { verdict: 'quoted' }]);
    expect(sentences[0]?.citations.length).toBeGreaterThan(0);
    expect(sentences.some(({ pending }) => pending)).toBe(false);
  });

  it('that is slow leaves nothing pending in an answer whose model breaks off', async () => {
    const never = { ...judgingChecker(() => 'entailment') };
    const checker = (): Promise<Checker> =>
      Promise.resolve({ ...never, model: { ...never.model, judge: () => new Promise(() => undefined) } });
    const error = new ModelError('It went away.');
    const { sentences } = await written({ begins: `${REWORDED} ${QUOTED} It stands forty`, error }, { checker });
    expect(sentences).toMatchObject([{ verdict: 'unverified' }, { verdict: 'quoted' }, { reason: 'stopped' }]);
    expect(sentences.some(({ pending }) => pending)).toBe(false);
  });

  it('that finds a contradiction says so, and what it is contradicted by stands beside it', async () => {
    const { answer, sentences } = await written(
      REWORDED,
      checkedBy(() => 'contradiction'),
    );
    expect(sentences).toMatchObject([{ verdict: 'contradicted', reason: 'entailment', citations: [] }]);
    expect(answer.citations.find(({ number }) => number === sentences[0]?.nearest)?.passages.length).toBeGreaterThan(0);
  });

  it('that is not sure leaves a sentence unverified', async () => {
    const { sentences } = await written(
      REWORDED,
      checkedBy(() => 'neutral'),
    );
    expect(sentences).toMatchObject([{ verdict: 'unverified' }]);
    expect(sentences[0]?.pending).toBeUndefined();
  });

  it('never has a sentence with another number supported', async () => {
    const { sentences } = await written(
      'Edda Marrow designed the lighthouse at Grey Point in 1874.',
      checkedBy(() => 'entailment'),
    );
    expect(sentences).toMatchObject([{ verdict: 'unverified', reason: 'number' }]);
  });

  it('is not asked of what the words decide', async () => {
    const asked: string[] = [];
    await written(
      `${QUOTED} ${REWORDED}`,
      checkedBy((hypothesis) => {
        asked.push(hypothesis);
        return 'neutral';
      }),
    );
    expect(asked.length).toBeGreaterThan(0);
    expect([...new Set(asked)]).toEqual([REWORDED]);
  });

  const failing: Checker = {
    ...judgingChecker(() => 'neutral'),
    model: { ...sayingModel(() => 'neutral'), judge: () => Promise.reject(new ModelError('It broke down.')) },
  };
  it.each([
    ['fails', () => Promise.resolve(failing), 'The sentence checker did not read to the end: It broke down.'],
    [
      'cannot be loaded',
      () => Promise.reject(new ModelError('No room.')),
      'The sentence checker did not read to the end: No room.',
    ],
    ['is not there', () => Promise.resolve(null), undefined],
  ])('that %s leaves the answer and its sentences, none pending, and says why', async (_, checker, note) => {
    const { answer, sentences } = await written(`${REWORDED} ${QUOTED}`, { checker });
    expect(answer).toMatchObject({ method: 'Scripted 1B', stopped: false });
    expect(sentences).toMatchObject([{ verdict: 'unverified' }, { verdict: 'quoted' }]);
    expect(sentences.some(({ pending }) => pending)).toBe(false);
    expect(notesOf(answer)).toEqual(note === undefined ? [] : [note]);
  });

  it('is not waited for once the search is stopped', async () => {
    const stop = new AbortController();
    const model = {
      ...sayingModel(() => 'neutral'),
      judge: () => new Promise<never>(() => setTimeout(() => stop.abort())),
    };
    const { answer, sentences } = await written(`${REWORDED} ${QUOTED}`, {
      signal: stop.signal,
      checker: () => Promise.resolve({ ...failing, model }),
    });
    expect(answer.text).toContain(QUOTED);
    expect(sentences.map(({ verdict }) => verdict)).toEqual(['unverified', 'quoted']);
    expect(sentences.some(({ pending }) => pending)).toBe(false);
  });
});
