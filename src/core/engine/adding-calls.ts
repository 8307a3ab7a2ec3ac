import { ParseError } from '../errors';
import type { EngineApi } from './api';
import { sweepBlobs } from './forget';
import { bringUpToDate, type RunContext } from './index-run';
import { dropSource, queue, takeIn, takeOffered } from './intake';
import type { Session } from './session';

type AddingCalls = Pick<EngineApi, 'add' | 'resume' | 'retry' | 'settle' | 'dismiss'>;

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
        ({ open, emit, signal }) => takeIn(open, sources, env, emit, { ...options, signal }),
      ),
    resume: (options) => session.change(options?.signal, bringUpToDate),
    retry: (path, options) => session.change(options?.signal, (context) => retry(context, path)),
    settle: (path, how, options) =>
      session.change(options?.signal, async (context) => {
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

async function retry(context: RunContext, path: string): Promise<void> {
  const failed = context.open.store.state.failed.find((source) => source.path === path);
  const bytes = failed && (await context.open.blobs.get(failed.byte_hash));
  if (!failed || !bytes) throw new ParseError('The kept bytes of this file are gone. Add it again.', { detail: path });
  await queue(context.open, [{ path, byte_hash: failed.byte_hash, byte_size: bytes.size }], context.emit);
  await bringUpToDate(context);
}
