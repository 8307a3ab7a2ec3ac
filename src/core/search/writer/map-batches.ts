import { mapConcurrent } from '../../async';
import { ModelError, reasonOf } from '../../errors';
import { message, type Message } from '../../message';
import type { Prompt } from '../../prompts/prompt';
import type { RecordShape, ShapeValue } from '../../shapes/shape';
import { readAnswer } from '../answer/answer-stream';
import type { BuiltContext, ContextDataset } from '../context/context';
import { renumbered } from '../context/context-table';
import type { History } from '../context/history';
import { askForShape, noUsableReplies } from '../model-call/call-model';
import type { SearchRun } from './search-run';
import { documentsOf, type Finding } from './write-answer';

/** The call that draws points from a batch of rows. */
export interface MapCall<S extends RecordShape> {
  readonly run: SearchRun;
  readonly history: History;
  /** A sentence each, added during the search. */
  readonly notes: Message[];
  /** The table to which the numbers of a point refer. */
  readonly dataset: ContextDataset;
  readonly prompt: Prompt;
  readonly shape: S;
  /** All values of the prompt but the data. */
  readonly values: Readonly<Record<string, string>>;
  readonly maxTokens: number;
  /** 0 to 2. */
  readonly temperature: number;
  /** Points of a batch at most. */
  readonly points: number;
  readonly pointsOf: (reply: ShapeValue<S>) => readonly Point[];
  /** Words for a person while batches are read. */
  readonly working: {
    readonly all: (done: number, of: number) => Message;
    readonly one: (batch: Message) => Message;
  };
}

interface Point {
  readonly description: string;
  /** Rows that support it. */
  readonly numbers: readonly number[];
  /** 0 to 100. */
  readonly score: number;
}

/** Batches to be read. */
interface Batches {
  /** As they are sent. */
  readonly sent: readonly BuiltContext[];
  /** The same contexts with numbers that are unique in all of them. */
  readonly contexts: readonly BuiltContext[];
  /** Called with the points so far whenever a batch has been read. */
  readonly onPoints: (findings: readonly Finding[]) => void;
}

/** The points of all batches, and why the first one that was not read was not; a batch that fails is left out and noted. */
export async function mapBatches<S extends RecordShape>(
  map: MapCall<S>,
  { sent, contexts, onPoints }: Batches,
): Promise<{ readonly findings: readonly Finding[]; readonly failure: ModelError | null }> {
  const { run, notes, working } = map;
  const found: (readonly Finding[])[] = sent.map(() => []);
  const failures: ModelError[] = [];
  let done = 0;
  await mapConcurrent(sent, run.model.capabilities.parallel, async (batch, at) => {
    run.signal.throwIfAborted();
    run.emit({ kind: 'working', words: working.all(done, sent.length) });
    const place = { batch, whole: contexts[at] ?? batch, at: at + 1, of: sent.length };
    try {
      found[at] = await mapBatch(map, place);
      tellPoints(map, place, found[at]);
      onPoints(found.flat());
    } catch (error) {
      if (!(error instanceof ModelError) || run.signal.aborted) throw error;
      failures.push(error);
      notes.push(message`Batch ${place.at} was not read: ${reasonOf(error)}`);
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

function tellPoints(
  { run, history }: Pick<MapCall<RecordShape>, 'run' | 'history'>,
  { batch, at, of }: Place,
  findings: readonly Finding[],
): void {
  const points = findings.map(({ text, score }) => ({ text, score }));
  run.emit({ kind: 'points', points: { batch: at, of, points, documentIds: documentsOf([batch], history) } });
}

/** Throws ModelError, also where no reply could be read. */
async function mapBatch<S extends RecordShape>(
  { run, history, notes, dataset, pointsOf, points, working, values, ...map }: MapCall<S>,
  { batch, whole, at, of }: Place,
): Promise<readonly Finding[]> {
  const about = message`batch ${at} of ${of}`;
  const call = {
    ...map,
    purpose: 'map',
    about,
    working: working.one(about),
    values: { ...values, data: batch.text },
    documentIds: documentsOf([batch], history),
  } as const;
  const read = await askForShape(run, call, {
    isOfUse: (reply) => pointsOf(reply).some(({ score }) => score > 0),
    onUse: () =>
      notes.push(message`The reply on batch ${at} was damaged or cut: only the points that are whole were used.`),
  });
  if (!read) throw noUsableReplies();
  return pointsOf(read)
    .slice(0, points)
    .map(({ description, numbers: supporting, score }) => {
      const { text, hints } = readAnswer(description, dataset);
      const pointed = hints.flatMap((hint) => (hint.dataset === dataset ? [hint.number] : []));
      const known = [...supporting, ...pointed].flatMap((number) => renumbered(whole, batch, dataset, number) ?? []);
      return { text, score, references: known.map((number) => ({ dataset, number })) };
    });
}
