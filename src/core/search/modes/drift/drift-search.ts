import type { ModelError } from '../../../errors';
import type { DRIFT_SHAPE } from '../../../prompts/answers/drift-primer';
import type { ShapeValue } from '../../../shapes/shape';
import { readAnswer } from '../../answer/answer-stream';
import { hasWords } from '../../request/asking-words';
import type { BuiltContext, ContextDataset } from '../../context/context';
import type { DriftChoices } from '../../parameters';
import type { Damaged } from '../../model-call/ask-for-shape';
import type { DriftSteering, DriftTree } from './state';
import type { Finding } from '../../writer/reduce';
import type { Found, Keep } from '../../writer/partial-answer';
import { numberedOn, numberIn } from '../../context/renumber-contexts';
import type { SearchRun } from '../../writer/search-run';

/** What an answer on the way was made from, and what it says. */
export interface DriftPart {
  readonly context: BuiltContext;
  readonly text: string;
  /** 0 to 100. */
  readonly score: number;
  readonly hints: readonly { readonly dataset: ContextDataset | null; readonly number: number }[];
}

/** A DRIFT search under way. */
export interface DriftSearch {
  readonly run: SearchRun;
  readonly choices: DriftChoices;
  readonly tree: DriftTree;
  readonly steering: DriftSteering;
  readonly keep: Keep;
  /** In the order in which they came. */
  readonly parts: DriftPart[];
  /** Of calls that failed or of which no reply could be read. */
  readonly failures: ModelError[];
  readonly notes: string[];
}

/** What a reply says of a context. */
export function partOf({ answer, score }: ShapeValue<typeof DRIFT_SHAPE>, context: BuiltContext): DriftPart {
  const { text, hints } = readAnswer(answer, bareIn(context));
  return { context, text: hasWords(text) ? text.trim() : '', score, hints };
}

/** A reply that was cut before its score, or whose score cannot be read, says nothing on the question, and not that there is nothing. */
export const DAMAGED_PART: Damaged<typeof DRIFT_SHAPE> = {
  isOfUse: ({ answer, score, follow_ups: followUps }) => (hasWords(answer) ? score > 0 : followUps.some(hasWords)),
};

/** The table that a bare `[1]` means: the first call of DRIFT shows reports alone. */
const bareIn = ({ tables }: BuiltContext): ContextDataset =>
  tables.some(({ dataset, rows }) => dataset === 'Sources' && rows.some(({ used }) => used)) ? 'Sources' : 'Reports';

/** Adds an answer on the way to what is kept. */
export function addPart(drift: DriftSearch, part: DriftPart): void {
  drift.parts.push(part);
  drift.keep(foundBy(drift));
}

/** What was found so far, with numbers that hold for the whole search. */
export function foundBy({ parts, notes }: Pick<DriftSearch, 'parts' | 'notes'>): Found {
  const contexts = numberedOn(parts.map(({ context }) => context));
  const findings = parts.map(({ text, score, hints, context }, at): Finding => {
    const whole = contexts[at] ?? context;
    const references = hints.flatMap(({ dataset, number }) => {
      const known = dataset && numberIn(whole, context, dataset, number);
      return dataset && known ? [{ dataset, number: known }] : [];
    });
    return { text, score, references };
  });
  return { contexts, findings, notes };
}
