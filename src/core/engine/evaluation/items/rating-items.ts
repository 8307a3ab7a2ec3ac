import { stableId } from '../../../ids';
import type { EvaluationQuestion } from '../../../evaluation/evaluation';
import type { Judge } from '../../../evaluation/judging/judge';
import { ratePassages, ratingsKey } from '../../../evaluation/judging/rate-passages';
import {
  passageVectors,
  probedPassages,
  ratingClusters,
  type PassageClusters,
} from '../../../evaluation/judging/passage-clusters';
import { readQuestion } from '../../../search/request/question';
import { rankTextUnits } from '../../../retrieval/text-units';
import type { SearchIndex } from '../../../retrieval';
import { runWork } from '../../../work';
import { passagesOf, type JudgedItem } from './judge-items';
import { columnsOf, keptModes, referenceNames } from '../stored-evaluation';
import type { Evaluation } from '../result-items';
import type { EvaluationResultRow } from '../../../tables/tables';

const clustersOf = new WeakMap<SearchIndex, PassageClusters>();

/**
 * Ratings of passages for each question without marked evidence: of probes of each cluster of the collection, and of the passages that the
 * modes show.
 */
export async function ratedQuestions(
  evaluation: Evaluation,
  judge: Judge,
  rows: ReadonlyMap<string, EvaluationResultRow>,
): Promise<readonly JudgedItem[]> {
  const { open, env, signal } = evaluation;
  const { index } = open;
  const questions = evaluation.questions.filter(({ evidence }) => evidence.length === 0);
  if (questions.length === 0 || index.tables.textUnits.length === 0) return [];
  const clusters =
    clustersOf.get(index) ??
    ratingClusters(await runWork(passageVectors(index), { clock: env.clock, signal }), index.tables.documents.length);
  clustersOf.set(index, clusters);
  const columns = columnsOf(evaluation, rows);
  const items: JudgedItem[] = [];
  for (const question of questions) {
    const shown = keptModes(evaluation, rows, question, columns).flatMap(({ row, isEarlier }) =>
      isEarlier ? [] : row.context,
    );
    items.push(ratedQuestion(evaluation, judge, { question, shown, ...probesFor(index, question, clusters) }));
    await env.clock.yield();
  }
  return items;
}

/** Ids of text units by cluster: those that are rated for a question, and all. */
interface Probes {
  readonly probes: readonly (readonly string[])[];
  readonly clusterOf: ReadonlyMap<string, number>;
}

function probesFor(index: SearchIndex, { question }: EvaluationQuestion, clusters: PassageClusters): Probes {
  const { textUnits } = index.tables;
  const read = readQuestion(index, { question, mode: 'basic' });
  const scores = new Map(rankTextUnits(index, read, () => true).hits.map(({ id, score }) => [id, score]));
  const idOf = (row: number): string => textUnits[row]?.id ?? '';
  const probes = probedPassages(clusters, (row) => scores.get(index.slotOf.get(idOf(row)) ?? -1) ?? 0);
  return {
    probes: probes.map((rows) => rows.map(idOf)),
    clusterOf: new Map(clusters.clusters.flatMap(({ rows }, at) => [...rows].map((row) => [idOf(row), at] as const))),
  };
}

function ratedQuestion(
  evaluation: Evaluation,
  judge: Judge,
  {
    question,
    shown,
    probes,
    clusterOf,
  }: Probes & { readonly question: EvaluationQuestion; readonly shown: readonly string[] },
): JudgedItem {
  const probed = new Set(probes.flat());
  const found = [...new Set(shown)].filter((id) => !probed.has(id));
  const further = probes.map((_, cluster) => found.filter((id) => clusterOf.get(id) === cluster));
  const passages = passagesOf(evaluation, [...probed, ...found]);
  return {
    ...{ question, contestants: [], names: referenceNames(question), by: judge.title },
    how: stableId(ratingsKey(judge, question.question, passages), JSON.stringify(probes)),
    documentIds: passages.flatMap(({ documentIds }) => documentIds),
    judge: async (by) => {
      const ratings = await ratePassages(by, question.question, passages);
      const rated = (ids: readonly string[]) => Object.fromEntries(ids.map((id) => [id, ratings[id] ?? -1]));
      return { kind: 'reference', clusters: probes.map(rated), found: further.map(rated) };
    },
  };
}
