import { createMutex } from '../../core/async';
import type { EngineApi } from '../../core/engine/api';
import type { WaitingQuestion } from '../../core/conversations/conversations';
import { has, isArrayOf, isNumber, isString, orNull } from '../../core/conversations/turn-schema';
import { isRecord } from '../../core/shapes/read-fields';
import { readStoredJson } from '../platform/stored-json';
import { isLocked, withLock } from '../platform/web-locks';
import type { ConnectEngine } from '../engine';

/** Questions of ended pages in a collection that no page waits for: answered, perhaps, but for the last step. */
interface LeftQuestions {
  /** Question of this tab, before a reload. */
  readonly ofTab: WaitingQuestion | null;
  /** Questions of any tab; that of this one may be among them. */
  readonly ofBrowser: readonly WaitingQuestion[];
}

/**
 * Name of the lock that the page has as long as it waits for the answer: where it is free, no page answers any more.
 */
const answeringLock = ({ id }: WaitingQuestion): string => `burrow:asked:${id}`;

/**
 * Questions from the moment in which they are asked until something of their answer is kept: each in its tab, for a
 * reload, and in the browser, for one that is killed. One without an answer goes back to its box, or into the list.
 */
export class UnansweredQuestions {
  /** Questions that earlier visits left in the open collection; the oldest first. */
  list = $state.raw<readonly WaitingQuestion[]>([]);
  readonly box = new QuestionBox((asked) => this.forget(asked));
  readonly #engine: ConnectEngine;
  /** Records are changed one after another, so that nothing is kept after it was dropped. */
  readonly #records = createMutex();

  constructor(engine: ConnectEngine) {
    this.#engine = engine;
  }

  /**
   * Finds the questions left in a collection. Call it before reading its conversations. An answer is kept before its
   * lock is free, so a question that was answered all the same has its turn among them. A duplicated tab does not take
   * a question that the other one waits for.
   */
  async find(collection: string): Promise<LeftQuestions> {
    const inTab = tabQuestion(collection);
    const inBrowser = await (await this.#engine()).waitingQuestions(collection);
    const ofTab = inTab && (await leftOf([inTab]))[0];
    return { ofTab: ofTab ?? null, ofBrowser: await leftOf(inBrowser) };
  }

  /**
   * Returns the question of this tab to the box, and lists the others, except answered ones. Resolves with the
   * conversation in which the question of this tab was answered.
   */
  async takeUp({ ofTab, ofBrowser }: LeftQuestions): Promise<string | undefined> {
    const asked = [...(ofTab ? [ofTab] : []), ...ofBrowser].flatMap(({ turns }) => turns);
    const homes = asked.length > 0 ? await (await this.#engine()).conversationsOf(asked) : new Map<string, string>();
    const homeOf = ({ turns }: WaitingQuestion): string | undefined =>
      turns.flatMap((turn) => homes.get(turn) ?? [])[0];
    const home = ofTab ? homeOf(ofTab) : undefined;
    if (ofTab) clearTabQuestion(ofTab);
    if (ofTab && home === undefined) this.box.takeBack(ofTab);
    for (const one of ofBrowser) if (homeOf(one) !== undefined) this.#drop(one);
    this.list = ofBrowser.filter((one) => one.id !== this.box.returned?.id && homeOf(one) === undefined);
    return home;
  }

  /** Keeps a question while its page waits for the answer. `before` is one that came back and is asked again with it. */
  during<T>(asked: WaitingQuestion, before: WaitingQuestion | null, work: () => Promise<T>): Promise<T> {
    saveTabQuestion(asked);
    this.#record((engine) => engine.keepQuestion(asked));
    if (before) this.#drop(before);
    return withLock(answeringLock(asked), work);
  }

  /** Forgets a question that was answered, or that the person dropped. */
  forget(asked: WaitingQuestion): void {
    clearTabQuestion(asked);
    this.#drop(asked);
  }

  /**
   * Returns a question without an answer to its box, or to the list, perhaps since the page is ending just now. One
   * that a person stopped is dropped.
   */
  takeBack(asked: WaitingQuestion, isStopped: boolean): void {
    const isBack = this.box.takeBack(asked);
    if (isStopped) this.#drop(asked);
    else if (!isBack) this.list = [...this.list, asked];
  }

  /** A conversation is removed: what was asked in it is forgotten once `remove`, with which its records go, has ended. */
  async forgetWith(conversation: string, remove: () => Promise<void>): Promise<void> {
    await this.recorded();
    await remove();
    clearTabConversation(conversation);
    this.list = this.list.filter((asked) => asked.conversation !== conversation);
    if (this.box.returned?.conversation === conversation) this.box.words = '';
  }

  /** Resolves once everything is on disk. */
  async recorded(): Promise<void> {
    await this.#records.run(() => Promise.resolve());
  }

  #drop({ id }: WaitingQuestion): void {
    this.list = this.list.filter((one) => one.id !== id);
    this.#record((engine) => engine.dropQuestion(id));
  }

  /** A failure costs no answer, so it is not reported. */
  #record(act: (engine: EngineApi) => Promise<void>): void {
    void this.#records.run(async () => act(await this.#engine())).catch(() => undefined);
  }
}

/** Filters the questions for which no page waits. */
async function leftOf(questions: readonly WaitingQuestion[]): Promise<readonly WaitingQuestion[]> {
  const areAwaited = await Promise.all(questions.map((asked) => isLocked(answeringLock(asked))));
  return questions.filter((_, at) => !areAwaited[at]);
}

/** Words in the box, which may be a question that came back without an answer. */
class QuestionBox {
  #words = $state('');
  #returned: WaitingQuestion | null = null;
  readonly #onLetGo: (asked: WaitingQuestion) => void;

  /** `onLetGo` gets a question that came back when the person changes it. */
  constructor(onLetGo: (asked: WaitingQuestion) => void) {
    this.#onLetGo = onLetGo;
  }

  get words(): string {
    return this.#words;
  }

  set words(words: string) {
    this.#words = words;
    const returned = this.#returned;
    if (!returned || words.trim() === returned.question) return;
    this.#returned = null;
    this.#onLetGo(returned);
  }

  /** The question that came back, until it is changed; null else. */
  get returned(): WaitingQuestion | null {
    return this.#returned;
  }

  /** Empties it to ask its question. */
  empty(): void {
    this.#words = '';
    this.#returned = null;
  }

  /** Takes a question back; false where there are other words already. */
  takeBack(asked: WaitingQuestion): boolean {
    this.#words ||= asked.question;
    const isTaken = this.#words === asked.question;
    if (isTaken) this.#returned = asked;
    return isTaken;
  }

  /** Treats the words there like any others from now on. */
  disown(): void {
    this.#returned = null;
  }
}

const NAME = 'burrow.asked';

/** Keeps a question in this tab until its answer has ended: a reload then gives it back. One at a time. */
export function saveTabQuestion(asked: WaitingQuestion): void {
  tabStorage()?.setItem(NAME, JSON.stringify(asked));
}

/** Forgets what this tab keeps, or only the question given. */
export function clearTabQuestion(only?: Pick<WaitingQuestion, 'id'>): void {
  if (only === undefined || kept()?.id === only.id) tabStorage()?.removeItem(NAME);
}

/** Forgets it where it was asked in a conversation. */
function clearTabConversation(conversation: string): void {
  if (kept()?.conversation === conversation) clearTabQuestion();
}

/** The question that was asked of a collection when this tab's page, or that of which it is a duplicate, ended before its answer did; null for none. */
export function tabQuestion(collection: string): WaitingQuestion | null {
  const asked = kept();
  return asked?.collection === collection ? asked : null;
}

function kept(): WaitingQuestion | null {
  const storage = tabStorage();
  return (storage && readStoredJson(storage, NAME, isQuestion)) ?? null;
}

const isQuestion = has<WaitingQuestion>({
  id: isString,
  collection: isString,
  conversation: orNull(isString),
  question: isString,
  documentIds: isArrayOf(isString),
  turns: isArrayOf(isString),
  request: isRecord,
  asked: isNumber,
});

/** Missing where there is no page, and where the person's browser allows no storage. */
function tabStorage(): Storage | undefined {
  try {
    return globalThis.sessionStorage;
  } catch {
    return undefined;
  }
}
