import { BASIC_ANSWER } from '../../prompts/answers/basic-answer';
import { DRIFT_HYPOTHESIS } from '../../prompts/answers/drift-hypothesis';
import { DRIFT_PRIMER } from '../../prompts/answers/drift-primer';
import { DRIFT_REDUCE } from '../../prompts/answers/drift-reduce';
import { DRIFT_STEP } from '../../prompts/answers/drift-step';
import { GLOBAL_MAP } from '../../prompts/answers/global-map';
import { GLOBAL_REDUCE } from '../../prompts/answers/global-reduce';
import { LOCAL_ANSWER } from '../../prompts/answers/local-answer';
import { RATE_REPORT } from '../../prompts/answers/rate-report';
import { reportsWithin } from '../context/report-entries';
import type { RunMode } from '../events';
import { HYPOTHESIS } from '../model/hypothesis';
import { answerTokens, tokensForWords } from '../model/prompt-room';
import { RATING } from '../model/rate-reports';
import { basicChoices } from '../parameters/basic-parameters';
import { driftChoices } from '../parameters/drift-parameters';
import { globalChoices, type GlobalChoices } from '../parameters/global-parameters';
import { batchesAbout } from './batches';
import { costPart, roomBeside, writtenOf, type CostPart, type Costing } from './costing';
import { meanReport, passageTokens } from './data-sizes';

/** What a mode asks of the model, one part after the other. */
export const MODE_PARTS: Readonly<Record<RunMode, (costing: Costing) => readonly CostPart[]>> = {
  local: localParts,
  global: globalParts,
  drift: driftParts,
  basic: basicParts,
};

/** Entities, relationships and reports beside the passages, as a share of these: where all passages fit, so do they. */
const AND_GRAPH = 1.3;

function localParts(costing: Costing): readonly CostPart[] {
  const data = AND_GRAPH * passageTokens(costing.index, costing.scope);
  return [costPart(costing, { prompt: LOCAL_ANSWER, calls: 1, data, reply: answerTokens(costing), withHistory: true })];
}

function basicParts(costing: Costing): readonly CostPart[] {
  const { index, scope, request } = costing;
  const { passages } = basicChoices(request.parameters?.basic);
  const all = passageTokens(index, scope);
  const mean = passageTokens(index, { ...scope, everything: true }) / Math.max(1, index.unitAt.size);
  const data = Math.min(all, passages * mean);
  return [costPart(costing, { prompt: BASIC_ANSWER, calls: 1, data, reply: answerTokens(costing), withHistory: true })];
}

function globalParts(costing: Costing): readonly CostPart[] {
  const { index, scope, level, request } = costing;
  const choices = globalChoices(request.parameters?.global);
  const reply = tokensForWords(costing, choices.mapWords);
  const room = roomBeside(costing, GLOBAL_MAP, reply, true);
  const rated = choices.dynamic ? ratedRows(costing, choices) : undefined;
  const { batches, tokens } = batchesAbout(index, {
    room,
    most: choices.mostBatches,
    level,
    scope,
    ...(rated && { rows: rated }),
  });
  const ratings = rated?.length ?? 0;
  if (batches === 0 && ratings === 0) return basicParts(costing);
  return [
    costPart(costing, {
      prompt: RATE_REPORT,
      calls: ratings,
      data: Math.min(RATING.report, meanReport(index)),
      reply: RATING.reply,
    }),
    costPart(costing, {
      prompt: GLOBAL_MAP,
      calls: batches,
      data: tokens / Math.max(1, batches),
      reply,
      withHistory: true,
    }),
    costPart(costing, {
      prompt: GLOBAL_REDUCE,
      calls: Math.min(1, batches),
      data: batches * writtenOf(reply),
      reply: tokensForWords(costing, choices.reduceWords),
      withHistory: true,
    }),
  ].filter(({ calls }) => calls > 0);
}

/** As many reports as may be rated, the weightiest. */
function ratedRows({ index, scope, level }: Costing, { mostRatings }: GlobalChoices): readonly number[] {
  const rows = index.tables.communityReports.flatMap((report, row) =>
    report.level <= level ? [{ row, score: index.communities.occurrence[row] ?? 0 }] : [],
  );
  return reportsWithin(index, rows, scope)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, mostRatings)
    .map(({ row }) => row);
}

function driftParts(costing: Costing): readonly CostPart[] {
  const { index, scope, level, request, hasVectors } = costing;
  const choices = driftChoices(request.parameters?.drift);
  const rows = index.communities.rollUp(level).map((row) => ({ row }));
  const reports = Math.min(
    choices.reports,
    reportsWithin(
      index,
      rows.map(({ row }) => ({ row, score: 0 })),
      scope,
    ).length,
  );
  const reply = tokensForWords(costing, choices.stepWords);
  const primers = Math.min(choices.folds, reports);
  const steps = choices.depth * choices.followUps + (request.drift?.pursued.length ?? 0) + (reports === 0 ? 1 : 0);
  const data = AND_GRAPH * passageTokens(index, scope);
  return [
    costPart(costing, {
      prompt: DRIFT_HYPOTHESIS,
      calls: choices.hypothesis && hasVectors && reports > 0 ? 1 : 0,
      data: Math.min(HYPOTHESIS.report, meanReport(index)),
      reply: HYPOTHESIS.reply,
    }),
    costPart(costing, {
      prompt: DRIFT_PRIMER,
      calls: primers,
      data: (reports * meanReport(index)) / Math.max(1, primers),
      reply: tokensForWords(costing, 2 * choices.stepWords),
    }),
    costPart(costing, { prompt: DRIFT_STEP, calls: steps, data, reply }),
    costPart(costing, {
      prompt: DRIFT_REDUCE,
      calls: 1,
      data: (steps + 2 * primers) * writtenOf(reply),
      reply: tokensForWords(costing, choices.reduceWords),
      withHistory: true,
    }),
  ].filter(({ calls }) => calls > 0);
}
