import type { DriftAction } from '../../trace';
import { conceptKey } from '../../../retrieval/lexical/concepts';
import { withoutMarks } from '../../answer/answer-stream';
import { hasWords } from '../../request/question-words';
import { terms } from '../../../text/terms';
import { coverage } from '../../evidence/sentences';
import type { Question } from '../../request/question';
import type { Steering } from '../../request/steering';

/** Similarity of a question to the person's own, and its distance from those asked already; both 0 to 1. */
export interface FollowUpMeasure {
  similarity(question: string): number;
  novelty(question: string, asked: readonly string[]): number;
}

/** The questions of a DRIFT search, and which of them are next. */
export interface DriftState {
  readonly actions: readonly DriftAction[];
  /** Adds questions under an action. A question that is there already is not added again. */
  grow(parent: number, questions: readonly string[]): void;
  /**
   * The waiting actions to ask now, the most promising first; those that a person pursues come before all others, whatever their depth. Of
   * the others only those with a number below `known` where one is given.
   */
  next(count: number, mostDepth: number, known?: number): readonly DriftAction[];
  /** Documents from whose words the answers above an action were made, and so its question. */
  documentsAbove(id: number): readonly string[];
  change(id: number, how: Partial<Pick<DriftAction, 'state' | 'score' | 'answer' | 'documentIds' | 'begun'>>): void;
}

/** A parent's score counts from this share on: a poor answer may still have led to a good question. */
const LEAST_PARENT = 0.3;
const SIMILARITY = 0.5;
/** A question this near to one asked already is that one. */
const LEAST_NOVELTY = 0.15;

/** The questions of a DRIFT search as they grow; `onChange` gets each change. */
export function createDriftState(
  question: string,
  measure: FollowUpMeasure,
  steering: Steering,
  onChange: (action: DriftAction) => void,
): DriftState {
  const actions: DriftAction[] = [];
  const put = (action: DriftAction): void => {
    actions[action.id] = action;
    onChange(action);
  };
  const open = { state: 'waiting', score: null, answer: '', documentIds: [] } as const;
  put({ ...open, id: 0, parent: null, depth: 0, question, priority: 1 });
  const isStopped = (action: DriftAction): boolean => {
    const parent = action.parent === null ? undefined : actions[action.parent];
    return steering.stopped.has(action.question) || (parent !== undefined && isStopped(parent));
  };
  return {
    get actions() {
      return actions;
    },
    grow(parentId, questions) {
      const parent = actions[parentId];
      if (!parent) throw new RangeError(`There is no action ${String(parentId)}`);
      for (const text of questions.map(withoutMarks).filter(hasWords)) {
        const asked = actions.map((one) => one.question);
        const novelty = measure.novelty(text, asked);
        const known = asked.some((one) => conceptKey(one) === conceptKey(text));
        if (known || (novelty < LEAST_NOVELTY && !steering.pursued.has(text))) continue;
        const priority = priorityOf(measure.similarity(text), novelty, parent);
        put({ ...open, id: actions.length, parent: parentId, depth: parent.depth + 1, question: text, priority });
      }
    },
    next(count, mostDepth, known = Infinity) {
      for (const action of actions) {
        if (action.state === 'waiting' && isStopped(action)) put({ ...action, state: 'stopped' });
      }
      const waiting = byPriority(actions);
      const isPursued = ({ question: asked }: DriftAction): boolean => steering.pursued.has(asked);
      const pursued = waiting.filter(isPursued);
      const others = waiting.filter((one) => !isPursued(one) && one.depth <= mostDepth && one.id < known);
      return [...pursued, ...others.slice(0, Math.max(0, count - pursued.length))];
    },
    documentsAbove: (id) => [...new Set(documentsFrom(actions, actions[id]?.parent))],
    change(id, how) {
      const action = actions[id];
      if (!action) throw new RangeError(`There is no action ${String(id)}`);
      put({ ...action, ...how });
    },
  };
}

/** Ranks a question: near to the person's own, far from those asked, and led to by a good answer. */
function priorityOf(similarity: number, novelty: number, { score }: DriftAction): number {
  const worth = SIMILARITY * similarity + (1 - SIMILARITY) * novelty;
  const trust = LEAST_PARENT + (1 - LEAST_PARENT) * ((score ?? 0) / 100);
  return worth * trust;
}

/** The questions that wait, the most promising first; the person's own never does. */
const byPriority = (actions: readonly DriftAction[]): readonly DriftAction[] =>
  actions
    .filter(({ state, id }) => state === 'waiting' && id > 0)
    .sort((a, b) => b.priority - a.priority || a.id - b.id);

/** Documents of an action and of all above it. */
function documentsFrom(actions: readonly DriftAction[], at: number | null | undefined): readonly string[] {
  const action = actions[at ?? -1];
  return action ? [...action.documentIds, ...documentsFrom(actions, action.parent)] : [];
}

/** Bonus for a name that the index knows: such a question can be looked up. */
const KNOWN = 0.3;

/** By words: shared terms by weight, and whether a question names something that the index knows. */
export function measureByWords(question: Question, knows: (text: string) => boolean): FollowUpMeasure {
  return {
    similarity: (text) =>
      (1 - KNOWN) * coverage(question.words, new Set(terms(text, question.language))) + (knows(text) ? KNOWN : 0),
    novelty: (text, asked) => {
      const own = new Set(terms(text));
      return asked.reduce((least, other) => Math.min(least, 1 - overlap(own, new Set(terms(other)))), 1);
    },
  };
}

/** Shared terms as a share of all (Jaccard). */
function overlap(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  if (one.size === 0 || other.size === 0) return 0;
  let common = 0;
  for (const term of one) if (other.has(term)) common += 1;
  return common / (one.size + other.size - common);
}
