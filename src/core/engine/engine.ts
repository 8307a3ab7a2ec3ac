import { addingCalls, documentCalls, rowCalls } from './documents/document-calls';
import type { EngineApi } from './api';
import { askCalls } from './asking/asking-calls';
import { collectionCalls, copyCalls, openingCalls } from './collections/collection-calls';
import { conversationCalls } from './asking/conversation-calls';
import { editCalls } from './editing/edit-calls';
import { embeddingCalls, stepCalls } from './indexing/indexing-calls';
import type { EngineEnv } from './env';
import { followUpCalls } from './asking/follow-ups';
import { upgradeConversations } from './asking/earlier-answers';
import { modelIndexCalls } from './model-index/model-index-calls';
import { createSession } from './session/session';
import { settingCalls } from './session/setting-calls';

/** The engine: one open collection, changed by one run at a time, asked at any time. */
export function createEngine(env: EngineEnv): EngineApi {
  const session = createSession({ ...env, conversations: upgradeConversations(env.conversations) });
  return {
    ...collectionCalls(session),
    ...openingCalls(session),
    ...copyCalls(session),
    ...addingCalls(session),
    ...documentCalls(session),
    ...rowCalls(session),
    ...stepCalls(session),
    ...editCalls(session),
    ...embeddingCalls(session),
    ...modelIndexCalls(session),
    ...askCalls(session),
    ...followUpCalls(session),
    ...conversationCalls(session),
    ...settingCalls(session),
  };
}
