import { RUN_MODES } from '../../search/request/mode-names';
import { stableId } from '../../ids';
import type { EvaluationResultRow } from '../../tables/tables';
import { oneLine } from '../../text/clip';
import type { OpenCollection } from '../collections/open-collection';
import type { ClaimLine, ClaimPassage, ClaimsView, ClaimToJudge, HandVerdict } from './evaluation-calls';
import { judgementOf } from './evaluation-rows';
import { judgementId, type JudgementOf } from './stored-evaluation';
import { questionsOf } from './question-set';
import { keptResults, resultRow } from './result-items';

/** Passages of text units, in their order; those that are gone are left out. */
export function passagesOf({ index }: OpenCollection, textUnitIds: readonly string[]): readonly ClaimPassage[] {
  return textUnitIds.flatMap((textUnitId) => {
    const unit = index.unitAt.get(index.slotOf.get(textUnitId) ?? -1);
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
    const kept = row.kind === 'claims' ? judgementOf(row) : null;
    return kept?.judgement.kind === 'claims' ? [{ ...kept, judgement: kept.judgement, row }] : [];
  });

/** Claims × passages of an answer. Null where they were not checked. */
export async function claimsView(open: OpenCollection, answerId: string): Promise<ClaimsView | null> {
  const row = (await keptResults(open)).get(judgementId('claims', answerId));
  const [kept] = checkedAnswers(row ? [row] : []);
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
