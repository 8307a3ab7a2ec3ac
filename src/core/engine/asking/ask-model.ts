import { abortable, anySignal } from '../../async';
import { countPromptTokens, type ChatChoice, type ChatModelInfo } from '../../models/chat-model';
import { ModelError, hasTrait } from '../../errors';
import type { SilenceTimeouts } from '../../models/queue/silence';
import { keepMeasured, knownSpeed, type ModelSpeed } from '../../models/speed';
import type { AskModel } from '../../search/writer/search-run';
import { replyOf } from '../model-index/asking/model-ask';
import type { Session } from '../session/session';

/**
 * Milliseconds of silence before a call fails: a server's first words (least and most), a model's in this tab with its loading, and
 * between two pieces.
 */
const SERVER = 120_000;
const SLOW_SERVER = 600_000;
const TAB = 180_000;
const NEXT = 30_000;
/** Times as long as a server took so far to read a prompt of that length. */
const SLOWER = 2;
/** Tokens a second of a server of which no speed is known: about those of a processor. */
const UNKNOWN = 20;

/** Makes the calls of one search. */
interface Asker {
  readonly ask: AskModel;
  /** Aborts with a ModelError once no further call can help: the model fell silent twice, or another one was chosen. */
  readonly over: AbortSignal;
}

/**
 * Makes the calls of a search, ahead of an index run, to the model with which it began. Replies are cached under the documents whose words
 * were sent, and the model's speed is measured. A call is tried once more where that may help.
 */
export function createAsker(
  { queue, env }: Session,
  collection: string,
  { choice }: ChatModelInfo,
  { signal, anew }: { readonly signal: AbortSignal; readonly anew?: number | undefined },
): Asker {
  const over = new AbortController();
  const either = anySignal(signal, over.signal);
  const speed = knownSpeed(env.settings, choice).catch(() => undefined);
  const silences = countSilences();
  const ask: AskModel = async ({ documentIds, ...request }, onEvent, own) => {
    const ends = anySignal(either, own);
    const owner = { collection, documentIds };
    const timeouts = timeoutsFor(choice, await speed, countPromptTokens(request.messages));
    const events = queue.ask(
      { ...request, choice, purpose: 'answers', priority: 'question', owner, ...(anew !== undefined && { anew }) },
      { signal: ends, timeouts, retry: silences.ofCall() },
    );
    const answered = await abortable(replyOf(events, onEvent), ends).catch((error: unknown) => {
      if (!signal.aborted && endsAll(error, silences.tooMany)) over.abort(error);
      throw error;
    });
    // Only an estimate rests on it.
    if (!answered.remembered) void keepMeasured(env.settings, choice, answered.reply.usage).catch(() => undefined);
    return answered;
  };
  return { ask, over: over.signal };
}

const endsAll = (error: unknown, tooManySilences: boolean): boolean =>
  error instanceof ModelError &&
  (hasTrait(error, 'holds for all') || (hasTrait(error, 'fell silent') && tooManySilences));

/**
 * A server gets twice the time that it needed before, or the time of a slow one, between two and ten minutes. Its signs of life do not
 * count as words.
 */
function timeoutsFor({ provider }: ChatChoice, speed: ModelSpeed | undefined, promptTokens: number): SilenceTimeouts {
  if (provider !== 'server') return { first: TAB, next: NEXT, trustsSigns: true };
  const seconds = speed ? (SLOWER * promptTokens) / speed.prefill : promptTokens / UNKNOWN;
  return { first: Math.min(SLOW_SERVER, Math.max(SERVER, 1000 * seconds)), next: NEXT, trustsSigns: false };
}

/** Counts silences. Calls that fall silent at the same time count as one. */
function countSilences() {
  let count = 0;
  return {
    get tooMany() {
      return count > 1;
    },
    /** Returns a check of whether a failed call is tried again. */
    ofCall(): (error: unknown) => boolean {
      let before = count;
      let failures = 0;
      return (error) => {
        if (hasTrait(error, 'fell silent') && before === count) count += 1;
        before = count;
        return ++failures === 1 && count <= 1;
      };
    },
  };
}
