import type { AskingCalls } from './api/asking';
import type { CollectionCalls } from './api/collections';
import type { ConversationCalls } from './api/conversations';
import type { DocumentCalls } from './api/documents';
import type { EditingCalls } from './api/editing';
import type { IndexingCalls } from './api/indexing';
import type { LookingCalls } from './api/looking';
import type { ModelIndexingCalls } from './api/model-indexing';
import type { SettingCalls } from './api/settings';

/** What the engine worker offers the page. Every method returns a promise or an async iterable. */
export interface EngineApi
  extends
    CollectionCalls,
    DocumentCalls,
    IndexingCalls,
    ModelIndexingCalls,
    AskingCalls,
    LookingCalls,
    EditingCalls,
    ConversationCalls,
    SettingCalls {}
