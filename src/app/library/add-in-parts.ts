import type { EngineApi } from '../../core/engine/api';
import type { AddOptions } from '../../core/engine/documents/ingest';
import type { IndexEvent } from '../../core/engine/session/index-events';
import type { SourceFile } from '../../core/ports/documents';

/** Adds sources that are handed over so many at a time: the browser copies each one's handle, and the page waits for that. */
export async function* addInParts(
  engine: EngineApi,
  sources: readonly SourceFile[],
  options: AddOptions,
  part: number,
): AsyncGenerator<IndexEvent> {
  const name = crypto.randomUUID();
  let count = 0;
  try {
    for (; count + part < sources.length; count += part) {
      options.signal?.throwIfAborted();
      await engine.give(name, count, sources.slice(count, count + part));
    }
  } catch (error) {
    await engine.give(name, count, null).catch(() => undefined); // the first error is told
    throw error;
  }
  yield* engine.add(sources.slice(count), { ...options, given: { name, count } });
}
