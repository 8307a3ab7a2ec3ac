import type { EngineApi } from '../../core/engine/api';
import type { AddOptions } from '../../core/engine/documents/ingest';
import type { IndexEvent } from '../../core/engine/session/index-events';
import type { SourceFile } from '../../core/ports/documents';

/**
 * Adds sources in portions: the browser copies each one's handle, and the page waits for that, as it would for the size of each. The first ones
 * are read meanwhile. Errors of later portions are shown once the others are added.
 */
export async function* addInParts(
  engine: EngineApi,
  sources: readonly SourceFile[],
  options: AddOptions,
  part: number,
): AsyncGenerator<IndexEvent> {
  const name = crypto.randomUUID();
  const rest = sources.slice(part);
  const events = engine.add(sources.slice(0, part), { ...options, more: { name, sources: rest.length } });
  let over = false;
  const handOver = async (): Promise<void> => {
    try {
      for (let at = 0; at < rest.length && !over; at += part) await engine.give(name, rest.slice(at, at + part));
    } finally {
      await engine.give(name, null);
    }
  };
  const handedOver = Promise.allSettled([handOver()]);
  try {
    yield* events;
  } finally {
    over = true;
    await handedOver;
  }
  const [end] = await handedOver;
  if (end.status === 'rejected') throw end.reason;
}
