import { withTimeout } from '../../async';
import { ModelError } from '../../errors';
import { message } from '../../message';
import { sentencesOf, type Sentence } from '../../search/evidence/sentences';
import { createGrounding } from '../../search/grounding';
import type { EngineEnv } from '../env';
import { RUN_MODES } from '../../search/request/mode-names';
import { stableId } from '../../ids';
import type { EvaluationResultRow } from '../../tables/tables';
import { oneLine } from '../../text/clip';
import type { OpenCollection } from '../collections/open-collection';
import type {
  ClaimCell,
  ClaimLine,
  ClaimPassage,
  ClaimsView,
  ClaimToJudge,
  EvaluationCalls,
  HandVerdict,
} from './evaluation-calls';
import { judgementId, judgementIn, type JudgementOf } from './stored-evaluation';
import { questionsOf } from './question-set';
import { keptResults, resultRow } from './result-items';

/** Passages of text units, in their order; those that are gone are left out. */
export function passagesOf({ index }: OpenCollection, textUnitIds: readonly string[]): readonly ClaimPassage[] {
  return textUnitIds.flatMap((textUnitId) => {
    const unit = index.unitOf(textUnitId);
    if (!unit) return [];
    const { document_id: documentId, start, end } = unit;
    const title = index.labels.get(documentId) ?? index.documents.get(documentId)?.title ?? '';
    return [{ textUnitId, documentId, title, start, end, text: oneLine(unit.text) }];
  });
}

interface CheckedAnswer extends JudgementOf<'claims'> {
  readonly row: EvaluationResultRow;
}

/** Checked answers, those that were checked last come last. */
const checkedAnswers = (rows: Iterable<EvaluationResultRow>): readonly CheckedAnswer[] =>
  [...rows].flatMap((row) => {
    const kept = judgementIn(row, 'claims');
    return kept ? [{ ...kept, row }] : [];
  });

/** Claims × passages of an answer. Null where they were not checked. */
export async function claimsView(open: OpenCollection, answerId: string): Promise<ClaimsView | null> {
  const kept = judgementIn((await keptResults(open)).get(judgementId('claims', answerId)), 'claims');
  if (!kept) return null;
  const { claims } = kept.judgement;
  const lines = (
    side: ClaimLine['side'],
    texts: readonly string[] | null,
    [right, labels]: readonly [readonly string[] | null, readonly ClaimLine['labels'][] | null],
  ): readonly ClaimLine[] =>
    (texts ?? []).map((claim, at) => ({
      ...{ claim, side, labels: labels?.[at] ?? [] },
      isRight: right && right[at] === 'entailment',
    }));
  return {
    ...{ judge: kept.judge, passages: passagesOf(open, claims.passages) },
    claims: [
      ...lines('answer', claims.answerClaims, [claims.referenceToAnswer, claims.passagesToAnswer]),
      ...lines('reference', claims.referenceClaims, [claims.answerToReference, claims.passagesToReference]),
    ],
  };
}

/** Milliseconds that a click on a cell waits for the checker at most. */
const CHECKER_WAIT = 3000;

/**
 * The sentence of a passage that states a claim or contradicts it: the likeliest by the sentence checker, or the one with most of the claim's words
 * where there is none at hand.
 */
export async function claimSource(
  open: OpenCollection,
  { models, timer }: Pick<EngineEnv, 'models' | 'timer'>,
  { claim, textUnitId, label }: ClaimCell,
): ReturnType<EvaluationCalls['claimSource']> {
  const [passage] = passagesOf(open, [textUnitId]);
  if (!passage) return null;
  const whole = { documentId: passage.documentId, start: passage.start, end: passage.end };
  if (label === 'neutral') return whole;
  const sentences = sentencesOf(open.index, open.index.slotOf.get(textUnitId) ?? -1);
  const premises = sentences.map((one) => ({ ...one, before: '', after: '', heading: '' }));
  const likeliest = async (): Promise<Sentence | undefined> => {
    const checker = await models.checker();
    const scores = await checker?.judge(premises.map(({ text }) => ({ premise: text, hypothesis: claim })));
    const certainties = scores?.map((one) => one[label]) ?? [];
    return premises[certainties.indexOf(Math.max(...certainties))];
  };
  const error = new ModelError(message`It took too long.`);
  const checked = await withTimeout(likeliest(), CHECKER_WAIT, { timer, error }).catch(() => undefined);
  const { span } = checked ?? createGrounding(premises).check(claim).nearest ?? {};
  return span ? { documentId: span.document_id, start: span.start, end: span.end } : whole;
}

/**
 * Claims of answers for a person to judge, without those that have a verdict: a claim of each mode in turn, in an order that does not depend on
 * the judge. A claim that several modes make comes once.
 */
export async function claimsToJudge(open: OpenCollection, most: number): Promise<readonly ClaimToJudge[]> {
  const rows = await keptResults(open);
  const questions = new Map((await questionsOf(open)).map(({ id, question }) => [id, question]));
  const claims = checkedAnswers(rows.values()).flatMap(({ questionId, judgement: { mode, claims: checked } }) =>
    checked.answerClaims.map((claim) => ({ questionId, mode, claim, units: checked.passages })),
  );
  const seen = new Set(claims.filter((one) => rows.has(verdictId(one))).map(wordsOf));
  const due = claims
    .map((one) => ({ ...one, id: verdictId(one) }))
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .filter((one) => !seen.has(wordsOf(one)) && seen.add(wordsOf(one)));
  const byMode = RUN_MODES.map((name) => due.filter(({ mode }) => mode === name));
  const rounds = Math.max(0, ...byMode.map(({ length }) => length));
  return Array.from({ length: rounds }, (_, round) => byMode.flatMap((own) => own[round] ?? []))
    .flat()
    .slice(0, most)
    .map(({ questionId, mode, claim, units }) => ({
      ...{ questionId, mode, claim, question: questions.get(questionId) ?? '' },
      passages: passagesOf(open, units),
    }));
}

const wordsOf = ({ questionId, claim }: Pick<HandVerdict, 'questionId' | 'claim'>): string =>
  JSON.stringify([questionId, claim]);

/** Keeps the verdict of a person on a claim, in place of an earlier one; nothing where the answer is gone. */
export async function keepVerdict(
  open: OpenCollection,
  { questionId, mode, claim, holds }: HandVerdict,
): Promise<void> {
  const checked = checkedAnswers((await keptResults(open)).values()).findLast(
    (one) =>
      one.questionId === questionId && one.judgement.mode === mode && one.judgement.claims.answerClaims.includes(claim),
  );
  if (!checked) return;
  const row = resultRow({
    ...{ id: verdictId({ questionId, mode, claim }), question_id: questionId, kind: 'verdict', mode, key: '' },
    value: JSON.stringify({ claim, holds }),
    document_ids: checked.row.document_ids,
  });
  await open.store.commit(() => ({ patch: { evaluation_results: { rows: [row], removed: [] } } }));
}

const verdictId = ({ questionId, mode, claim }: Omit<HandVerdict, 'holds'>): string =>
  stableId('verdict', questionId, mode, claim);
