import type { History } from '../../context/history';
import type { GlobalChoices } from '../../parameters';
import type { SearchRun } from '../../writer/search-run';
import { ModelError } from '../../../errors';
import { GLOBAL_MAP, GLOBAL_MAP_SHAPE } from '../../../prompts/answers';
import { readAnswer } from '../../answer/answer-stream';
import type { BuiltContext } from '../../context/context';
import { documentsOf, type Finding } from '../../writer/write-answer';
import { mapConcurrent } from '../../../async';
import { askForShape, noUsableReplies } from '../../model-call/call-model';
import { renumbered } from '../../context/context-table';
import { tokensForWords } from '../../model-call/token-budget';

/** A Global search under way. */
export interface GlobalSearch {
  readonly run: SearchRun;
  readonly choices: GlobalChoices;
  readonly history: History;
  /** A sentence each, added as it goes on. */
  readonly notes: string[];
}

/** Values of the prompt for a batch, but its data. */
export const mapValues = ({ question }: SearchRun, { points, mapWords }: GlobalChoices, history: History) => ({
  points: String(points),
  max_words: String(mapWords),
  history: history.text,
  question: question.typed,
});

/** Batches of reports to be read. */
export interface Batches {
  /** As they are sent. */
  readonly sent: readonly BuiltContext[];
  /** The same with numbers that hold for all of them. */
  readonly contexts: readonly BuiltContext[];
  /** Told of the points so far whenever a batch has been read. */
  readonly onPoints: (findings: readonly Finding[]) => void;
}

/** The points of all batches, and why the first one that was not read was not; a batch that fails is left out and noted. */
export async function mapReports(
  search: GlobalSearch,
  { sent, contexts, onPoints }: Batches,
): Promise<{ readonly findings: readonly Finding[]; readonly failure: ModelError | null }> {
  const { run, notes } = search;
  const found: (readonly Finding[])[] = sent.map(() => []);
  const failures: ModelError[] = [];
  let done = 0;
  await mapConcurrent(sent, run.model.capabilities.parallel, async (batch, at) => {
    run.signal.throwIfAborted();
    run.emit({ kind: 'working', words: `Reading reports: ${String(done)} of ${String(sent.length)} batches done.` });
    const place = { batch, whole: contexts[at] ?? batch, at: at + 1, of: sent.length };
    try {
      found[at] = await mapBatch(search, place);
      tellPoints(search, place, found[at]);
      onPoints(found.flat());
    } catch (error) {
      if (!(error instanceof ModelError) || run.signal.aborted) throw error;
      failures.push(error);
      notes.push(`Batch ${String(place.at)} was not read: ${error.message}`);
    } finally {
      done += 1;
    }
  });
  return { findings: found.flat(), failure: failures[0] ?? null };
}

interface Place {
  readonly batch: BuiltContext;
  readonly whole: BuiltContext;
  /** From 1. */
  readonly at: number;
  readonly of: number;
}

function tellPoints({ run, history }: GlobalSearch, { batch, at, of }: Place, findings: readonly Finding[]): void {
  const points = findings.map(({ text, score }) => ({ text, score }));
  run.emit({ kind: 'points', points: { batch: at, of, points, documentIds: documentsOf([batch], history) } });
}

/** Throws ModelError, also where no reply could be read. */
async function mapBatch(
  { run, choices, history, notes }: GlobalSearch,
  { batch, whole, at, of }: Place,
): Promise<readonly Finding[]> {
  const call = {
    purpose: 'map',
    about: `batch ${String(at)} of ${String(of)}`,
    prompt: GLOBAL_MAP,
    shape: GLOBAL_MAP_SHAPE,
    values: { ...mapValues(run, choices, history), data: batch.text },
    maxTokens: tokensForWords(run, choices.mapWords),
    temperature: choices.mapTemperature,
    documentIds: documentsOf([batch], history),
  } as const;
  const read = await askForShape(run, call, {
    isOfUse: ({ points }) => points.some(({ score }) => score > 0),
    onUse: () =>
      notes.push(`The reply on batch ${String(at)} was damaged or cut: only the points that are whole were used.`),
  });
  if (!read) throw noUsableReplies();
  return read.points.slice(0, choices.points).map(({ description, reports, score }) => {
    const { text, hints } = readAnswer(description, 'Reports');
    const numbers = [...reports, ...hints.flatMap(({ dataset, number }) => (dataset === 'Reports' ? [number] : []))];
    const known = numbers.flatMap((number) => renumbered(whole, batch, 'Reports', number) ?? []);
    return { text, score, references: known.map((number) => ({ dataset: 'Reports' as const, number })) };
  });
}
