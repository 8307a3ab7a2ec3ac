import { GLOBAL_MAP } from '../../prompts/answers/global-map';
import { globalBatches, type BatchChoice, type GlobalBatches } from '../context/global-batches';
import { pickReports } from '../pick-reports';
import { mapValues, type GlobalSearch } from './global-search';
import { noRoom } from './no-room';
import { roomForData, tokensForWords } from './prompt-room';

/**
 * The reports in batches, or those of these rows. Where they need more batches than are allowed, those that matter most for the question are
 * read. Throws ModelError where the prompt leaves no room for any.
 */
export function batchesToRead(
  { run, choices, history }: GlobalSearch,
  chosen: readonly number[] | undefined,
): GlobalBatches {
  const { index, question, request, scope, level } = run;
  const values = { ...mapValues(run, choices, history) };
  const tokens = roomForData(run, GLOBAL_MAP, values, tokensForWords(run, choices.mapWords));
  const documents = request.documentIds ? { documentIds: request.documentIds } : {};
  const choice: BatchChoice = { tokens, level, ...documents, ...(chosen && { rows: chosen }) };
  const all = globalBatches(index, choice);
  if (all.batches.length === 0 && all.left.length > 0) throw noRoom(run);
  if (all.batches.length <= choices.mostBatches) return all;
  const read = new Set(all.batches.flatMap(({ tables }) => tables.flatMap(({ rows }) => rows.map(({ row }) => row))));
  const best = pickReports(index, question, { level, allow: scope.unit }).filter(({ row }) => read.has(row));
  const share = Math.max(1, Math.floor((best.length * choices.mostBatches) / all.batches.length));
  const rows = best.slice(0, share).map(({ row }) => row);
  const kept = globalBatches(index, { ...choice, rows, batches: choices.mostBatches });
  const inBatches = new Set(
    kept.batches.flatMap(({ tables }) => tables.flatMap((one) => one.rows.map(({ id }) => id))),
  );
  const others = all.batches.flatMap(({ tables }) => tables.flatMap((one) => one.rows));
  const unused = others.filter(({ id }) => !inBatches.has(id));
  return {
    batches: kept.batches,
    left: [...unused.map((row) => ({ ...row, used: false, number: 0, line: '', grounds: [] })), ...all.left],
  };
}
