import { shortId, stableId } from '../../ids';
import type { CallOptions } from '../../platform';
import { oneLine } from '../../text/clip';
import { terms } from '../../text/terms';
import type { EvaluationQuestion, QuestionClass } from '../evaluation';
import type { CheckedText, ClaimChecker } from '../judging/claim-checker';
import type { Judge } from '../judging/judge';

/** A question as a model made it, until it is chosen. */
export interface DraftQuestion {
  readonly question: EvaluationQuestion;
  /** Text that its assertions must follow from. */
  readonly grounds: CheckedText;
  /** Quality, higher is better. */
  readonly quality: number;
  /** Kind of a linked question, of which each gets its share. */
  readonly kind?: string;
}

/** Fields of a question in a reply, with the text units that it rests on. */
interface MadeQuestion {
  readonly questionClass: QuestionClass;
  readonly question: string;
  readonly answer: string;
  readonly statements: readonly string[];
  readonly evidence: readonly string[];
}

/** Characters of a statement that is expected, and statements of a question. */
const EXPECTED = { length: 80, statements: 2 } as const;

/** Fields of a question on a text, as they are expected for a price. */
export const expectedQuestion = (text: string) => ({
  ...{ question: text.slice(0, EXPECTED.length), answer: text.slice(0, EXPECTED.length) },
  statements: Array.from({ length: EXPECTED.statements }, (_, at) =>
    text.slice(at * EXPECTED.length, (at + 1) * EXPECTED.length),
  ),
});

/** Names a question by its words. */
export const questionId = (question: string): string => stableId('question', oneLine(question));

/** A question of a model, not approved. */
export function madeQuestion(maker: Judge, made: MadeQuestion): EvaluationQuestion {
  const { questionClass, evidence } = made;
  const statements = [...new Set(made.statements.map(oneLine))];
  return {
    id: questionId(made.question),
    question: oneLine(made.question),
    questionClass,
    origin: 'model',
    reference: oneLine(made.answer),
    assertions: statements.map((statement) => ({
      id: shortId('assertion', statement),
      statement,
      importance: null,
      textUnitIds: evidence,
    })),
    evidence,
    isApproved: false,
    madeBy: maker.title,
  };
}

/** Keeps the assertions that follow from the draft's grounds; null without any. Throws the checker’s errors. */
export async function groundDraft(
  draft: DraftQuestion,
  checker: ClaimChecker,
  options: CallOptions,
): Promise<DraftQuestion | null> {
  const { question, grounds } = draft;
  const statements = question.assertions.map(({ statement }) => statement);
  const labels = await checker.label(statements, grounds, options);
  const assertions = question.assertions.filter((_, at) => labels[at] === 'entailment');
  return assertions.length === 0 ? null : { ...draft, question: { ...question, assertions } };
}

/** Similarity from which two questions are the same in other words. */
const NEARLY_EQUAL = 0.8;
/** Weight of quality against likeness to what was chosen, and of a kind that has its share (BenchmarkQED). */
const QUALITY = 0.7;
const SHARE = 0.5;

/** Chooses questions that are good and unlike each other (MMR, Carbonell and Goldstein 1998); none that nearly equals another, or one of `known`. */
export function chooseQuestions(
  drafts: readonly DraftQuestion[],
  count: number,
  known: readonly string[],
  kinds = 1,
): readonly DraftQuestion[] {
  const taken = known.map(questionTerms);
  const chosen: DraftQuestion[] = [];
  let open = drafts.map((draft) => ({ draft, terms: questionTerms(draft.question.question) }));
  while (chosen.length < count) {
    const rated = open.map((one) => ({
      ...one,
      nearest: Math.max(0, ...taken.map((other) => overlap(one.terms, other))),
    }));
    open = rated.filter(({ nearest }) => nearest < NEARLY_EQUAL);
    const valueOf = ({ draft, nearest }: (typeof rated)[number]): number => {
      const ofKind = chosen.filter(({ kind }) => draft.kind !== undefined && kind === draft.kind).length;
      const share = Math.min(2, ofKind / Math.max(1, count / kinds)) / 2;
      return QUALITY * draft.quality - (1 - QUALITY) * nearest - SHARE * share;
    };
    const [best] = rated.filter(({ nearest }) => nearest < NEARLY_EQUAL).sort((a, b) => valueOf(b) - valueOf(a));
    if (!best) break;
    chosen.push(best.draft);
    taken.push(best.terms);
  }
  return chosen;
}

const questionTerms = (text: string): ReadonlySet<string> => new Set(terms(text));

/** Cosine of two sets of terms. */
export function overlap(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const shared = [...one].filter((term) => other.has(term)).length;
  return shared === 0 ? 0 : shared / Math.sqrt(one.size * other.size);
}
