import type { EngineApi } from '../core/engine/api';
import type { Values } from '../core/parameters';

/** The step in which a model reads passages. */
export const READING = 'model reading';

/** What is set now for the reading with a model. */
export async function readingValues(engine: Pick<EngineApi, 'steps'>): Promise<Values> {
  const step = (await engine.steps()).find(({ name }) => name === READING);
  return Object.fromEntries((step?.parameters ?? []).map(({ name, value }) => [name, value]));
}
