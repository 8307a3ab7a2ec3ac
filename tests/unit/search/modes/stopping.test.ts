import type { CallPurpose } from '../../../../src/core/search/trace';
import { describe, expect, it } from 'vitest';
import type { ModelCall } from '../../../../src/core/models/model-call';
import { indexOf } from '../ask';
import { HARBOUR_WORLD } from '../harbour';
import { smallWorld } from '../small-world';
import { manyReports } from './many-reports';
import { FOUNDED, mapReply, purposeOf, ROWED, stepReply } from './mode-replies';
import type { AskModel } from '../../../../src/core/search/writer/search-run';
import { MODEL, scripted, searched, type Script, type Searched } from './scripted-asker';
import { inEnglish } from '../../../../src/core/message';

const harbour = indexOf(smallWorld(HARBOUR_WORLD));
const coast = manyReports(60, 5);
const ONE_LANE = { ...MODEL, capabilities: { ...MODEL.capabilities, parallel: 1 } };

/** Stops at the end of the reduce's words, before the call has ended. */
function brokenOff(script: Script, stop: AbortController): AskModel {
  const { ask } = scripted(script);
  return async (call, onEvent) => {
    const answered = await ask(call, onEvent);
    if (purposeOf(call) !== 'reduce') return answered;
    stop.abort();
    throw stop.signal.reason;
  };
}

type Replies = Partial<Record<CallPurpose, (call: ModelCall) => string>>;

/** Stops when so many calls of a purpose are begun: that call gives nothing. */
function stopAt(purpose: CallPurpose, count: number, replies: Replies) {
  const stop = new AbortController();
  let met = 0;
  const script: Script = (call) => {
    const own = purposeOf(call);
    if (own === purpose && ++met === count) stop.abort();
    if (stop.signal.aborted) return stop.signal.reason as Error;
    return replies[own]?.(call) ?? '';
  };
  return { script, signal: stop.signal };
}

const FOUND: Replies = {
  map: () => mapReply(FOUNDED),
  primer: () => stepReply(FOUNDED, ['Who was Tobias Fenn?', 'What is the Halcyon?']),
  step: () => stepReply(ROWED),
};

function stopped(mode: 'global' | 'drift', purpose: CallPurpose, count = 1, replies = FOUND): Promise<Searched> {
  const { script, signal } = stopAt(purpose, count, replies);
  const question = 'Who rowed out to the Halcyon, and who founded the Harbour Company?';
  return searched(mode === 'global' ? coast : harbour, { question, mode }, script, { signal, model: ONE_LANE });
}

function expectEvidenceAlone({ answer }: Searched): void {
  expect(answer).toMatchObject({ method: 'evidence', stopped: true, notFound: false, sentences: [] });
  expect(answer.text).toBeUndefined();
  expect(answer.evidence.communities.length).toBeGreaterThan(0);
}

describe('Stop in Global', () => {
  it.each([
    ['between two batches', 'map', 3],
    ['before the first word of the answer', 'reduce', 1],
  ] as const)('%s keeps the points that came, with their citations', async (_, purpose, count) => {
    const { answer, events } = await stopped('global', purpose, count);
    expect(answer).toMatchObject({ stopped: true, notFound: false });
    expect(answer.ending).toBeUndefined();
    expect(inEnglish(answer.lead ?? '')).toContain('stopped before');
    expect(answer.text).toContain(FOUNDED);
    expect(answer.sentences[0]).toMatchObject({ verdict: 'quoted' });
    expect(answer.citations.length).toBeGreaterThan(0);
    const emitted = events.flatMap((event) => (event.kind === 'points' ? [event.points] : []));
    expect(emitted.length).toBeGreaterThanOrEqual(2);
    expect(answer.trace.points).toEqual(emitted);
    expect(answer.trace.sections.map(({ name }) => name)).toEqual(['Reports']);
  });

  it('in the middle of the answer keeps what was written, and the points in the trace', async () => {
    const stop = new AbortController();
    const reply = `${FOUNDED} And what came later was`;
    const script: Script = (call) => (purposeOf(call) === 'map' ? mapReply(ROWED) : reply);
    const { answer } = await searched(coast, { question: 'Who founded it?', mode: 'global' }, script, {
      signal: stop.signal,
      model: ONE_LANE,
      ask: brokenOff(script, stop),
    });
    expect(answer.stopped).toBe(true);
    expect(answer.lead).toBeUndefined();
    expect(answer.text).toBe(reply);
    expect(answer.trace.points?.[0]?.points[0]?.text).toBe(ROWED);
  });

  it('keeps points that help little, without an answer, and says so', async () => {
    const { answer } = await stopped('global', 'map', 3, { map: () => mapReply(FOUNDED, 0) });
    expect(answer).toMatchObject({ stopped: true, notFound: false });
    expect(answer.text).toBeUndefined();
    expect(answer.sentences).toEqual([]);
    expect(answer.evidence.communities.length).toBeGreaterThan(0);
    expect(answer.trace.points).toHaveLength(2);
  });

  it('before anything came leaves the evidence alone', async () => {
    expectEvidenceAlone(await stopped('global', 'map'));
  });
});

describe('Stop in DRIFT', () => {
  it.each([
    ['in the first round', 'step', 1, [FOUNDED]],
    ['after an answer on the way', 'step', 2, [FOUNDED, ROWED]],
    ['before the first word of the answer', 'reduce', 1, [FOUNDED, ROWED]],
  ] as const)('%s keeps the answers on the way and the tree', async (_, purpose, count, kept) => {
    const { answer } = await stopped('drift', purpose, count);
    expect(answer).toMatchObject({ stopped: true, notFound: false });
    for (const text of kept) expect(answer.text).toContain(text);
    expect(answer.sentences.every(({ verdict }) => verdict === 'quoted')).toBe(true);
    expect(answer.trace.actions?.length).toBe(3);
  });

  it('takes a question that was being asked for one that was not asked, never for one that failed', async () => {
    const { answer } = await stopped('drift', 'step', 2);
    expect(answer.trace.actions?.map(({ state }) => state)).toEqual(['answered', 'answered', 'waiting']);
  });

  it('keeps the tree also where nothing was answered yet', async () => {
    const { answer } = await stopped('drift', 'step', 1, {
      ...FOUND,
      primer: () => stepReply('', ['Who was Tobias Fenn?', 'What is the Halcyon?']),
    });
    expect(answer).toMatchObject({ stopped: true, notFound: false });
    expect(answer.text).toBeUndefined();
    expect(answer.trace.actions).toHaveLength(3);
  });

  it('before anything came leaves the evidence alone', async () => {
    expectEvidenceAlone(await stopped('drift', 'primer'));
  });
});
