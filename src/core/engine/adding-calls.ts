import { ParseError } from '../errors';
import type { EngineApi } from './api';
import { sweepBlobs } from './forget';
import { bringUpToDate, type RunContext } from './index-run';
import { dropSource, queue, takeIn, takeOffered } from './intake';
import { createMutex } from './mutex';
import type { OpenCollection } from './open-collection';
import type { Session } from './session';

type AddingCalls = Pick<EngineApi, 'add' | 'pause' | 'resume' | 'retry' | 'settle' | 'dismiss'>;

/** Sources on their way into the open collection: added, tried again, offered as a change or given up. */
export function addingCalls(session: Session): AddingCalls {
  const { env } = session;
  return {
    add: (sources, options = {}) =>
      session.change(
        options.signal,
        async (context) => {
          await bringUpToDate(context);
          await sweepBlobs(context.open);
        },
        async ({ open, emit, signal }) => {
          await setPaused(open, false);
          await takeIn(open, sources, env, emit, { ...options, signal });
        },
      ),
    pause: () => setPaused(session.current(), true),
    resume: (options) => session.change(options?.signal, bringUpToDate, ({ open }) => setPaused(open, false)),
    retry: (path, options) => session.change(options?.signal, (context) => retry(context, path)),
    settle: (path, how, options) =>
      session.change(options?.signal, async (context) => {
        await setPaused(context.open, false);
        await takeOffered(context.open, path, how, context.emit);
        await bringUpToDate(context);
        await sweepBlobs(context.open);
      }),
    dismiss: async (path) => {
      await dropSource(session.current(), path);
      session.tidy();
    },
  };
}

/** One after the other, so that the last word stands. */
const PAUSES = createMutex();

function setPaused(open: OpenCollection, paused: boolean): Promise<void> {
  return PAUSES.run(async () => {
    const changes = (open.store.state.paused ?? false) !== paused;
    if (changes && open.store.writable) await open.commit(() => ({ state: { paused } }));
  });
}

async function retry(context: RunContext, path: string): Promise<void> {
  const failed = context.open.store.state.failed.find((source) => source.path === path);
  const bytes = failed && (await context.open.blobs.get(failed.byte_hash));
  if (!failed || !bytes) throw new ParseError('The kept bytes of this file are gone. Add it again.', { detail: path });
  await setPaused(context.open, false);
  await queue(context.open, [{ path, byte_hash: failed.byte_hash, byte_size: bytes.size }], context.emit);
  await bringUpToDate(context);
}
