import type { RunMode } from '../search/request/search-request';
import type { EvaluationResultRow } from '../tables/tables';

/** Classes of questions (BenchmarkQED): a fact of one passage, facts joined by an entity, or themes of the whole collection. */
export const QUESTION_CLASSES = ['local', 'linked', 'global'] as const;
export type QuestionClass = (typeof QUESTION_CLASSES)[number];

/** Source of a question. `index` means made from names, dates and relations of the index, without a model. */
export const QUESTION_ORIGINS = ['typed', 'imported', 'conversation', 'model', 'index'] as const;
export type QuestionOrigin = (typeof QUESTION_ORIGINS)[number];

/** A question of a collection's set. Only approved ones are run. */
export interface EvaluationQuestion {
  readonly id: string;
  readonly question: string;
  /** Null where nobody said. */
  readonly questionClass: QuestionClass | null;
  readonly origin: QuestionOrigin;
  /** The answer that is held to be right; null without one. */
  readonly reference: string | null;
  readonly assertions: readonly Assertion[];
  /** Text units that hold the answer; empty where none is marked. */
  readonly evidence: readonly string[];
  readonly isApproved: boolean;
  /** Model that made it; null for none. */
  readonly madeBy: string | null;
}

/** A statement that a good answer makes. */
export interface Assertion {
  /** Unique in its question. */
  readonly id: string;
  readonly statement: string;
  /** 1 to 10; null where nobody said. */
  readonly importance: number | null;
  /** Text units that it rests on. */
  readonly textUnitIds: readonly string[];
}

/** Ways in which a judge compares two answers. */
export const COMPARISONS = ['pairwise', 'differential'] as const;

/** Instruments of an evaluation in the order in which they are offered. `retrieval` needs no model; the others ask a judge. */
export const MEASURES = ['retrieval', 'claims', 'assertions', 'support', ...COMPARISONS] as const;
export type Measure = (typeof MEASURES)[number];

/** Names of measures by their group, in the order of the table of results. Those of claims are RAGChecker's. */
export const FIGURES = {
  retrieval: [
    'recall',
    'precision',
    'reciprocal_rank',
    'cluster_recall',
    'rated_precision',
    'graded_precision',
    'fidelity',
  ],
  overall: ['precision', 'recall', 'f1'],
  retriever: ['claim_recall', 'context_precision'],
  generator: [
    'faithfulness',
    'unsupported',
    'context_utilization',
    'noise_sensitivity_in_relevant',
    'noise_sensitivity_in_irrelevant',
    'hallucination',
    'self_knowledge',
  ],
  assertions: ['question_pass_rate', 'overall_accuracy', 'coverage', 'strict_coverage', 'strength'],
  cost: ['calls', 'tokens', 'seconds'],
} as const;

export type FigureGroup = keyof typeof FIGURES;

/** Group and name of a measure, such as `retrieval.recall`. */
export type FigureName = { [G in FigureGroup]: `${G}.${(typeof FIGURES)[G][number]}` }[FigureGroup];

/** One way to answer, a column of the table of results. */
export interface Contestant {
  readonly mode: RunMode;
  /** Title of the model that answers, null for passages alone. Missing in a choice: the chosen model, beside others whose answers are kept. */
  readonly model?: string | null;
}

/** Work that a person wants done: every approved question by every contestant, judged by every measure. */
export interface EvaluationChoice {
  readonly contestants: readonly Contestant[];
  readonly measures: readonly Measure[];
  /** Rates clusters of passages 0 to 3 for questions without marked evidence. */
  readonly ratesPassages: boolean;
  /** Trials of each assertion, at least 1. */
  readonly trials: number;
}

/** An answer that was kept, with what it was made from: the row of results of its kind. */
export interface KeptAnswer extends Pick<
  EvaluationResultRow,
  'model' | 'text' | 'found' | 'context' | 'calls' | 'tokens' | 'seconds'
> {
  readonly questionId: string;
  readonly mode: RunMode;
}

/** Label of a claim against a text. Only `entailment` counts as said. */
export type Label = 'entailment' | 'neutral' | 'contradiction';

/** Claims of an answer and of the reference with the four matrices of RAGChecker. */
export interface CheckedClaims {
  readonly answerClaims: readonly string[];
  /** Null without a reference. */
  readonly referenceClaims: readonly string[] | null;
  /** Text units of the columns of `passagesToAnswer` and `passagesToReference`. */
  readonly passages: readonly string[];
  /** Each claim of the answer against the text of the reference; null without one. */
  readonly referenceToAnswer: readonly Label[] | null;
  /** Each claim of the reference against the text of the answer; null without one. */
  readonly answerToReference: readonly Label[] | null;
  /** [claim of the answer][passage]. */
  readonly passagesToAnswer: readonly (readonly Label[])[];
  /** [claim of the reference][passage]; null without one. */
  readonly passagesToReference: readonly (readonly Label[])[] | null;
}

/** Criteria of a comparison of two answers (BenchmarkQED). Directness is the control. */
export const CRITERIA = ['comprehensiveness', 'diversity', 'empowerment', 'relevance', 'directness'] as const;
export type Criterion = (typeof CRITERIA)[number];

/** Result of a judge or a person on a question. */
export type Judgement =
  | {
      readonly kind: 'claims';
      readonly mode: RunMode;
      readonly claims: CheckedClaims;
      /** False for a checker whose thresholds were not calibrated; null for a chat model. */
      readonly isCalibrated: boolean | null;
    }
  /** Trials of each assertion by its id, 1 where it holds and 0 where not. */
  | {
      readonly kind: 'assertions';
      readonly mode: RunMode;
      readonly trials: Readonly<Record<string, readonly number[]>>;
    }
  /** Support of each assertion by each passage that the answer was made from, 1, 0.5 or 0: [assertion][passage]. */
  | { readonly kind: 'support'; readonly mode: RunMode; readonly grades: readonly (readonly (number | null)[])[] }
  /** The score of the first mode: 1 won, 0.5 tie, 0 lost, a value for each trial, orders in turn. */
  | {
      readonly kind: 'pairwise' | 'differential';
      readonly mode: RunMode;
      readonly other: RunMode;
      readonly scores: Readonly<Partial<Record<Criterion, readonly number[]>>>;
    }
  /** Ratings 0 to 3 of text units for the question, by cluster; -1 where a rating failed. Shared by all modes. */
  | {
      readonly kind: 'reference';
      readonly clusters: readonly Readonly<Record<string, number>>[];
      /** Ratings of further text units, which a mode found, by the cluster that they belong to. */
      readonly found: readonly Readonly<Record<string, number>>[];
    };

/** A judgement as it is kept. */
export interface KeptJudgement {
  readonly questionId: string;
  /** Title of the judge: a chat model or a checker. */
  readonly judge: string;
  readonly judgement: Judgement;
}
