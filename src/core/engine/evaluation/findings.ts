import type { FigureName } from '../../evaluation/evaluation';
import { type Agreement, verdictAgreement } from '../../evaluation/measures/statistics';
import { groupBy } from '../../arrays';
import { listMessages, message, presentMessages, type Message } from '../../message';
import { titleOf } from '../../search/modes/modes';
import type { EvaluationResultRow } from '../../tables/tables';
import type { NamedFigure } from './evaluation-calls';
import { verdictOf } from './evaluation-rows';
import type { KeptQuestion } from './stored-evaluation';

/** A share that counts as a loss: below it where more is better, above it where less is. */
const LOSS = { below: 0.8, above: 0.1 } as const;

interface Finding {
  readonly name: FigureName;
  readonly loss: keyof typeof LOSS;
  readonly words: (percent: number) => Message;
}

/** Facts on where quality is lost, in the order of a search: retrieval, then writing. */
const FINDINGS: readonly Finding[] = [
  {
    name: 'retrieval.recall',
    loss: 'below',
    words: (percent) => message`Retrieval: the passages that were shown are ${percent} % of the marked evidence.`,
  },
  {
    name: 'retrieval.cluster_recall',
    loss: 'below',
    words: (percent) =>
      message`Retrieval: the passages that were shown cover ${percent} % of the groups of passages that bear on the questions.`,
  },
  {
    name: 'retriever.claim_recall',
    loss: 'below',
    words: (percent) =>
      message`Retrieval: the passages that were shown state ${percent} % of what the reference answers state.`,
  },
  {
    name: 'generator.noise_sensitivity_in_irrelevant',
    loss: 'above',
    words: (percent) =>
      message`Number of passages: ${percent} % of the claims are wrong and come from passages that state nothing of the reference answers.`,
  },
  {
    name: 'generator.context_utilization',
    loss: 'below',
    words: (percent) =>
      message`Prompt or model: of what the passages state of the reference answers, the answers use ${percent} %.`,
  },
  {
    name: 'generator.hallucination',
    loss: 'above',
    words: (percent) => message`Model: ${percent} % of the claims are wrong and stand in no passage.`,
  },
  {
    name: 'generator.faithfulness',
    loss: 'below',
    words: (percent) => message`Model: the passages that were shown state ${percent} % of the claims of the answers.`,
  },
];

/** Facts with their figure on where quality is lost. */
export const findingsOf = (figures: readonly NamedFigure[]): readonly Message[] =>
  FINDINGS.flatMap(({ name, loss, words }) => {
    const mean = figures.find((one) => one.name === name)?.figure.mean;
    const isLost = mean !== undefined && (loss === 'below' ? mean < LOSS.below : mean > LOSS.above);
    return isLost ? [words(Math.round(100 * mean))] : [];
  });

/** Questions below which intervals are wide. */
const FEW = 20;

/** Facts that bear on how far to believe results. `stale`: answers that are kept and no longer hold. */
export function honestyNotes(kept: readonly KeptQuestion[], stale: number): readonly Message[] {
  const modes = kept.flatMap((one) => one.modes);
  const judgements = modes.flatMap(({ answer, claims, assertions }) =>
    [claims, assertions].flatMap((one) => (one ? [{ writer: answer.model, judge: one.judge }] : [])),
  );
  const pairs = kept.flatMap((one) =>
    one.pairs.flatMap(({ judge, ...pair }) => [pair.one, pair.other].map(({ model }) => ({ writer: model, judge }))),
  );
  const own = new Set([...judgements, ...pairs].flatMap(({ writer, judge }) => (writer === judge ? [judge] : [])));
  const uncalibrated = new Set(
    modes.flatMap(({ claims }) => (claims?.judgement.isCalibrated === false ? [claims.judge] : [])),
  );
  const judges = [
    ...(['claims', 'assertions', 'support'] as const).map((kind) => modes.flatMap((one) => one[kind]?.judge ?? [])),
    pairs.map(({ judge }) => judge),
  ]
    .map((all) => [...new Set(all)])
    .find(({ length }) => length > 1);
  const earlier = modes.filter(({ isEarlier }) => isEarlier).length;
  const answered = kept.filter(isMeasured).length;
  return [
    ...originNotes(kept),
    ...repeatNotes(kept),
    ...presentMessages(
      ...[...own].map((title) => message`${title} judged answers that it wrote itself. Models prefer their own words.`),
      judges !== undefined &&
        message`Several judges gave these verdicts: ${judges.join(', ')}. Figures of different judges do not compare well.`,
      ...[...uncalibrated].map((title) => message`${title} was not calibrated, so its likeliest verdict counts.`),
      answered > 0 &&
        answered < FEW &&
        message`Questions that are measured: ${answered}. With so few, intervals are wide and small differences cannot be shown.`,
      earlier > 0 &&
        message`${earlier} of ${modes.length} answers are of an earlier state of the collection. Run asks those of the chosen model again.`,
      stale > 0 &&
        message`Answers to other words of a question, or by other prompts, are left out: ${stale}. Run the evaluation again.`,
    ),
  ];
}

/** True for a question by which some measure is taken. */
const isMeasured = ({ question, modes, reference, pairs }: KeptQuestion): boolean =>
  modes.some(({ claims, assertions }) => claims ?? assertions ?? reference ?? question.evidence[0]) || pairs.length > 0;

/** Fact on questions that flatter. */
function originNotes(kept: readonly KeptQuestion[]): readonly Message[] {
  const answered = kept.filter(({ modes }) => modes.length > 0);
  const ofIndex = answered.filter(({ question }) => question.origin === 'index').length;
  return presentMessages(
    ofIndex > 0 &&
      message`${ofIndex} of ${answered.length} questions were made from the index. They use the words of their passages, so that recall of evidence is flattering.`,
  );
}

/** Facts on modes that find the same passages for every question where no model writes. */
function repeatNotes(kept: readonly KeptQuestion[]): readonly Message[] {
  const answers = kept.flatMap(({ modes }) => modes.flatMap(({ answer }) => (answer.model === null ? [answer] : [])));
  const found = [...groupBy(answers, ({ mode }) => mode)].map(([mode, all]) => ({
    mode,
    passages: JSON.stringify(all.map(({ questionId, found: ids, context }) => [questionId, ids, context])),
  }));
  return [...groupBy(found, ({ passages }) => passages).values()].flatMap((same) =>
    same.length < 2
      ? []
      : [
          message`Without a chat model these modes find the same passages, so only one of them is worth its time: ${listMessages(same.map(({ mode }) => titleOf(mode)))}.`,
        ],
  );
}

/** Agreement of the judge with the verdicts of a person on claims: whether any passage states them. Null without verdicts. */
export function agreementWith(kept: readonly KeptQuestion[], rows: Iterable<EvaluationResultRow>): Agreement | null {
  const judged = new Map<string, boolean>();
  for (const { question, modes } of kept) {
    for (const { answer, claims } of modes) {
      claims?.judgement.claims.answerClaims.forEach((claim, at) => {
        const isStated = claims.judgement.claims.passagesToAnswer[at]?.includes('entailment') ?? false;
        judged.set(verdictName(question.id, answer.mode, claim), isStated);
      });
    }
  }
  const pairs = [...rows].flatMap((row) => {
    const verdict = verdictOf(row);
    const judge = verdict && judged.get(verdictName(row.question_id, row.mode, verdict.claim));
    return verdict && typeof judge === 'boolean' ? [{ judge: String(judge), person: String(verdict.holds) }] : [];
  });
  return verdictAgreement(pairs);
}

const verdictName = (...parts: readonly string[]): string => JSON.stringify(parts);
