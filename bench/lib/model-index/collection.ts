import { readSource } from '../../../src/adapters/documents/read-source';
import type { EngineApi } from '../../../src/core/engine/api';
import { createEngine } from '../../../src/core/engine/engine';
import type { EngineEnv } from '../../../src/core/engine/env';
import { createMentionFinders } from '../../../src/core/extract/find-mentions';
import { type AllTables, TABLES, type TableName } from '../../../src/core/tables/tables';
import { linkTables } from '../../../src/core/index/index-tables';
import type { ChatModel } from '../../../src/core/models/chat-model';
import type { Clock } from '../../../src/core/platform';
import type { SourceFile } from '../../../src/core/ports/documents';
import type { IndexState } from '../../../src/core/ports/index-state';
import { openPdfInNode } from '../../../scripts/lib/open-pdf-in-node';
import { collect, testEnv } from '../../../tests/helpers/engine-env';

export type Parameters = IndexState['parameters'];

/** A collection in memory behind the real engine, the real readers and the real finder of names. */
export interface BenchCollection {
  readonly engine: EngineApi;
  add(files: readonly SourceFile[], onChange?: 'replace'): Promise<void>;
  index(parameters: Parameters, skipSteps?: readonly string[]): Promise<void>;
  tables(): Promise<AllTables>;
}

const realClock: Clock = {
  now: () => performance.timeOrigin + performance.now(),
  yield: () => new Promise(setImmediate),
};

export async function benchCollection(
  model: ChatModel,
  { real = false }: { readonly real?: boolean } = {},
): Promise<BenchCollection> {
  const env: EngineEnv = testEnv({
    models: { chat: async () => model, embedder: async () => null },
    reader: { read: (source) => readSource(source, { openPdf: openPdfInNode }) },
    mentions: createMentionFinders(),
    ...(real && { clock: realClock }),
  });
  const engine = createEngine(env);
  const { id } = await engine.createCollection('Bench');
  await engine.open(id);
  return {
    engine,
    add: async (files, onChange) => void (await collect(engine.add(files, onChange ? { onChange } : {}))),
    index: async (parameters, skipSteps = []) => {
      await collect(engine.indexWithModel(parameters, { begins: true, extras: { skipSteps } }));
    },
    tables: async () => {
      await engine.view();
      const { tables } = await env.collections.open(id);
      const names = Object.keys(TABLES) as TableName[];
      const rows = await Promise.all(names.map(async (name) => [name, await tables.read(name)] as const));
      await tables.close();
      const all = Object.fromEntries(rows) as unknown as AllTables;
      return { ...all, ...linkTables(all) };
    },
  };
}
