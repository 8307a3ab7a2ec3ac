import type {
  Assertion,
  Contestant,
  Criterion,
  EvaluationChoice,
  EvaluationQuestion,
  FigureName,
  Label,
  Measure,
} from '../../evaluation/evaluation';
import type { Agreement, Figure, TestedDifference } from '../../evaluation/measures/statistics';
import type { QuestionCounts } from '../../evaluation/questions/make-questions';
import type { Message } from '../../message';
import type { CallOptions } from '../../platform';
import type { RunMode } from '../../search/request/search-request';

/** Calls that evaluate the modes on a set of questions about the open collection. */
export interface EvaluationCalls {
  /** The set of questions, in the order in which they came. */
  evaluationQuestions(): Promise<readonly EvaluationQuestion[]>;
  /** Adds or replaces questions by their ids; durable when it resolves. Throws StorageError where this tab may not write. */
  keepEvaluationQuestions(questions: readonly EvaluationQuestion[]): Promise<void>;
  /** Removes questions with their answers and judgements. */
  removeEvaluationQuestions(ids: readonly string[]): Promise<void>;
  /** Reads questions from a CSV or JSON file, or from pasted lines, and adds them. Throws ParseError. */
  importEvaluation(name: string, bytes: Blob): Promise<ImportedEvaluation>;
  /** Questions of conversations that are not in the set yet, the newest first. */
  askedQuestions(): Promise<readonly string[]>;
  /** Makes questions, by the index alone or by the chosen model; none is approved. Throws ModelError. */
  makeQuestions(wanted: WantedQuestions, options?: CallOptions): AsyncIterable<EvaluationEvent>;
  /** Expected calls and tokens, without what is kept already. Calls no model. */
  evaluationPlan(choice: EvaluationChoice, options?: CallOptions): Promise<EvaluationPlan>;
  /** The same for making questions. */
  questionsPlan(wanted: WantedQuestions, options?: CallOptions): Promise<EvaluationPlan>;
  /** Answers and judges what is not kept yet. An abort loses no finished call; call it again to continue. Throws ModelError. */
  evaluate(choice: EvaluationChoice, options?: CallOptions): AsyncIterable<EvaluationEvent>;
  /** Ends a run without an error, once its calls in flight are answered: none begins. */
  pauseEvaluation(): Promise<void>;
  /** The measures of everything kept of a choice. */
  evaluationResults(choice: EvaluationChoice): Promise<EvaluationResults>;
  /** Claims × passages of one answer. Null where they were not checked. */
  claimsOf(answerId: string): Promise<ClaimsView | null>;
  /** Finds the words of a passage that make the label of a claim; the whole passage where it says nothing of it, null where it is gone. */
  claimSource(cell: ClaimCell): Promise<Pick<ClaimPassage, 'documentId' | 'start' | 'end'> | null>;
  /** Passages of text units, in their order; those that are gone are left out. */
  evaluationPassages(textUnitIds: readonly string[]): Promise<readonly ClaimPassage[]>;
  /** Keeps the verdict of a person on a claim of an answer: whether the passages say it. Nothing is kept where the answer is gone. */
  keepVerdict(verdict: HandVerdict): Promise<void>;
  /** Claims for a person to judge, drawn evenly over modes, without the judge's own label; at most `most`. */
  claimsToJudge(most: number): Promise<readonly ClaimToJudge[]>;
  /** The kept results as a file for another program. */
  exportEvaluation(choice: EvaluationChoice, format: EvaluationFormat): Promise<Blob>;
}

export type EvaluationFormat =
  'ragchecker' | 'benchmark-qed-assertions' | 'benchmark-qed-answers' | 'benchmark-qed-retrieval';

export interface ImportedEvaluation {
  readonly added: number;
  /** Questions that stand in the set already, and gained a reference, assertions or evidence. */
  readonly changed: number;
  /** Notes on what could not be used, such as evidence that is nowhere in the documents. */
  readonly notes: readonly Message[];
}

/** Kinds and numbers of questions to make. */
export interface WantedQuestions extends QuestionCounts {
  /** Without a model: from names, dates and relations of the index, with their passages as evidence. */
  readonly withoutModel: boolean;
}

/** Price of an evaluation. */
export interface EvaluationPlan {
  /** Title of the model that answers; null where passages alone are found. */
  readonly model: string | null;
  /** Title of the model that judges, the one for reports; null without one. */
  readonly judge: string | null;
  /** Title of the checker that judges claims in place of the model; null without one. */
  readonly checker: string | null;
  readonly parts: readonly EvaluationPlanPart[];
  readonly calls: number;
  readonly promptTokens: number;
  readonly replyTokens: number;
  /** By the speed of each model; null where that of one is not known. */
  readonly seconds: number | null;
  /** The same if answers that are not written yet are short, and if they are as long as they may be; null where none is missing. */
  readonly bounds: { readonly least: PlanPrice; readonly most: PlanPrice } | null;
  /** Reasons why some of it cannot be done, such as a measure without a model. */
  readonly notes: readonly Message[];
}

export type PlanPrice = Pick<EvaluationPlan, 'calls' | 'promptTokens' | 'replyTokens' | 'seconds'>;

export interface EvaluationPlanPart {
  readonly part: 'questions' | 'answers' | 'ratings' | Measure;
  readonly items: number;
  /** Items that are kept already, which cost nothing. */
  readonly kept: number;
  readonly calls: number;
  readonly promptTokens: number;
  readonly replyTokens: number;
}

export type EvaluationEvent =
  | { readonly kind: 'progress'; readonly part: EvaluationPlanPart['part']; readonly done: number; readonly of: number }
  | {
      readonly kind: 'failed';
      readonly part: EvaluationPlanPart['part'];
      readonly question: string;
      /** Contestants whose answers it was about; empty for a question itself. */
      readonly contestants: readonly Contestant[];
      readonly reason: Message;
    }
  | { readonly kind: 'questions'; readonly questions: readonly EvaluationQuestion[] }
  | { readonly kind: 'results'; readonly results: EvaluationResults };

/** A measure with its mean over questions. */
export interface NamedFigure {
  readonly name: FigureName;
  readonly figure: Figure;
}

export interface EvaluationResults {
  readonly modes: readonly ModeResults[];
  readonly questions: readonly QuestionResults[];
  readonly comparisons: readonly Comparison[];
  /** Facts that bear on how far to believe it: the judge wrote the answers, a checker is not calibrated, few questions. */
  readonly notes: readonly Message[];
  readonly agreement: Agreement | null;
}

export interface ModeResults {
  readonly contestant: Contestant;
  readonly answered: number;
  readonly figures: readonly NamedFigure[];
  /** Facts with their figure on where quality is lost, such as a low recall of claims; in words for a person. */
  readonly findings: readonly Message[];
}

export interface QuestionResults {
  readonly question: EvaluationQuestion;
  readonly modes: readonly QuestionMode[];
}

/** One question by one contestant. */
export interface QuestionMode {
  readonly contestant: Contestant;
  readonly answerId: string;
  readonly answer: string;
  /** Passages that it was made from. */
  readonly read: number;
  readonly figures: Readonly<Partial<Record<FigureName, number>>>;
  /** Assertions with whether they hold; empty without any. */
  readonly assertions: readonly { readonly assertion: Assertion; readonly holds: boolean }[];
  /** Text units of evidence, or relevant ones, that this mode found and some other did not, and the other way round. */
  readonly foundAlone: readonly string[];
  readonly missed: readonly string[];
}

/** Two contestants beside each other by one measure or criterion. The difference by a criterion is the share of wins, ties as half. */
export interface Comparison extends TestedDifference {
  readonly one: Contestant;
  readonly other: Contestant;
  readonly measure: FigureName | Criterion;
  /** The way in which a judge compared; missing for a measure. */
  readonly instrument?: Extract<Measure, 'pairwise' | 'differential'>;
}

export interface ClaimsView {
  readonly judge: string;
  readonly claims: readonly ClaimLine[];
  readonly passages: readonly ClaimPassage[];
}

export interface ClaimLine {
  readonly claim: string;
  readonly side: 'answer' | 'reference';
  /** By the other side's text; null without a reference. */
  readonly isRight: boolean | null;
  /** For each passage. */
  readonly labels: readonly Label[];
}

/** A claim held against a passage. */
export interface ClaimCell {
  readonly claim: string;
  readonly textUnitId: string;
  readonly label: Label;
}

/** A passage that can be opened. */
export interface ClaimPassage {
  readonly textUnitId: string;
  readonly documentId: string;
  readonly title: string;
  readonly start: number;
  readonly end: number;
  /** Words of the passage, as one line. */
  readonly text: string;
}

export interface HandVerdict {
  readonly questionId: string;
  readonly mode: RunMode;
  readonly claim: string;
  readonly holds: boolean;
}

export interface ClaimToJudge {
  readonly questionId: string;
  readonly mode: RunMode;
  readonly question: string;
  readonly claim: string;
  readonly passages: readonly ClaimPassage[];
}
