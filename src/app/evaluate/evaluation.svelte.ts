import { untrack } from 'svelte';
import { getSession, type Session } from '../session.svelte';
import { EvaluationRun } from './evaluation-run.svelte';
import { QuestionSet } from './question-set.svelte';

/** Evaluation of the modes on the open collection. It goes on while another place is shown. */
class Evaluation {
  readonly questions: QuestionSet;
  readonly run: EvaluationRun;
  readonly #session: Session;
  readonly #open = $derived.by(() => this.#session.library.view?.collection.id ?? null);
  #followed: string | null = null;

  constructor(session: Session) {
    this.#session = session;
    this.questions = new QuestionSet(session);
    this.run = new EvaluationRun(session, this.questions);
    session.beforeLeaving(() => this.#leave());
  }

  get writable(): boolean {
    return this.#session.library.view?.writable ?? false;
  }

  /** Turns to the open collection, in an effect. */
  follow(): void {
    const open = this.#open;
    if (open === null || open === this.#followed) return;
    this.#followed = open;
    untrack(() => void this.questions.load().then(() => this.run.open(open)));
  }

  async #leave(): Promise<void> {
    this.#followed = null;
    this.questions.leave();
    await this.run.leave();
  }
}

const known = new WeakMap<Session, Evaluation>();

/** The evaluation of the page. It outlives the component that asks for it first. */
export function getEvaluation(): Evaluation {
  const session = getSession();
  if (!known.has(session)) $effect.root(() => void known.set(session, new Evaluation(session)));
  const evaluation = known.get(session);
  if (!evaluation) throw new Error('The evaluation was not made');
  return evaluation;
}
