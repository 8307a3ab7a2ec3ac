import { ParseError } from '../../../errors';
import { message } from '../../../message';
import type { ReadingTally } from '../../../extract/model/reading';
import { readUnit } from '../../../extract/model/read-unit';
import { readingChoices } from '../../../index/model-steps';
import { tune, type Tuning } from '../../../index/tuning';
import { type Ask, noModel } from '../../../models/model-call';
import type { ChatMessage, ChatModelInfo } from '../../../models/chat-model';
import type { QueueEvent } from '../../../models/queue/chat-queue';
import { abortable, streamFromCallback } from '../../../async';
import type { CallOptions } from '../../../platform';
import type { IndexState } from '../../../ports/index-state';
import type { EditedPrompt } from '../../../prompts/prompt';
import { TUNING_PROMPT } from '../../../prompts/extraction';
import type { ExtractionRow, Span } from '../../../tables/tables';
import type { Session } from '../../session/session';
import { replyOf } from '../asking/model-ask';
import { readingOptions } from '../asking/run-models';
import { editedPrompts } from '../../session/setting-calls';
import { planReading } from '../plan/reading-plan';

/** One passage read as a run would read it, and nothing kept. */
export interface PassageTrial {
  readonly text_unit_id: string;
  readonly documentTitle: string;
  readonly text: string;
  readonly records: readonly TriedRecord[];
  readonly tally: ReadingTally;
}

export interface TriedRecord {
  readonly kind: string;
  readonly title: string;
  readonly target: string | null;
  readonly type: string;
  readonly description: string;
  readonly spans: readonly Span[];
}

export type TrialEvent =
  /** A call, with the very words sent. */
  | { readonly kind: 'asked'; readonly messages: readonly ChatMessage[] }
  /** Events before the reply, and its words as they come. */
  | { readonly kind: 'sign'; readonly event: QueueEvent }
  /** The whole reply, whether it came in pieces or at once. */
  | { readonly kind: 'replied'; readonly text: string }
  | { readonly kind: 'read'; readonly trial: PassageTrial }
  | { readonly kind: 'tuned'; readonly tuning: Tuning };

export interface TrialRequest {
  /** Parameters of the model steps to try instead of those kept. */
  readonly parameters?: IndexState['parameters'];
  /** Prompts by name to try instead of those kept. */
  readonly prompts?: Readonly<Record<string, EditedPrompt>>;
  /** The passage; by default the most central one. */
  readonly textUnitId?: string;
}

/** Reads one passage. Throws ModelError without a model, ParseError when no reply can be used. */
export function tryPassage(session: Session, request: TrialRequest, call: CallOptions = {}): AsyncIterable<TrialEvent> {
  return trial(session, call, async ({ model, ask, emit, signal }) => {
    const open = await session.whole();
    const choices = readingChoices({ ...open.store.state.parameters, ...request.parameters });
    const kept = await readingOptions(choices, model, session.env.settings);
    const options = { ...kept, prompts: { ...kept.prompts, ...request.prompts } };
    const todo = await planReading(open.store, { budget: 1 }, { signal, env: session.env });
    const wanted = request.textUnitId;
    const unit = wanted === undefined ? todo.units[0] : todo.units.find((one) => one.unit.id === wanted);
    if (!unit) throw new ParseError(message`There is no passage to try it on. Add a document first.`);
    const { records, tally } = await readUnit(unit, options, ask);
    const { id, text } = unit.unit;
    const shown = { text_unit_id: id, documentTitle: unit.document.title, text };
    emit({ kind: 'read', trial: { ...shown, records: records.map(tried), tally } });
  });
}

/** Proposes how to read this collection. Throws ModelError without a model, ParseError when no reply can be used. */
export function tuneReading(session: Session, call: CallOptions = {}): AsyncIterable<TrialEvent> {
  return trial(session, call, async ({ model, ask, emit, signal }) => {
    const open = await session.whole();
    const todo = await planReading(open.store, { budget: 1 }, { signal, env: session.env });
    const order = todo.units.map(({ unit }) => unit);
    if (order.length === 0) throw new ParseError(message`There is nothing to look at. Add a document first.`);
    const { [TUNING_PROMPT.name]: edited } = await editedPrompts(session.env.settings);
    emit({ kind: 'tuned', tuning: await tune(order, model.capabilities.contextWindow, ask, edited) });
  });
}

interface Trial {
  readonly model: ChatModelInfo;
  readonly ask: Ask;
  readonly emit: (event: TrialEvent) => void;
  readonly signal: AbortSignal;
}

/** A person waits for it, so it goes before an index run; its replies are not kept. */
function trial(
  { env, queue }: Session,
  call: CallOptions,
  task: (trial: Trial) => Promise<void>,
): AsyncIterable<TrialEvent> {
  const run = async (emit: Trial['emit'], signal: AbortSignal): Promise<void> => {
    const model = await env.models.chat('reading');
    if (!model) throw noModel();
    const ask: Ask = async ({ documentIds: _notKept, ...request }) => {
      emit({ kind: 'asked', messages: request.messages });
      const events = queue.ask({ ...request, purpose: 'reading', priority: 'question' }, { signal });
      const { reply } = await abortable(
        replyOf(events, (event) => emit({ kind: 'sign', event })),
        signal,
      );
      emit({ kind: 'replied', text: reply.text });
      return reply;
    };
    await task({ model: model.info, ask, emit, signal });
  };
  return streamFromCallback(run, { signal: call.signal, detached: true });
}

function tried({ kind, title, target, type, description, document_id, starts, ends }: ExtractionRow): TriedRecord {
  const spans = starts.map((start, at) => ({ document_id, start, end: ends[at] ?? start }));
  return { kind, title, target, type, description, spans };
}

/** A passage on which prompts can be tried. */
export interface PassageToTry {
  readonly text_unit_id: string;
  readonly documentTitle: string;
  readonly text: string;
  /** Offset of the text in its document, in UTF-16 code units. */
  readonly start: number;
}

/** The most central passage of each document, the most central of all first; at most `count`. */
export async function passagesToTry(
  session: Session,
  count: number,
  call: CallOptions = {},
): Promise<readonly PassageToTry[]> {
  const { units } = await planReading((await session.whole()).store, { budget: 1 }, { ...call, env: session.env });
  const seen = new Set<string>();
  return units
    .filter(({ document }) => !seen.has(document.id) && seen.add(document.id))
    .slice(0, count)
    .map(({ document, unit: { id, text, start } }) => ({
      text_unit_id: id,
      documentTitle: document.title,
      text,
      start,
    }));
}
