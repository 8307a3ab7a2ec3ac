import type { EngineApi } from './api';
import { askingCalls } from './asking/asking-calls';
import { conversationCalls } from './asking/conversation-calls';
import { reportingDamage } from './asking/damaged-turns';
import { exploringCalls } from './asking/exploring-calls';
import { lookingCalls } from './asking/looking-calls';
import { mapCalls } from './asking/map-calls';
import { collectionCalls } from './collections/collection-calls';
import { documentCalls } from './documents/document-calls';
import { editCalls } from './editing/edit-calls';
import type { EngineEnv } from './env';
import { evaluationCalls } from './evaluation/create-evaluation-calls';
import { exportCalls } from './interop/export-calls';
import { addressCalls } from './hosted/hosted-calls';
import { importCalls } from './interop/import-calls';
import { indexingCalls } from './indexing/indexing-calls';
import { modelIndexCalls } from './model-index/model-index-calls';
import { notebookCalls } from './notebook/notebook-calls';
import { Session } from './session/session';
import { settingCalls } from './session/setting-calls';

/** The engine: one open collection, changed by one run at a time, asked at any time. */
export function createEngine(env: EngineEnv): EngineApi {
  const session = new Session({ ...env, conversations: reportingDamage(env.conversations) });
  return {
    ...collectionCalls(session),
    ...addressCalls(session),
    ...exportCalls(session),
    ...importCalls(session),
    ...documentCalls(session),
    ...indexingCalls(session),
    ...modelIndexCalls(session),
    ...askingCalls(session),
    ...lookingCalls(session),
    ...mapCalls(session),
    ...exploringCalls(session),
    ...editCalls(session),
    ...notebookCalls(session),
    ...evaluationCalls(session),
    ...conversationCalls(session),
    ...settingCalls(session),
  };
}
