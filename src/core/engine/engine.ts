import type { EngineApi } from './api';
import { askCalls } from './ask-calls';
import { collectionCalls } from './collection-calls';
import { documentCalls } from './document-calls';
import type { EngineEnv } from './env';
import { createSession } from './session';

/** The engine: one open collection, changed by one run at a time, asked at any time. */
export function createEngine(env: EngineEnv): EngineApi {
  const session = createSession(env);
  return { ...collectionCalls(session), ...documentCalls(session), ...askCalls(session) };
}
