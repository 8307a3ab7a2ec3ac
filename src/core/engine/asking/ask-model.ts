import { abortable, anySignal } from '../../async';
import { ModelError, hasTrait } from '../../errors';
import { tokensOf } from '../../extract/model/budget';
import type { ChatChoice, ChatModelInfo } from '../../models/chat-model';
import type { SilenceTimeouts } from '../../models/queue/silence';
import { keepMeasured, knownSpeed, type ModelSpeed } from '../../models/speed';
import type { AskModel } from '../../search/writer/search-run';
import { replyOf } from '../model-index/asking/model-ask';
import type { OpenCollection } from '../session/open-collection';
import type { Session } from '../session/session';

/** Milliseconds that a person waits for a server's first words at least and at most, for those of a model in this tab, which may be loaded first, and between two pieces. */
const SERVER = 120_000;
const SLOW_SERVER = 600_000;
const TAB = 180_000;
const NEXT = 30_000;
/** Times as long as a server took so far to read a prompt of that length. */
const SLOWER = 2;
/** Tokens a second that a server may read of which nothing is known yet: about what a processor alone does. */
const UNKNOWN = 20;

/** Makes the calls of one search. */
export interface Asker {
  readonly ask: AskModel;
  /** Aborted with a ModelError once no further call can help: the model fell silent for the second time, or is not the chosen one any more. */
  readonly over: AbortSignal;
}

/**
 * Calls of questions go ahead of an index run, to the model with which the search began; replies are kept under the documents whose words
 * were sent. Their pace is kept, too. A call is tried once more where that may help.
 */
export function createAsker(
  { queue, env }: Session,
  open: OpenCollection,
  { choice }: ChatModelInfo,
  { signal, anew }: { readonly signal: AbortSignal; readonly anew?: number | undefined },
): Asker {
  const over = new AbortController();
  const either = anySignal(signal, over.signal);
  const speed = knownSpeed(env.settings, choice).catch(() => undefined);
  const silences = countSilences();
  const ask: AskModel = async ({ documentIds, ...request }, onEvent, own) => {
    const ends = anySignal(either, own);
    const owner = { collection: open.record.id, documentIds };
    const timeouts = timeoutsFor(choice, await speed, tokensOf(request.messages));
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

/** A server is given twice the time that it needed before, or what a slow one needs, within two to ten minutes. What only tells that it lives is no word. */
function timeoutsFor({ provider }: ChatChoice, speed: ModelSpeed | undefined, promptTokens: number): SilenceTimeouts {
  if (provider !== 'server') return { first: TAB, next: NEXT, trustsSigns: true };
  const seconds = speed ? (SLOWER * promptTokens) / speed.prefill : promptTokens / UNKNOWN;
  return { first: Math.min(SLOW_SERVER, Math.max(SERVER, 1000 * seconds)), next: NEXT, trustsSigns: false };
}

/** Calls that fall silent side by side do so together: that is one silence. */
function countSilences() {
  let count = 0;
  return {
    get tooMany() {
      return count > 1;
    },
    /** Whether a call is made once more. */
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
