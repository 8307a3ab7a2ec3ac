import type { SearchRequest } from '../../../../src/core/search/request/search-request';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Conversations, type ConversationNeeds } from '../../../../src/app/ask/conversations.svelte';
import { Notices } from '../../../../src/app/notices.svelte';
import type { EngineApi } from '../../../../src/core/engine/api';
import type { KeepOptions } from '../../../../src/core/engine/asking/conversation-calls';
import { WorkerError } from '../../../../src/channel/errors';
import { StorageError } from '../../../../src/core/errors';
import type {
  Conversation,
  ConversationItem,
  KeptTurn,
  Turn,
  WaitingQuestion,
} from '../../../../src/core/conversations/conversations';
import type { CollectionOverview } from '../../../../src/core/overview/overview';
import type { SearchEvent } from '../../../../src/core/search/events';

const itemOf = ({ turns, ...head }: Conversation): ConversationItem => ({ ...head, modes: {}, revision: turns.length });

/** An engine whose searches say what they are script, when they are script, and that keeps turns as the real one does. */
function scriptedEngine() {
  const requests: SearchRequest[] = [];
  const open = new Map<string, (event: SearchEvent | Error | 'end') => void>();
  const kept: Conversation[] = [];
  const asked = new Map<string, WaitingQuestion>();
  let fails: Error | null = null;
  let collection = 'a';
  let begun = 0;
  /** The turn that was written with each revision. */
  const revisions: string[] = [''];
  const placeOf = ({ turns }: Conversation, { id }: Turn): number => turns.findIndex((one) => one.id === id);
  const engine: Partial<EngineApi> = {
    async *search(request, { signal } = {}) {
      requests.push(request);
      const queue: (SearchEvent | Error | 'end')[] = [];
      let wake = (): void => undefined;
      open.set(request.id ?? '', (event) => {
        queue.push(event);
        wake();
      });
      signal?.addEventListener('abort', () => {
        queue.push(new DOMException('Stopped', 'AbortError'));
        wake();
      });
      for (;;) {
        const next = queue.shift();
        if (next === 'end') return;
        if (next instanceof Error || next instanceof DOMException) throw next;
        if (next) yield next;
        else await new Promise<void>((resolve) => (wake = resolve));
      }
    },
    keepTurn: async (id, turn, options: KeepOptions = {}) => {
      if (fails) throw fails;
      if (options.collection !== collection) throw new StorageError('Another collection is open now.');
      const at = kept.findIndex((one) => one.id === id);
      if (id !== null && at < 0) return null;
      const first = { id: `c${begun++}`, collection, title: '', created: 0, updated: 0, turns: [] };
      const before = kept[at] ?? first;
      const place = before.turns.findIndex((one) => one.id === turn.id);
      const turns = place < 0 ? [...before.turns, turn] : before.turns.with(place, turn);
      const next = { ...before, turns };
      kept[at < 0 ? kept.length : at] = next;
      const revision = revisions.length;
      revisions.push(turn.id);
      return { conversation: { ...itemOf(next), revision }, place: placeOf(next, turn), revision, changed: null };
    },
    async *turns(id, after = 0) {
      const one = kept.find((item) => item.id === id);
      const written = one?.turns.map((turn): KeptTurn => {
        return { turn, place: placeOf(one, turn), revision: revisions.lastIndexOf(turn.id) };
      });
      yield (written ?? []).filter(({ revision }) => revision > after);
    },
    turn: async (id) => kept.flatMap(({ turns }) => turns).find((turn) => turn.id === id) ?? null,
    conversationsOf: async (ids) =>
      new Map(kept.flatMap((one) => one.turns.flatMap(({ id }) => (ids.includes(id) ? [[id, one.id]] : [])))),
    removeConversation: async (id) => void kept.splice(0, kept.length, ...kept.filter((one) => one.id !== id)),
    conversations: async () => kept.filter((one) => one.collection === collection).map(itemOf),
    followUps: async () => null,
    setting: async () => null,
    waitingQuestions: async (of) => [...asked.values()].filter((one) => one.collection === of),
    keepQuestion: async (one) => void asked.set(one.id, structuredClone(one)),
    dropQuestion: async (id) => void asked.delete(id),
    searchParameters: async () => [],
  };
  return {
    engine: engine as EngineApi,
    requests,
    kept,
    asked,
    say: (at: number, event: SearchEvent | Error | 'end') => open.get(requests[at]?.id ?? '')?.(event),
    failKeeping: (error: Error | null) => void (fails = error),
    open: (id: string) => void (collection = id),
  };
}

const conversationsOver = (engine: EngineApi, needs: Partial<ConversationNeeds> = {}): Conversations =>
  new Conversations({
    engine: async () => engine,
    notices: new Notices(),
    hidden: () => new Set(),
    deleted: () => new Set(),
    onNamed: () => undefined,
    onAnswered: () => undefined,
    ...needs,
  });

const words = (text: string): SearchEvent => ({ kind: 'text', text });

let script: ReturnType<typeof scriptedEngine>;
let conversations: Conversations;
let notices: Notices;

beforeEach(async () => {
  script = scriptedEngine();
  notices = new Notices();
  conversations = conversationsOver(script.engine, { notices });
  await conversations.load('a');
});

const texts = (one: Conversation | undefined): (string | undefined)[] | undefined =>
  one?.turns.map(({ answer }: Turn) => answer.text);

/** Storage of a tab that survives a reload. */
function tabStorage(): Map<string, string> {
  const kept = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
    removeItem: (name: string) => kept.delete(name),
  });
  return kept;
}

/** Asks in the box and waits until the engine was asked so often in all. */
async function ask(question: string, times: number): Promise<void> {
  conversations.question = question;
  void conversations.ask([]);
  await vi.waitUntil(() => script.requests.length >= times);
}

describe('Conversations', () => {
  it('keeps the first of two compared answers while the other one still arrives', async () => {
    conversations.mode = 'local';
    conversations.beside = 'basic';
    await ask('Who?', 2);
    script.say(0, words('Ada.'));
    script.say(0, 'end');
    await vi.waitUntil(() => script.kept.length === 1);
    expect(texts(script.kept[0])).toEqual(['Ada.']);
    expect(conversations.turns.map(({ streaming }) => streaming)).toEqual([false, true]);
    script.say(1, words('Byron.'));
    script.say(1, 'end');
    await vi.waitUntil(() => script.kept[0]?.turns.length === 2);
    expect(script.kept[0]?.turns[1]?.comparedWith).toBe(script.kept[0]?.turns[0]?.id);
  });

  it('keeps a comparison of which one half was stopped before anything came, and says so there', async () => {
    conversations.mode = 'local';
    conversations.beside = 'drift';
    await ask('Who?', 2);
    script.say(0, words('Ada.'));
    script.say(0, 'end');
    await vi.waitUntil(() => script.kept.length === 1);
    conversations.stop();
    await vi.waitUntil(() => !conversations.answering);
    const [first, half] = script.kept[0]?.turns ?? [];
    expect(half).toMatchObject({ comparedWith: first?.id, request: { mode: 'drift' }, answer: { stopped: true } });
    expect(half?.answer.text).toBeUndefined();
    expect(conversations.question).toBe('');
  });

  it('keeps nothing of a comparison that was stopped before anything came of either half', async () => {
    conversations.mode = 'local';
    conversations.beside = 'drift';
    await ask('Who?', 2);
    conversations.stop();
    await vi.waitUntil(() => !conversations.answering);
    expect([script.kept, conversations.question]).toEqual([[], 'Who?']);
  });

  it('shows a half that was stopped alone as ended while the other one arrives', async () => {
    conversations.mode = 'local';
    conversations.beside = 'drift';
    await ask('Who?', 2);
    conversations.stop(script.requests[1]?.id);
    await vi.waitUntil(() => conversations.turns[1]?.streaming === false);
    expect(conversations.turns.map(({ answer }) => answer.stopped)).toEqual([false, true]);
    conversations.stop();
  });

  it('keeps what came of an answer in its own collection before another one is opened', async () => {
    await ask('Who?', 1);
    script.say(0, words('Ada and'));
    await conversations.leave();
    expect(texts(script.kept[0])).toEqual(['Ada and']);
    script.open('b');
    await conversations.load('b');
    expect(conversations.list).toEqual([]);
    expect(script.kept.map(({ collection }) => collection)).toEqual(['a']);
  });

  it('shows no overview of a collection that was left before it came', async () => {
    const [ofLeft, ofOpen] = [{ words: 1 }, { words: 2 }] as unknown as [CollectionOverview, CollectionOverview];
    const asked: ((overview: CollectionOverview) => void)[] = [];
    script.engine.overview = () => new Promise((resolve) => void asked.push(resolve));
    const late = conversations.survey();
    await vi.waitUntil(() => asked.length === 1);
    script.open('b');
    await conversations.load('b');
    script.engine.overview = async () => ofOpen;
    await conversations.survey();
    asked[0]?.(ofLeft);
    await late;
    expect(conversations.overview).toEqual(ofOpen);
  });

  it('keeps the words of an answer whose engine died, as soon as there is an engine again', async () => {
    await ask('Who?', 1);
    script.say(0, words('Ada and'));
    script.failKeeping(new WorkerError('The engine ended.'));
    script.say(0, new WorkerError('The engine ended.'));
    await vi.waitUntil(() => conversations.unsaved.length === 1);
    expect(conversations.turns[0]).toMatchObject({
      streaming: false,
      unfinished: true,
      answer: { text: 'Ada and', stopped: true },
    });
    script.failKeeping(null);
    await conversations.load('a');
    expect(texts(script.kept[0])).toEqual(['Ada and']);
    expect(conversations.unsaved).toEqual([]);
    expect(conversations.turns).toHaveLength(1);
  });

  it('keeps what has come of an answer every few seconds, in the place of which the whole one stands at last', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    await ask('Who?', 1);
    script.say(0, words('Ada and'));
    await vi.waitUntil(() => conversations.turns[0]?.answer.text === 'Ada and');
    vi.advanceTimersByTime(3000);
    await vi.waitUntil(() => script.kept.length === 1);
    expect(script.kept[0]?.turns).toMatchObject([{ unfinished: true, answer: { text: 'Ada and', stopped: true } }]);
    expect(conversations.turns).toMatchObject([{ streaming: true }]);
    script.say(0, words(' Byron.'));
    script.say(0, 'end');
    await vi.waitUntil(() => !conversations.answering);
    vi.useRealTimers();
    expect(script.kept[0]?.turns).toHaveLength(1);
    expect(script.kept[0]?.turns[0]).not.toHaveProperty('unfinished');
    expect(texts(script.kept[0])).toEqual(['Ada and Byron.']);
  });

  it('keeps the question with the first words of its answer at once, so that not even a killed browser loses it', async () => {
    await ask('Who?', 1);
    script.say(0, words('Ad'));
    await vi.waitUntil(() => script.kept.length === 1);
    expect(script.kept[0]?.turns).toMatchObject([{ question: 'Who?', unfinished: true, answer: { text: 'Ad' } }]);
    conversations.stop();
  });

  it('keeps what has come at once when its first sentence is finished', async () => {
    await ask('Who?', 1);
    script.say(0, words('Ada. And'));
    script.say(0, {
      kind: 'cited',
      sentences: [{ text: 'Ada.', citations: [], at: { start: 0, end: 4 }, verdict: 'unverified' }],
      citations: [],
    });
    await vi.waitUntil(() => script.kept[0]?.turns[0]?.answer.sentences.length === 1);
    expect(script.kept[0]?.turns).toMatchObject([
      { unfinished: true, answer: { stopped: true, sentences: [{ text: 'Ada.' }] } },
    ]);
    expect(conversations.turns).toMatchObject([{ streaming: true }]);
    conversations.stop();
  });

  it('keeps the points of a batch at once, though no word of the answer has come', async () => {
    await ask('Who?', 1);
    const points = { batch: 1, of: 2, documentIds: [], points: [{ text: 'Ada founded it.', score: 80 }] };
    script.say(0, { kind: 'points', points });
    await vi.waitUntil(() => script.kept.length === 1);
    expect(script.kept[0]?.turns).toMatchObject([{ unfinished: true, answer: { trace: { points: [points] } } }]);
    conversations.stop();
  });

  it('keeps the answers to questions on the way, and none of them as one that is still being asked', async () => {
    await ask('Who?', 1);
    const action = { id: 0, parent: null, depth: 0, priority: 1, score: 70, documentIds: [] };
    script.say(0, { kind: 'action', action: { ...action, question: 'Who?', state: 'answered', answer: 'Ada.' } });
    const next = { ...action, id: 1, parent: 0, depth: 1, score: null };
    script.say(0, { kind: 'action', action: { ...next, question: 'Since when?', state: 'asking', answer: '' } });
    await vi.waitUntil(() => conversations.turns[0]?.answer.trace.actions?.length === 2);
    conversations.stop();
    await vi.waitUntil(() => !conversations.answering);
    const states = script.kept[0]?.turns[0]?.answer.trace.actions?.map(({ state }) => state);
    expect(states).toEqual(['answered', 'waiting']);
  });

  describe('after a reload in the middle of an answer', () => {
    const opened: string[] = [];

    /** The page as it is after a reload: of this one only what the engine and the tab's storage keep is left. */
    async function reloaded(): Promise<Conversations> {
      const next = conversationsOver(script.engine, { onNamed: (conversation) => void opened.push(conversation) });
      await next.load('a');
      return next;
    }

    beforeEach(() => {
      opened.length = 0;
      tabStorage();
    });
    afterEach(() => vi.unstubAllGlobals());

    it('opens the conversation in which a part of the answer was kept', async () => {
      await ask('Who?', 1);
      script.say(0, words('Ada. And'));
      script.say(0, {
        kind: 'cited',
        sentences: [{ text: 'Ada.', citations: [], at: { start: 0, end: 4 }, verdict: 'unverified' }],
        citations: [],
      });
      await vi.waitUntil(() => script.kept.length === 1);
      const next = await reloaded();
      expect([next.selected, next.question, opened]).toEqual([script.kept[0]?.id, '', [script.kept[0]?.id]]);
      expect(next.turns).toMatchObject([{ question: 'Who?', unfinished: true }]);
      conversations.stop();
    });

    it('puts the question back where the engine ended before any word and before the page did', async () => {
      await ask('Who?', 1);
      script.say(0, new WorkerError('The engine ended.'));
      await vi.waitUntil(() => !conversations.answering);
      expect((await reloaded()).question).toBe('Who?');
    });

    it('puts the question back where nothing of its answer was kept, though an equal one broke off before', async () => {
      await ask('Who?', 1);
      script.say(0, words('Ada'));
      await vi.waitUntil(() => conversations.turns[0]?.answer.text === 'Ada');
      script.say(0, new WorkerError('The engine ended.'));
      await vi.waitUntil(() => !conversations.answering);
      expect(script.kept[0]?.turns[0]?.unfinished).toBe(true);
      await ask('Who?', 2);
      const next = await reloaded();
      expect([next.selected, next.question, opened]).toEqual([null, 'Who?', []]);
      conversations.stop();
    });
  });

  describe('after a question of whose answer no word came', () => {
    /** A tab of its own, or the next one after the browser was killed: only what the engine keeps is there. */
    async function opened(): Promise<Conversations> {
      const next = conversationsOver(script.engine);
      await next.load('a');
      return next;
    }
    /** Locks that pages hold, as the browser tells of them. */
    let locks: string[] = [];
    const kill = (): void => void (locks = []);

    beforeEach(() => {
      kill();
      vi.stubGlobal('navigator', {
        locks: {
          request: async (name: string, work: () => Promise<unknown>) => {
            locks.push(name);
            await work();
            locks = locks.filter((one) => one !== name);
          },
          query: async () => ({ held: locks.map((name) => ({ name })) }),
        },
      });
    });
    afterEach(() => vi.unstubAllGlobals());

    const unansweredIn = (one: Conversations): (string | undefined)[] =>
      one.unansweredHere.map(({ question }) => question);

    /** Asks it again, of documents that are all there but one. */
    async function askAgain(next: Conversations, times: number): Promise<void> {
      const [first] = next.unansweredHere;
      if (!first) throw new TypeError('no question was left');
      void next.askUnanswered(first, new Set(['ledger']));
      await vi.waitUntil(() => script.requests.length === times);
    }

    async function answer(at: number, one = conversations): Promise<void> {
      script.say(at, words('Ada.'));
      script.say(at, 'end');
      await vi.waitUntil(() => !one.answering);
    }

    it('tells it when the browser was killed, and asks it again as it was asked, of the documents that are still there', async () => {
      conversations.question = 'Who?';
      conversations.mode = 'local';
      conversations.beside = 'drift';
      void conversations.ask(['ledger', 'deleted']);
      await vi.waitUntil(() => script.requests.length === 2);
      kill();
      const next = await opened();
      expect([unansweredIn(next), next.question]).toEqual([['Who?'], '']);
      await askAgain(next, 4);
      expect(script.requests[2]).toMatchObject({ question: 'Who?', documentIds: ['ledger'], mode: 'local' });
      expect(script.requests[3]).toMatchObject({ question: 'Who?', documentIds: ['ledger'], mode: 'drift' });
      script.say(2, words('Ada.'));
      script.say(2, 'end');
      script.say(3, 'end');
      await vi.waitUntil(() => !next.answering && script.asked.size === 0);
      expect([unansweredIn(next), unansweredIn(await opened())]).toEqual([[], []]);
      conversations.stop();
    });

    it('tells it in the conversation in which it was asked, and asks it again there', async () => {
      await ask('Who is Vasey?', 1);
      await answer(0);
      const home = conversations.selected;
      await ask('When was he born?', 2);
      kill();
      const next = await opened();
      next.select('elsewhere');
      expect(unansweredIn(next)).toEqual([]);
      next.select(null);
      expect(unansweredIn(next)).toEqual(['When was he born?']);
      await askAgain(next, 3);
      expect([next.selected, script.requests[2]?.history?.map((one) => one.question)]).toEqual([
        home,
        ['Who is Vasey?'],
      ]);
      await answer(2, next);
      expect(script.kept.map(({ turns }) => turns.map(({ question }) => question))).toEqual([
        ['Who is Vasey?', 'When was he born?'],
      ]);
      conversations.stop();
    });

    it('asks it in a conversation of its own where another tab removed that in which it was asked', async () => {
      await ask('Who is Vasey?', 1);
      await answer(0);
      await ask('When was he born?', 2);
      kill();
      await script.engine.removeConversation(conversations.selected ?? '');
      const next = await opened();
      await askAgain(next, 3);
      expect([next.selected, script.requests[2]?.history?.map((one) => one.question)]).toEqual([null, []]);
      next.stop();
      conversations.stop();
    });

    it('keeps it while something else is asked, until it is asked again or left', async () => {
      await ask('Who?', 1);
      kill();
      const next = await opened();
      next.question = 'Since when?';
      void next.ask([]);
      await vi.waitUntil(() => script.requests.length === 2);
      expect(unansweredIn(next)).toEqual(['Who?']);
      await answer(1, next);
      await vi.waitUntil(() => script.asked.size === 1);
      next.select(null);
      expect([unansweredIn(next), unansweredIn(await opened())]).toEqual([['Who?'], ['Who?']]);
      conversations.stop();
    });

    it('does not tell it while another tab waits for its answer, nor once that has come', async () => {
      await ask('Who?', 1);
      expect(unansweredIn(await opened())).toEqual([]);
      await answer(0);
      await vi.waitUntil(() => locks.length === 0);
      expect(unansweredIn(await opened())).toEqual([]);
    });

    it('does not tell it where its answer is kept while this tab looks for what was left', async () => {
      await ask('Who?', 1);
      const find = script.engine.waitingQuestions;
      const engine = {
        ...script.engine,
        waitingQuestions: async (collection: string) => {
          const found = await find(collection);
          const isLeft = locks.length === 0;
          if (!isLeft) await answer(0);
          await vi.waitUntil(() => locks.length === 0);
          return found;
        },
      };
      const next = conversationsOver(engine);
      await next.load('a');
      expect(unansweredIn(next)).toEqual([]);
    });

    it('does not tell it where the first words of its answer were kept', async () => {
      await ask('Who?', 1);
      script.say(0, words('Ada'));
      await vi.waitUntil(() => script.kept.length === 1);
      kill();
      expect(unansweredIn(await opened())).toEqual([]);
      conversations.stop();
    });

    it('does not tell it after a Stop, nor after it was left', async () => {
      await ask('Who?', 1);
      kill();
      const next = await opened();
      for (const asked of next.unansweredHere) next.unanswered.forget(asked);
      expect(unansweredIn(next)).toEqual([]);
      await vi.waitUntil(async () => unansweredIn(await opened()).length === 0);
      conversations.stop();
      await vi.waitUntil(() => !conversations.answering);
      await ask('Since when?', 2);
      conversations.stop();
      await vi.waitUntil(() => !conversations.answering);
      await vi.waitUntil(async () => unansweredIn(await opened()).length === 0);
      expect(conversations.question).toBe('Since when?');
    });

    it('forgets it with the conversation in which it was asked', async () => {
      await ask('Who is Vasey?', 1);
      await answer(0);
      await ask('When was he born?', 2);
      kill();
      const next = await opened();
      await next.remove(conversations.selected ?? '');
      expect(unansweredIn(next)).toEqual([]);
      conversations.stop();
    });

    it('does not leave a question in its box whose conversation was removed while nothing of its answer had come', async () => {
      const kept = tabStorage();
      await ask('Who is Vasey?', 1);
      await answer(0);
      await ask('When was he born?', 2);
      await conversations.remove(conversations.selected ?? '');
      expect([conversations.question, kept.size, script.kept]).toEqual(['', 0, []]);
    });

    it('leaves what this tab waits for in its mind when another question is left', async () => {
      const kept = tabStorage();
      await ask('Who?', 1);
      kill();
      kept.clear();
      const next = await opened();
      next.question = 'Since when?';
      void next.ask([]);
      await vi.waitUntil(() => script.requests.length === 2);
      for (const asked of next.unansweredHere) next.unanswered.forget(asked);
      expect([unansweredIn(next), kept.get('burrow.asked')]).toEqual([[], expect.stringContaining('Since when?')]);
      next.stop();
      conversations.stop();
    });

    it('is not taken from the tab that waits for its answer by a duplicate of that tab', async () => {
      tabStorage();
      await ask('Who?', 1);
      const duplicate = await opened();
      expect(duplicate.question).toBe('');
      duplicate.question = 'S';
      await duplicate.unanswered.recorded();
      expect([...script.asked.values()].map(({ question }) => question)).toEqual(['Who?']);
      conversations.stop();
    });

    it('forgets it where the person empties the box to which a Stop gave it back', async () => {
      const kept = tabStorage();
      await ask('Who?', 1);
      conversations.stop();
      await vi.waitUntil(() => conversations.question === 'Who?');
      expect(kept.size).toBe(1);
      conversations.question = '';
      expect((await opened()).question).toBe('');
    });
  });

  it('keeps what has come when the page is hidden or left', async () => {
    const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
    vi.stubGlobal('document', page);
    const outside = new EventTarget();
    vi.stubGlobal('addEventListener', outside.addEventListener.bind(outside));
    vi.stubGlobal('removeEventListener', outside.removeEventListener.bind(outside));
    await ask('Who?', 1);
    script.say(0, words('Ada and'));
    await vi.waitUntil(() => texts(script.kept[0])?.[0] === 'Ada and');
    script.say(0, words(' then'));
    await vi.waitUntil(() => conversations.turns[0]?.answer.text === 'Ada and then');
    page.dispatchEvent(new Event('visibilitychange'));
    expect(texts(script.kept[0])).toEqual(['Ada and']);
    page.visibilityState = 'hidden';
    page.dispatchEvent(new Event('visibilitychange'));
    await vi.waitUntil(() => texts(script.kept[0])?.[0] === 'Ada and then');
    script.say(0, words(' Byron'));
    await vi.waitUntil(() => conversations.turns[0]?.answer.text === 'Ada and then Byron');
    outside.dispatchEvent(new Event('pagehide'));
    await vi.waitUntil(() => texts(script.kept[0])?.[0] === 'Ada and then Byron');
    conversations.stop();
    await vi.waitUntil(() => !conversations.answering);
    vi.unstubAllGlobals();
  });

  it('holds on to an answer that could not be kept, with the reason, until it is', async () => {
    script.failKeeping(new StorageError('The disk is full.'));
    await ask('Who?', 1);
    script.say(0, words('Ada.'));
    script.say(0, 'end');
    await vi.waitUntil(() => conversations.unsaved.length === 1);
    expect(conversations.unsaved[0]?.reason).toContain('The disk is full.');
    conversations.select('elsewhere');
    expect(conversations.turns).toEqual([]);
    conversations.select(null);
    expect(conversations.turns).toHaveLength(1);
    script.failKeeping(null);
    await conversations.saveAgain();
    expect(texts(script.kept[0])).toEqual(['Ada.']);
    expect(conversations.selected).toBe(script.kept[0]?.id);
  });

  it('does not bring a conversation back that is removed while an answer arrives in it', async () => {
    await ask('Who?', 1);
    script.say(0, words('Ada.'));
    script.say(0, 'end');
    await vi.waitUntil(() => !conversations.answering);
    await ask('And who else?', 2);
    script.say(1, words('Byron'));
    await conversations.remove(script.kept[0]?.id ?? '');
    conversations.select(null);
    expect([script.kept, conversations.list, conversations.turns]).toEqual([[], [], []]);
  });

  it('keeps an answer in a new conversation where its own was removed by another tab', async () => {
    await ask('Who?', 1);
    script.say(0, words('Ada.'));
    script.say(0, 'end');
    await vi.waitUntil(() => !conversations.answering);
    const gone = conversations.selected;
    await script.engine.removeConversation(gone ?? '');
    await ask('And who else?', 2);
    script.say(1, words('Byron.'));
    script.say(1, 'end');
    await vi.waitUntil(() => !conversations.answering);
    expect(script.kept.map(texts)).toEqual([['Byron.']]);
    expect(conversations.list.map(({ id }) => id)).toEqual(script.kept.map(({ id }) => id));
    expect([conversations.selected, gone]).toEqual([script.kept[0]?.id, 'c0']);
    expect(conversations.turns.map(({ question }) => question)).toEqual(['And who else?']);
    expect(notices.items[0]?.what).toContain('deleted in another tab');
  });

  it('lets an answer go with a conversation that another tab removed after some of it was kept', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    await ask('Who?', 1);
    script.say(0, words('Ada and'));
    await vi.waitUntil(() => conversations.turns[0]?.answer.text === 'Ada and');
    vi.advanceTimersByTime(3000);
    await vi.waitUntil(() => script.kept.length === 1);
    await script.engine.removeConversation('c0');
    script.say(0, 'end');
    await vi.waitUntil(() => !conversations.answering);
    vi.useRealTimers();
    expect(script.kept).toEqual([]);
  });

  it('does not bring a removed conversation back with an answer that could not be kept in it', async () => {
    await ask('Who?', 1);
    script.say(0, words('Ada.'));
    script.say(0, 'end');
    await vi.waitUntil(() => !conversations.answering);
    script.failKeeping(new StorageError('The disk is full.'));
    await ask('And who else?', 2);
    script.say(1, words('Byron.'));
    script.say(1, 'end');
    await vi.waitUntil(() => conversations.unsaved.length === 1);
    script.failKeeping(null);
    await conversations.remove('c0');
    await conversations.saveAgain();
    expect([script.kept, conversations.unsaved]).toEqual([[], []]);
  });

  it('asks an older question again after what was asked before it, and as it was asked', async () => {
    for (const [at, question] of ['Who is Vasey?', 'Why did he resign?', 'Who is Oakshott?'].entries()) {
      conversations.mode = at === 1 ? 'local' : 'auto';
      await ask(question, at + 1);
      script.say(at, words('Somebody.'));
      script.say(at, 'end');
      await vi.waitUntil(() => !conversations.answering);
    }
    const [, older] = conversations.turns;
    if (!older) throw new TypeError('three turns were asked');
    void conversations.again(older);
    await vi.waitUntil(() => script.requests.length === 4);
    const { question, mode, history = [] } = script.requests[3] ?? {};
    expect({ question, mode, earlier: history.map((one) => one.question) }).toEqual({
      question: 'Why did he resign?',
      mode: 'local',
      earlier: ['Who is Vasey?'],
    });
    conversations.stop();
  });

  it('asks anew as it was asked, whatever is chosen by now, and says that kept replies will not do', async () => {
    conversations.mode = 'local';
    await ask('Who?', 1);
    script.say(0, words('Ada.'));
    script.say(0, 'end');
    await vi.waitUntil(() => !conversations.answering);
    conversations.mode = 'global';
    conversations.searchSettings.method = 'evidence';
    const [first] = conversations.turns;
    if (!first) throw new TypeError('one turn was asked');
    void conversations.again(first, { anew: 7 });
    await vi.waitUntil(() => script.requests.length === 2);
    expect(script.requests[1]).toMatchObject({ question: 'Who?', mode: 'local', anew: 7, history: [] });
    expect(script.requests[1]).not.toHaveProperty('method');
    script.say(1, words('Ada Byron.'));
    script.say(1, 'end');
    await vi.waitUntil(() => !conversations.answering);
    expect(texts(script.kept[0])).toEqual(['Ada.', 'Ada Byron.']);
  });

  it('leaves out documents whose deletion can be undone, as long as it can, and does not keep that', async () => {
    const deleted = new Set(['gone']);
    conversations = conversationsOver(script.engine, { notices, deleted: () => deleted });
    await conversations.load('a');
    await ask('Who?', 1);
    expect(script.requests[0]).toMatchObject({ question: 'Who?', leftOut: ['gone'] });
    script.say(0, words('Ada.'));
    script.say(0, 'end');
    await vi.waitUntil(() => !conversations.answering);
    expect(JSON.stringify(script.kept)).not.toContain('gone');
    deleted.clear();
    await ask('Why?', 2);
    expect(script.requests[1]).not.toHaveProperty('leftOut');
    conversations.stop();
  });
});
