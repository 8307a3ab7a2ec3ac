import { COMPARISONS, FIGURES, type Contestant, type FigureGroup, type FigureName } from '../../evaluation/evaluation';
import { isAssertionPassed, passageSupport, passRate } from '../../evaluation/measures/assertions';
import { pairwiseResults } from '../../evaluation/measures/pairwise';
import { CLAIM_METRICS, claimMetrics } from '../../evaluation/measures/ragchecker';
import { evidenceMetrics, isRelevant, ratedMetrics } from '../../evaluation/measures/retrieval';
import { bootstrapFigure, shareOf, testFamily } from '../../evaluation/measures/statistics';
import { inSteps, type Work } from '../../work';
import type { Comparison, EvaluationResults, ModeResults, QuestionMode, QuestionResults } from './evaluation-calls';
import { findingsOf } from './findings';
import { comparedPairs, type KeptQuestion, type KeptQuestionMode } from './stored-evaluation';

/** Names of all measures, in the order of the table. */
const NAMES: readonly FigureName[] = (Object.keys(FIGURES) as FigureGroup[]).flatMap((group) =>
  FIGURES[group].map((name) => `${group}.${name}` as FigureName),
);

/** Measures by which modes are tested against each other: one of each instrument, so that few tests are made. */
const TESTED = [
  'retrieval.recall',
  'retrieval.reciprocal_rank',
  'retrieval.cluster_recall',
  'retrieval.fidelity',
  'overall.f1',
  'retriever.claim_recall',
  'generator.faithfulness',
  'assertions.question_pass_rate',
  'assertions.strength',
] as const satisfies readonly FigureName[];

type Figures = Readonly<Partial<Record<FigureName, number>>>;

/** Measures of everything that is kept. */
export function* assembleResults(
  columns: readonly Contestant[],
  kept: readonly KeptQuestion[],
): Work<Pick<EvaluationResults, 'modes' | 'questions' | 'comparisons'>> {
  const questions: QuestionResults[] = [];
  yield* inSteps(kept, (one) => questions.push(questionResults(one)), 8);
  const modes: ModeResults[] = [];
  yield* inSteps(columns, (contestant) => modes.push(modeResults(contestant, questions)), 1);
  const comparisons: Comparison[] = [];
  const pairs = comparedPairs(columns, (one) => one);
  yield* inSteps(TESTED, (measure) => comparisons.push(...compared(measure, pairs, questions)), 1);
  return { modes, questions, comparisons: [...comparisons, ...comparedByJudge(kept)] };
}

/** Wins by criterion, each way of comparing by itself. */
const comparedByJudge = (kept: readonly KeptQuestion[]): readonly Comparison[] =>
  COMPARISONS.flatMap((instrument) => {
    const judged = kept.flatMap(({ question: { id }, pairs }) =>
      pairs.flatMap(({ one, other, judgement: { kind, scores } }) =>
        kind === instrument ? [{ questionId: id, one, other, scores }] : [],
      ),
    );
    return pairwiseResults(judged).map((result) => ({ ...result, instrument }));
  });

function questionResults(kept: KeptQuestion): QuestionResults {
  const { question, modes } = kept;
  const relevant = relevantOf(kept);
  const shown = modes.map(({ answer }) => new Set(answer.context));
  const one = (mode: KeptQuestionMode, at: number): QuestionMode => {
    const others = shown.filter((_, other) => other !== at);
    const trials = mode.assertions?.judgement.trials ?? {};
    return {
      contestant: mode.contestant,
      answerId: mode.row.id,
      answer: mode.answer.text,
      read: mode.answer.context.length,
      figures: figuresOf(kept, mode),
      assertions: question.assertions.flatMap((assertion) => {
        const tried = trials[assertion.id] ?? [];
        return tried.length > 0 ? [{ assertion, holds: isAssertionPassed(tried) }] : [];
      }),
      foundAlone: relevant.filter((id) => shown[at]?.has(id) && others.some((other) => !other.has(id))),
      missed: relevant.filter((id) => !shown[at]?.has(id) && others.some((other) => other.has(id))),
    };
  };
  return { question, modes: modes.map(one) };
}

/** Text units that bear on a question: its marked evidence, else those that were rated so. */
function relevantOf({ question, reference }: KeptQuestion): readonly string[] {
  if (question.evidence.length > 0) return question.evidence;
  const rated = [...(reference?.judgement.clusters ?? []), ...(reference?.judgement.found ?? [])];
  return rated.flatMap((cluster) =>
    Object.entries(cluster).flatMap(([id, rating]) => (isRelevant(rating) ? [id] : [])),
  );
}

function figuresOf(
  { question, reference }: KeptQuestion,
  { answer, claims, assertions, support }: KeptQuestionMode,
): Figures {
  const { found, context, calls, tokens, seconds } = answer;
  const shown = evidenceMetrics(context, question.evidence);
  const ranked = evidenceMetrics(found, question.evidence);
  const metrics = claims ? claimMetrics(claims.judgement.claims) : {};
  const rate = assertions && passRate(question.assertions.map(({ id }) => assertions.judgement.trials[id] ?? []));
  return {
    ...(shown && inGroup('retrieval', { ...shown, reciprocal_rank: ranked?.reciprocal_rank })),
    ...(reference && inGroup('retrieval', { ...ratedMetrics(context, reference.judgement) })),
    ...Object.fromEntries(
      Object.entries(metrics).map(([name, value]) => [`${CLAIM_GROUPS[name] ?? ''}.${name}`, value]),
    ),
    ...(typeof rate === 'number' && { 'assertions.question_pass_rate': rate }),
    ...(support && inGroup('assertions', { ...passageSupport(support.judgement.grades) })),
    ...inGroup('cost', answer.model === null ? { seconds } : { calls, tokens, seconds }),
  };
}

const CLAIM_GROUPS: Readonly<Record<string, FigureGroup>> = Object.fromEntries(
  Object.entries(CLAIM_METRICS).map(([name, { group }]) => [name, group]),
);

/** Values under the names of their group; those that the table does not have are left out. */
const inGroup = (group: FigureGroup, values: Readonly<Record<string, number | undefined>>): Figures =>
  Object.fromEntries(
    FIGURES[group].flatMap((name) => (values[name] === undefined ? [] : [[`${group}.${name}`, values[name]]])),
  );

function modeResults(contestant: ModeResults['contestant'], questions: readonly QuestionResults[]): ModeResults {
  const own = questions.flatMap(({ modes }) => modes.filter((one) => one.contestant === contestant));
  const judged = own.map(({ assertions }) => assertions.map(({ holds }) => holds)).filter(({ length }) => length > 0);
  const all = bootstrapFigure(
    judged.map(shareOf),
    judged.map(({ length }) => length),
  );
  // A question without a measure does not count for it.
  const figureOf = (name: FigureName) =>
    name === 'assertions.overall_accuracy' ? all : bootstrapFigure(own.flatMap((one) => one.figures[name] ?? []));
  const figures = NAMES.flatMap((name) => {
    const figure = figureOf(name);
    return figure ? [{ name, figure }] : [];
  });
  return { contestant, answered: own.length, figures, findings: findingsOf(figures) };
}

/** Tests pairs of contestants by one measure, over the questions that both have. */
function compared(
  measure: FigureName,
  pairs: readonly (readonly [Contestant, Contestant])[],
  questions: readonly QuestionResults[],
): readonly Comparison[] {
  const valueOf = ({ modes }: QuestionResults, contestant: Contestant) =>
    modes.find((one) => one.contestant === contestant)?.figures[measure];
  const differences = pairs.map(([one, other]) =>
    questions.flatMap((question) => {
      const [a, b] = [valueOf(question, one), valueOf(question, other)];
      return a === undefined || b === undefined ? [] : [a - b];
    }),
  );
  return testFamily(differences).flatMap((tested, at) => {
    const [one, other] = pairs[at] ?? [];
    return tested && one && other ? [{ one, other, measure, ...tested }] : [];
  });
}
