import { ModelError } from '../../errors';
import { GLOBAL_MAP, GLOBAL_MAP_SHAPE } from '../../prompts/answers/global-map';
import { GLOBAL_REDUCE } from '../../prompts/answers/global-reduce';
import { readAnswer } from '../answer/answer-stream';
import type { BuiltContext } from '../context/context';
import { globalBatches, type BatchChoice, type GlobalBatches } from '../context/global-batches';
import type { History } from '../context/history';
import { globalChoices, type GlobalChoices } from '../parameters/global-parameters';
import { pickReports } from '../pick-reports';
import { documentsOf } from './answer-from';
import { answerValues } from './answer-values';
import { askForShape, noneReadable } from './ask-for-shape';
import { findingsTable, type Finding } from './findings-table';
import { inLanes } from './in-lanes';
import type { ModeOutcome } from './mode-outcome';
import { numberedOn, numberIn } from './numbered-on';
import { historyOf, roomForData, tokensForWords } from './prompt-room';
import { rateReports } from './rate-reports';
import type { SearchRun } from './search-run';
import { writtenSoFar } from './stopped';
import { sectionsOf } from './trace-sections';
import { writeAnswer } from './write-answer';
import { NOTHING_WRITTEN } from './written';

/** Global search (GraphRAG B2): points from each batch of reports, and one answer from all points. */
export async function answerGlobally(run: SearchRun): Promise<ModeOutcome> {
  const choices = globalChoices(run.request.parameters?.global);
  const history = historyOf(run);
  const notes: string[] = [];
  const chosen = choices.dynamic ? await rateReports(run, choices, notes) : undefined;
  const { batches, left } = batchesFor(run, choices, history, chosen);
  if (left.length > 0) notes.push(leftOut(left.length, batches.length));
  const contexts = numberedOn(batches);
  run.emit({ kind: 'context', sections: sectionsOf(contexts, left) });
  const nothing = { ...NOTHING_WRITTEN, notFound: true };
  if (batches.length === 0) return { contexts, written: nothing, notes };
  const findings = await mapBatches(run, choices, history, { batches, contexts, notes });
  if (run.signal.aborted) return { contexts, written: writtenSoFar(run, findings, contexts), notes };
  const helping = findings.filter(({ score }) => score > 0);
  if (helping.length === 0 && !run.choices.generalKnowledge) return { contexts, written: nothing, notes };
  return { contexts, written: await reduce(run, choices, history, helping, contexts), notes };
}

const leftOut = (count: number, batches: number): string =>
  `${count === 1 ? 'One report was' : `${String(count)} reports were`} not read: ${String(batches)} ${batches === 1 ? 'batch is' : 'batches are'} the limit set for Global. Those that matter most were read.`;

/** Where the reports need more batches than are allowed, those that matter most for the question are read. */
function batchesFor(
  run: SearchRun,
  choices: GlobalChoices,
  history: History,
  chosen: readonly number[] | undefined,
): GlobalBatches {
  const { index, question, request, scope, level } = run;
  const values = { ...mapValues(run, choices, history) };
  const tokens = roomForData(run, GLOBAL_MAP, values, tokensForWords(run, choices.mapWords));
  const documents = request.documentIds ? { documentIds: request.documentIds } : {};
  const choice: BatchChoice = { tokens, level, ...documents, ...(chosen && { rows: chosen }) };
  const all = globalBatches(index, choice);
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

const mapValues = ({ question }: SearchRun, { points, mapWords }: GlobalChoices, history: History) => ({
  points: String(points),
  max_words: String(mapWords),
  history: history.text,
  question: question.typed,
});

interface Mapping {
  /** As they are sent. */
  readonly batches: readonly BuiltContext[];
  /** The same with numbers that hold for all of them. */
  readonly contexts: readonly BuiltContext[];
  readonly notes: string[];
}

/** The points of all batches; a batch that fails is left out and noted, unless all do. */
async function mapBatches(
  run: SearchRun,
  choices: GlobalChoices,
  history: History,
  { batches, contexts, notes }: Mapping,
): Promise<readonly Finding[]> {
  const failures: ModelError[] = [];
  let done = 0;
  let unread = 0;
  const found = await inLanes(
    batches,
    run.model.capabilities.parallel,
    async (batch, at): Promise<readonly Finding[]> => {
      run.signal.throwIfAborted();
      run.emit({
        kind: 'working',
        words: `Reading reports: ${String(done)} of ${String(batches.length)} batches done.`,
      });
      try {
        const findings = await mapBatch(
          run,
          choices,
          history,
          batch,
          contexts[at] ?? batch,
          `batch ${String(at + 1)} of ${String(batches.length)}`,
        );
        if (findings === null) {
          unread += 1;
          notes.push(`Of batch ${String(at + 1)} no reply could be read.`);
        }
        const points = (findings ?? []).map(({ text, score }) => ({ text, score }));
        run.emit({ kind: 'points', points: { batch: at + 1, of: batches.length, points } });
        return findings ?? [];
      } catch (error) {
        if (!(error instanceof ModelError) || run.signal.aborted) throw error;
        failures.push(error);
        notes.push(`Batch ${String(at + 1)} was not read: ${error.message}`);
        return [];
      } finally {
        done += 1;
      }
    },
  );
  if (failures.length + unread === batches.length) throw failures[0] ?? noneReadable();
  return found.flat();
}

/** Null where no reply could be read. */
async function mapBatch(
  run: SearchRun,
  choices: GlobalChoices,
  history: History,
  batch: BuiltContext,
  whole: BuiltContext,
  about: string,
): Promise<readonly Finding[] | null> {
  const read = await askForShape(run, {
    purpose: 'map',
    about,
    prompt: GLOBAL_MAP,
    shape: GLOBAL_MAP_SHAPE,
    values: { ...mapValues(run, choices, history), data: batch.text },
    maxTokens: tokensForWords(run, choices.mapWords),
    temperature: choices.mapTemperature,
    documentIds: documentsOf([batch], history),
  });
  return (
    read &&
    read.points.slice(0, choices.points).map(({ description, reports, score }) => {
      const { text, hints } = readAnswer(description, 'Reports');
      const numbers = [...reports, ...hints.flatMap(({ dataset, number }) => (dataset === 'Reports' ? [number] : []))];
      const known = numbers.flatMap((number) => numberIn(whole, batch, 'Reports', number) ?? []);
      return { text, score, references: known.map((number) => ({ dataset: 'Reports' as const, number })) };
    })
  );
}

async function reduce(
  run: SearchRun,
  { reduceWords }: GlobalChoices,
  history: History,
  findings: readonly Finding[],
  contexts: readonly BuiltContext[],
): Promise<ModeOutcome['written']> {
  const values = { ...answerValues(run, history.text), max_words: String(reduceWords) };
  const maxTokens = tokensForWords(run, reduceWords);
  const table = findingsTable(findings, roomForData(run, GLOBAL_REDUCE, values, maxTokens));
  run.emit({ kind: 'working', words: `Joining ${String(table.shown)} points.` });
  return writeAnswer(
    run,
    {
      purpose: 'reduce',
      prompt: GLOBAL_REDUCE,
      values: { ...values, data: table.text },
      maxTokens,
      temperature: run.choices.temperature,
      documentIds: documentsOf(contexts, history),
    },
    contexts,
  );
}
