import { beforeAll, describe, expect, test } from 'vitest';
import { curatedSample } from '../../../scripts/lib/sample-index';
import { createCollections } from '../../../src/adapters/storage/collections/collections';
import type { EngineApi } from '../../../src/core/engine/api';
import { createEngine } from '../../../src/core/engine/engine';
import type { EngineEnv } from '../../../src/core/engine/env';
import type { ExportScope } from '../../../src/core/ports/interop';
import { fileOf } from '../../helpers/duckdb-over';
import { testEnv } from '../../helpers/engine-env';
import { memoryOptions } from '../storage/memory-parts';

let env: EngineEnv;
let engine: EngineApi;
let sample: string;
let scopes: Readonly<Record<string, ExportScope>>;
beforeAll(async () => {
  env = testEnv({ collections: createCollections(memoryOptions()) });
  engine = createEngine(env);
  const { tables } = await curatedSample();
  ({ id: sample } = await env.collections.create('Sample'));
  const { tables: store } = await env.collections.open(sample);
  await store.commit({ replace: tables });
  await store.close();
  const broad = tables.communities.find(({ level, children }) => level === 0 && children.length > 0);
  scopes = {
    everything: {},
    'the top level': { level: 0 },
    'a lower level': { level: 1 },
    documents: { documents: tables.documents.slice(0, 2).map(({ id }) => id) },
    entities: { entities: tables.entities.slice(0, 12).map(({ id }) => id) },
    'a community': { communities: [broad?.community ?? -1] },
    'the lower level of a community': { level: 1, communities: [broad?.community ?? -1] },
  };
}, 120_000);

describe('an exported part that is imported', () => {
  test.each([
    'everything',
    'the top level',
    'a lower level',
    'documents',
    'entities',
    'a community',
    'the lower level of a community',
  ])('opens, is drawn and is exported again: %s', async (name) => {
    await engine.open(sample);
    const bytes = await fileOf(engine.exportAs('graphrag', { scope: scopes[name] ?? {} }));
    const { record } = await engine.importFiles([{ path: 'part.graphrag.zip', bytes }]);
    await engine.open(record.id);
    const all = { level: null, within: null, filter: {}, chosen: null, pathTo: null };
    const map = await engine.map({ layout: 'force', ...all });
    const { counts } = await engine.view();
    expect(counts.entities).toBeGreaterThan(0);
    expect(map.marks.radius.length).toBeGreaterThan(0);
    expect([...map.marks.radius, ...map.marks.x].every(Number.isFinite)).toBe(true);
    expect(await fileOf(engine.exportAs('graphrag'))).toHaveProperty('size');
  });
});
