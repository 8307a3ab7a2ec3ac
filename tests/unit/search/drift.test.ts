import { describe, expect, it } from 'vitest';
import { measuredSample } from '../../../bench/lib/measured-sample';
import type { Answer } from '../../../src/core/search/events';
import { answerTo, eventsOf, indexOf, wordsOf } from './ask';
import { harbour, HARBOUR_WORLD } from './harbour';
import { smallWorld } from './small-world';

const index = indexOf(harbour());
const { index: sample } = await measuredSample();
const question = 'Who designed the lighthouse at Grey Point?';
const drift = (asked: Partial<Parameters<typeof answerTo>[1]> = {}) =>
  answerTo(index, { question, mode: 'drift', ...asked });

const asked = ({ trace }: Answer) => (trace.actions ?? []).filter(({ id, state }) => id > 0 && state === 'answered');
const headings = ({ sentences }: Answer): readonly string[] =>
  sentences.flatMap(({ role, text }) => (role === 'heading' ? [text] : []));

describe('DRIFT without a model', () => {
  it('answers first, then under further questions along the graph', async () => {
    const answer = await drift();
    expect(answer.method).toBe('extractive');
    expect(answer.sentences[0]?.text).toBe('The lighthouse at Grey Point was designed by Edda Marrow in 1871.');
    const { sentences, ...further } = await answerTo(sample, { question: 'Who was paid by the Board?', mode: 'drift' });
    const asked = headings({ sentences, ...further }).filter((heading) => /^How is .+ related to .+\?$/u.test(heading));
    expect(asked.length).toBeGreaterThan(0);
    for (const [at, { role, citations }] of sentences.entries()) {
      if (role !== 'plain') expect(citations.length).toBeGreaterThan(0);
      if (role === 'heading') expect(sentences[at + 1]?.role).toBe('item');
    }
  });

  it('tells its questions as they are asked, before the sentences, and keeps them with the answer', async () => {
    const events = await eventsOf(index, { question, mode: 'drift' });
    const kinds = events.map(({ kind }) => kind);
    expect(kinds.lastIndexOf('action')).toBeLessThan(kinds.indexOf('sentence'));
    const told = events.flatMap((event) => (event.kind === 'action' ? [event.action] : []));
    expect(told[0]).toMatchObject({ id: 0, parent: null, question, state: 'answered' });
    const answer = await drift();
    expect(answer.trace.actions).toEqual(told);
    for (const heading of headings(answer)) expect(asked(answer).map((one) => one.question)).toContain(heading);
  });

  it('asks no more than the rounds and the questions of a round allow', async () => {
    const well = (drift: Record<string, number>) =>
      answerTo(sample, { question: 'How did the water reach the Lady Well?', mode: 'drift', parameters: { drift } });
    expect(asked(await well({ depth: 0 }))).toEqual([]);
    expect(asked(await well({ depth: 1, follow_ups: 1 })).map(({ depth }) => depth)).toEqual([1]);
    const { trace } = await answerTo(sample, { question: 'Who was paid, and for what?', mode: 'drift' });
    const ended = (trace.actions ?? []).filter(({ id, state }) => id > 0 && state !== 'waiting');
    expect(ended.length).toBeLessThanOrEqual(6);
    expect(Math.max(...ended.map(({ depth }) => depth))).toBe(2);
  });

  it('goes on from where a question led', async () => {
    const { trace } = await answerTo(sample, { question: 'How did the water reach the Lady Well?', mode: 'drift' });
    const byId = new Map((trace.actions ?? []).map((action) => [action.id, action]));
    const deeper = [...byId.values()].filter(({ depth }) => depth === 2);
    expect(deeper.length).toBeGreaterThan(0);
    for (const { parent } of deeper) expect(byId.get(parent ?? -1)).toMatchObject({ depth: 1 });
  });

  it('leaves out what a person does not want asked, and asks what one wants asked', async () => {
    const [first] = asked(await drift());
    const stopped = await drift({ drift: { stopped: [first?.question ?? ''], pursued: [] } });
    expect(headings(stopped)).not.toContain(first?.question);
    expect(stopped.trace.actions?.find((one) => one.question === first?.question)?.state).toBe('stopped');
    const wanted = 'Why did fishermen refuse to pay the toll?';
    const pursued = await drift({ drift: { stopped: [], pursued: [wanted] } });
    expect(pursued.trace.actions?.find((one) => one.question === wanted)).toMatchObject({ state: 'answered' });
    expect(pursued.trace.actions?.find((one) => one.question === wanted)?.answer).toContain('unfair');
  });

  it('says nothing twice', async () => {
    for (const words of ['Who was Plumbline?', 'What are the main themes?', 'Who was paid, and for what?']) {
      const { sentences } = await answerTo(sample, { question: words, mode: 'drift' });
      const said = sentences.filter(({ role }) => role !== 'heading').map(({ text }) => text);
      expect(new Set(said).size).toBe(said.length);
    }
  });

  it('says so when it is not in the documents, and asks nothing further', async () => {
    const answer = await drift({ question: 'Who is the mayor of Philadelphia?' });
    expect(answer.notFound).toBe(true);
    expect(answer.trace.actions).toHaveLength(1);
    expect(answer.trace.actions?.[0]).toMatchObject({ state: 'nothing found' });
  });

  it('quotes only chosen documents, and cites no other', async () => {
    for (const documentIds of [['marrow'], ['light', 'zh'], ['company']]) {
      const answer = await drift({ question: 'What connects Grey Point and Edda Marrow?', documentIds });
      const cited = answer.citations.flatMap(({ passages }) => passages.map(({ document_id }) => document_id));
      expect(cited.filter((id) => !documentIds.includes(id))).toEqual([]);
      for (const action of answer.trace.actions ?? [])
        expect(action.documentIds.filter((id) => !documentIds.includes(id))).toEqual([]);
    }
  });

  it('works before there are reports, and before there is a graph', async () => {
    const { documents, entities = [] } = HARBOUR_WORLD;
    const graph = await answerTo(indexOf(smallWorld({ documents, entities })), { question, mode: 'drift' });
    expect(asked(graph).length).toBeGreaterThan(0);
    const passages = await answerTo(indexOf(smallWorld({ documents })), { question, mode: 'drift' });
    expect(wordsOf(passages)).toContain('designed by Edda Marrow');
    expect(passages.trace.actions).toHaveLength(1);
  });

  it('asks in Chinese where the question is', async () => {
    const answer = await drift({ question: '灰角灯塔由谁设计？' });
    expect(wordsOf(answer)).toContain('艾达·马罗');
    for (const one of answer.trace.actions?.slice(1) ?? []) expect(one.question).toMatch(/有什么关系？$/u);
  });
});
