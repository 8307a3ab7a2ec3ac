import type { Timer, Clock, SettingStore } from '../platform';
import type { EngineModels } from '../models/engine-models';
import type { ReplyCache } from '../models/queue/reply-cache';
import type { Packing } from '../hosted/block-files';
import type { AddressReader } from '../ports/addresses';
import type { Collections, TableQueries } from '../ports/collections';
import type { ConversationStore, QuestionStore } from '../conversations/conversations';
import type { ExportWriter, GraphReader } from '../ports/interop';
import type { DocumentReader, MentionFinder } from '../ports/documents';
import type { LayoutMaker } from '../ports/layout';
import type { WordWriter } from '../ports/word-writer';

/** Environment of the engine: its storage, its readers, its clock. */
export interface EngineEnv {
  readonly collections: Collections;
  readonly conversations: ConversationStore;
  /** Questions that wait for an answer. */
  readonly questions: QuestionStore;
  /** Raw replies of models, by what they were made from. */
  readonly replies: ReplyCache;
  readonly settings: SettingStore;
  readonly models: EngineModels;
  readonly queries: TableQueries;
  readonly reader: DocumentReader;
  readonly mentions: MentionFinder;
  readonly layouts: LayoutMaker;
  readonly exports: ExportWriter;
  readonly graphs: GraphReader;
  /** Files on static hosts: of this site, and of those that a person allowed. */
  readonly addresses: AddressReader;
  readonly packing: Packing;
  readonly word: WordWriter;
  /** Rows of a CSV text, whose delimiter is found by looking. */
  readonly parseCsv: (text: string) => Promise<readonly (readonly string[])[]>;
  /** Starts the workers that read and keep documents ahead of the first ones, which may be in this language. */
  readonly warmUp: (language: string) => Promise<void>;
  readonly clock: Clock;
  readonly timer: Timer;
  /** SHA-256 of the bytes in hex. */
  readonly hash: (bytes: Blob) => Promise<string>;
  readonly newId: () => string;
  /** Fetches a saved copy from this site. */
  readonly fetchCopy: (url: string) => Promise<Blob>;
  /** Documents read at the same time, at least 1. */
  readonly parallelReads: number;
}
