import { addingCalls } from './adding-calls';
import type { EngineApi } from './api';
import { askCalls } from './ask-calls';
import { collectionCalls } from './collection-calls';
import { conversationCalls } from './conversation-calls';
import { copyCalls } from './copy-calls';
import { documentCalls } from './document-calls';
import { editCalls } from './edit-calls';
import { embeddingCalls } from './embedding-calls';
import type { EngineEnv } from './env';
import { followUpCalls } from './follow-up-calls';
import { keptConversations } from './kept-conversations';
import { modelIndexCalls } from './model/model-index-calls';
import { openingCalls } from './opening-calls';
import { rowCalls } from './row-calls';
import { createSession } from './session';
import { settingCalls } from './setting-calls';
import { stepCalls } from './step-calls';

/** The engine: one open collection, changed by one run at a time, asked at any time. */
export function createEngine(env: EngineEnv): EngineApi {
  const session = createSession({ ...env, conversations: keptConversations(env.conversations) });
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
