import { describe, expect, expectTypeOf, it } from 'vitest';
import { MODES } from '../../../../src/core/search/modes/modes';
import type { Mode } from '../../../../src/core/search/modes/mode';
import type { RunMode, SearchMode } from '../../../../src/core/search/request/search-request';
import { indexOf } from '../ask';
import { HARBOUR_WORLD } from '../harbour';
import { smallWorld } from '../small-world';
import { dataOf, MODEL, scripted, failureOf, searched, type Script } from './scripted-asker';
import { notesOf } from '../../../helpers/notes';
import { inEnglish } from '../../../../src/core/message';

const index = indexOf(smallWorld(HARBOUR_WORLD));
const LIGHT = 'The lighthouse at Grey Point was designed by Edda Marrow in 1871. [Data: Sources (1)]';

const MAP = JSON.stringify({
  points: [{ description: 'Clara Voss founded the Harbour Company in 1850.', reports: [1], score: 80 }],
});
const STEP = JSON.stringify({
  answer: 'Tobias Fenn rowed out alone and saved nine sailors. [Data: Sources (1)]',
  score: 70,
  follow_ups: ['What did the Harbour Company give Tobias Fenn?', 'Who designed the lighthouse at Grey Point?'],
});

/** By the form that is asked for. */
const anyMode: Script = ({ shape }) => {
  if (shape?.kind === 'choice') return '3';
  if (shape?.kind === 'record') return 'points' in shape.fields ? MAP : STEP;
  return LIGHT;
};

it('the list of modes has each by its own name, and Auto is none of them', () => {
  expectTypeOf(MODES).toEqualTypeOf<Readonly<Record<RunMode, Mode>>>();
  expectTypeOf<Exclude<SearchMode, RunMode>>().toEqualTypeOf<'auto'>();
  for (const [name, mode] of Object.entries(MODES)) expect(mode.name).toBe(name);
});

it.each(['global', 'drift'] as const)('%s search takes replies in no form for a failure', async (mode) => {
  const essay: Script = () => 'I would rather write an essay.';
  expect(await failureOf(searched(index, { question: 'Who designed the lighthouse?', mode }, essay))).toMatch(/form/u);
});

describe.each(['local', 'basic', 'global', 'drift'] as const)('%s search with a model', (mode) => {
  const question = mode === 'global' ? 'What are the main themes?' : 'Who designed the lighthouse at Grey Point?';

  it('ends with an answer whose sentences lead to the words of the documents', async () => {
    const { answer } = await searched(index, { question, mode }, anyMode);
    expect(answer.method).toBe('Scripted 1B');
    expect(answer.text).not.toContain('Data:');
    const quoted = answer.sentences.filter(({ verdict }) => verdict === 'quoted');
    expect(quoted.length).toBeGreaterThan(0);
    for (const { citations } of quoted) {
      for (const number of citations) {
        const passages = answer.citations.find((one) => one.number === number)?.passages ?? [];
        expect(passages.length).toBeGreaterThan(0);
        for (const { document_id, start, end, quote } of passages) {
          expect(index.documents.get(document_id)?.text.slice(start, end)).toBe(quote);
        }
      }
    }
  });

  it('shows plan, evidence and context before any word of the model, and keeps the evidence with its answer', async () => {
    const { answer, events } = await searched(index, { question, mode }, anyMode);
    const kinds = events.map(({ kind }) => kind);
    expect(kinds.slice(0, 4)).toEqual(['plan', 'evidence', 'context', 'writer']);
    expect(kinds.filter((kind) => kind === 'evidence')).toHaveLength(1);
    const shown = events.find((event) => event.kind === 'evidence');
    expect(answer.evidence).toEqual(shown?.evidence);
    expect(answer.evidence.passages.length + answer.evidence.communities.length).toBeGreaterThan(0);
    expect(events[3]).toMatchObject({ title: 'Scripted 1B' });
  });

  it('never sends more than the window holds', async () => {
    for (const contextWindow of [2048, 4096, 32_768]) {
      const model = { ...MODEL, capabilities: { ...MODEL.capabilities, contextWindow } };
      const { answer, calls } = await searched(index, { question, mode }, anyMode, { model });
      expect(calls.length).toBeGreaterThan(0);
      for (const [at, { maxTokens }] of calls.entries()) {
        const sent = answer.trace.calls?.[at]?.promptTokens ?? Infinity;
        expect(sent + maxTokens).toBeLessThanOrEqual(contextWindow);
      }
    }
  });

  it('tells each call with its prompt as sent, and names the documents whose words are in it', async () => {
    const { answer, calls } = await searched(index, { question, mode }, anyMode);
    expect(answer.trace.calls).toHaveLength(calls.length);
    expect(answer.trace.modelCalls).toBe(calls.length);
    for (const call of calls) {
      const named = new Set(call.documentIds);
      for (const { id, text } of index.tables.documents) {
        const sentence = text.split('. ')[0] ?? '';
        if (dataOf(call.messages).includes(sentence)) expect(named).toContain(id);
      }
    }
  });

  it('shows nothing of documents that were not chosen', async () => {
    const { calls } = await searched(index, { question, mode, documentIds: ['marrow'] }, anyMode);
    for (const { documentIds, messages } of calls) {
      expect(documentIds.filter((id) => id !== 'marrow')).toEqual([]);
      expect(dataOf(messages)).not.toContain('The lamp burns rape-seed oil');
    }
  });

  it('says that it is not in the documents when the model says so', async () => {
    const none: Script = (call) => {
      if (call.shape?.kind === 'record')
        return 'points' in call.shape.fields ? '{"points": []}' : '{"answer": "", "score": 0, "follow_ups": []}';
      return 'NOT IN THE DOCUMENTS';
    };
    const { answer, events } = await searched(index, { question, mode }, none);
    expect(answer.notFound).toBe(true);
    expect(answer.text).toBeUndefined();
    expect(events.filter(({ kind }) => kind === 'text')).toEqual([]);
  });

  it('marks what no document says, and never cites for it', async () => {
    const invents: Script = (call, at) => {
      const reply = anyMode(call, at);
      return call.shape ? reply : `${LIGHT} Queen Hilda of Norway paid for it with 40,000 crowns. [Data: Sources (99)]`;
    };
    const { answer } = await searched(index, { question, mode }, invents);
    const invented = answer.sentences.find(({ text }) => text.includes('Queen Hilda'));
    expect(invented).toMatchObject({ verdict: 'unverified', citations: [] });
    expect(notesOf(answer).join(' ')).toContain('to sources that do not exist');
  });

  it('says why its end is missing where the model reached the length set for an answer', async () => {
    const { ask } = scripted(anyMode, { finish: 'length' });
    const { answer } = await searched(index, { question, mode }, anyMode, { ask });
    expect(answer.stopped).toBe(false);
    expect(inEnglish(answer.ending ?? '')).toContain('reached the length');
  });

  it('takes a model that says nothing for one that failed, and not for documents that hold nothing', async () => {
    expect(await failureOf(searched(index, { question, mode }, () => ''))).toContain('Scripted 1B did not answer');
  });

  it('cites each sentence once the next one has begun', async () => {
    const two = `${LIGHT} Clara Voss founded the Harbour Company in 1850. [Data: Sources (2)]`;
    const { events } = await searched(index, { question, mode }, (call, at) => (call.shape ? anyMode(call, at) : two));
    const last = events.findLastIndex(({ kind }) => kind === 'text');
    const cited = events.slice(0, last).findLast((event) => event.kind === 'cited');
    expect(cited?.sentences.map(({ text }) => text)).toEqual([LIGHT.split(' [')[0]]);
    expect(cited?.citations.length).toBeGreaterThan(0);
  });

  it('gives the text in pieces that are never taken back', async () => {
    const { events, answer } = await searched(index, { question, mode }, anyMode);
    const streamed = events.flatMap((event) => (event.kind === 'text' ? [event.text] : [])).join('');
    expect(streamed).toBe(answer.text);
  });
});
