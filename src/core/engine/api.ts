import type { AddressCalls } from './hosted/hosted-calls';
import type { AskingCalls } from './asking/asking-calls';
import type { CollectionCalls } from './collections/collection-calls';
import type { ConversationCalls } from './asking/conversation-calls';
import type { DocumentCalls } from './documents/document-calls';
import type { EditingCalls } from './editing/edit-calls';
import type { EvaluationCalls } from './evaluation/evaluation-calls';
import type { ExploringCalls } from './asking/exploring-calls';
import type { ExportCalls } from './interop/export-calls';
import type { ImportCalls } from './interop/import-calls';
import type { IndexingCalls } from './indexing/indexing-calls';
import type { LookingCalls } from './asking/looking-calls';
import type { MapCalls } from './asking/map-calls';
import type { ModelIndexingCalls } from './model-index/model-index-calls';
import type { NotebookCalls } from './notebook/notebook-calls';
import type { SettingCalls } from './session/setting-calls';

/** Calls that the engine worker offers the page. Every method returns a promise or an async iterable. */
export interface EngineApi
  extends
    CollectionCalls,
    AddressCalls,
    ExportCalls,
    ImportCalls,
    DocumentCalls,
    IndexingCalls,
    ModelIndexingCalls,
    AskingCalls,
    LookingCalls,
    MapCalls,
    ExploringCalls,
    EditingCalls,
    NotebookCalls,
    EvaluationCalls,
    ConversationCalls,
    SettingCalls {}
