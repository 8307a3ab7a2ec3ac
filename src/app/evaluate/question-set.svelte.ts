import type { EvaluationQuestion } from '../../core/evaluation/evaluation';
import type {
  ClaimPassage,
  EvaluationEvent,
  EvaluationPlan,
  WantedQuestions,
} from '../../core/engine/evaluation/evaluation-calls';
import { messageText } from '../words/messages';
import { evaluateWords } from '../words/screens/evaluate-words';
import type { Session } from '../session.svelte';

export type Progress = Omit<Extract<EvaluationEvent, { kind: 'progress' }>, 'kind'>;

const NO_QUESTIONS: readonly EvaluationQuestion[] = [];

/** Questions of the open collection by which modes are compared. */
export class QuestionSet {
  /** Progress while questions are made; null else. */
  making = $state.raw<Progress | null>(null);
  readonly #session: Session;
  #kept = $state.raw<{ readonly collection: string; readonly questions: readonly EvaluationQuestion[] } | null>(null);
  #stop = new AbortController();
  #left = new AbortController();
  /** Id of the notice on the last import. */
  #told = 0;
  readonly #open = $derived.by(() => this.#session.library.view?.collection.id ?? null);
  /** True once the questions of the open collection are here. */
  readonly loaded = $derived(this.#kept !== null && this.#kept.collection === this.#open);
  readonly all = $derived(this.loaded && this.#kept ? this.#kept.questions : NO_QUESTIONS);
  readonly approved = $derived(this.all.filter(({ isApproved }) => isApproved));
  /** The same, with the ones that wait for approval first. */
  readonly shown = $derived([...this.all.filter(({ isApproved }) => !isApproved), ...this.approved]);

  constructor(session: Session) {
    this.#session = session;
  }

  async load(): Promise<void> {
    const collection = this.#open;
    if (collection === null) return;
    const questions = await this.#attempt(evaluateWords().doing.load, async () =>
      (await this.#session.engine()).evaluationQuestions(),
    );
    if (questions && collection === this.#open) this.#kept = { collection, questions };
  }

  /** Adds or replaces questions. Resolves with true once they are durable. */
  async keep(questions: readonly EvaluationQuestion[]): Promise<boolean> {
    const isKept = await this.#attempt(evaluateWords().doing.keep, async () => {
      await (await this.#session.engine()).keepEvaluationQuestions(questions);
      return true;
    });
    if (isKept) await this.load();
    return isKept ?? false;
  }

  /** Approves questions, or sets them aside: they stay in the set and are not run. */
  approve(questions: readonly EvaluationQuestion[], isApproved = true): Promise<boolean> {
    return this.keep(questions.map((question) => ({ ...question, isApproved })));
  }

  /** Adds questions of conversations, as they were asked. */
  addAsked(questions: readonly string[]): Promise<boolean> {
    return this.keep(
      questions.map((question) => ({
        ...{ id: crypto.randomUUID(), question, questionClass: null, origin: 'conversation', reference: null },
        ...{ assertions: [], evidence: [], isApproved: true, madeBy: null },
      })),
    );
  }

  /** Adds the questions of a file or of pasted lines, and says what could not be used. Throws ParseError, and StorageError where this tab may not write. */
  async import(name: string, bytes: Blob): Promise<void> {
    const { notices } = this.#session;
    notices.dismiss(this.#told);
    const { added, changed, notes } = await (await this.#session.engine()).importEvaluation(name, bytes);
    this.#told = notices.say([evaluateWords().imported(added, changed), ...notes.map(messageText)].join(' '));
    await this.load();
  }

  /** Removes questions with their results, and offers *Undo*. Resolves with true if the questions were brought back. */
  async remove(questions: readonly EvaluationQuestion[]): Promise<boolean> {
    const { removed, doing } = evaluateWords();
    const isGone = await this.#attempt(doing.remove, async () => {
      await (await this.#session.engine()).removeEvaluationQuestions(questions.map(({ id }) => id));
      return true;
    });
    await this.load();
    const offer = (): Promise<boolean> => this.#session.notices.offerUndo(removed(questions.length), this.#left.signal);
    return isGone === true && (await offer()) && this.keep(questions);
  }

  /** Passages that a search without a model finds for some words, the best first. */
  passagesFor(question: string): Promise<readonly ClaimPassage[] | undefined> {
    return this.#attempt(evaluateWords().doing.evidence, async () => {
      const engine = await this.#session.engine();
      let ids: readonly string[] = [];
      for await (const event of engine.search({ question, mode: 'basic', method: 'evidence' }))
        if (event.kind === 'evidence') ids = event.evidence.passages.map(({ textUnitId }) => textUnitId);
      return engine.evaluationPassages([...new Set(ids)]);
    });
  }

  plan(wanted: WantedQuestions): Promise<EvaluationPlan | undefined> {
    return this.#attempt(evaluateWords().doing.plan, async () =>
      (await this.#session.modelEngine()).questionsPlan(wanted),
    );
  }

  /** Makes questions; what was made until a failure or a stop stays. */
  async make(wanted: WantedQuestions): Promise<void> {
    const { signal } = (this.#stop = new AbortController());
    this.making = { part: 'questions', done: 0, of: wanted.local + wanted.linked + wanted.global };
    try {
      await this.#attempt(evaluateWords().doing.make, async () => {
        for await (const event of (await this.#session.modelEngine()).makeQuestions(wanted, { signal }))
          if (event.kind === 'progress') this.making = event;
          else if (event.kind === 'questions') await this.load();
          else if (event.kind === 'failed') this.#session.notices.say(messageText(event.reason));
      });
    } finally {
      this.making = null;
      await this.load();
    }
  }

  stop(): void {
    this.#stop.abort();
  }

  /** Stops what is made, and ends what can be undone, before another collection is opened. */
  leave(): void {
    this.stop();
    this.#left.abort();
    this.#left = new AbortController();
  }

  #attempt<T>(doing: string, run: () => Promise<T>): Promise<T | undefined> {
    return this.#session.notices.attempt(doing, run);
  }
}
