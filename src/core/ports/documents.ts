import type { Message } from '../message';
import type { CallOptions } from '../platform';
import type { DocumentParts, Heading } from '../tables/documents';
import type { Cuts, TextUnitParameters } from '../text/text-units';

/** One file a person gave, before it is read. */
export interface SourceFile {
  /** Path as given, with `/`; a folder drop keeps its folders. */
  readonly path: string;
  readonly bytes: Blob;
  readonly choice?: ReadChoice;
  /** A person's answer to what it needed when it was read before. */
  readonly answer?: SourceAnswer;
}

/** Something that only a person can tell, and for which a source waits. */
export type SourceNeed =
  | {
      readonly kind: 'table';
      /** Ways to read it, the likeliest first. */
      readonly readings: readonly TableReading[];
    }
  /** A password; `wrong` where the one that was given does not open it. */
  | { readonly kind: 'password'; readonly wrong: boolean }
  /**
   * An agreement that words are recognised in so many pages, which are pictures and have no text. `of`: pages of a file
   * whose others have text and are read; missing where none has.
   */
  | { readonly kind: 'pictures'; readonly pages: number; readonly of?: number; readonly doubt?: LanguageDoubt };

/** Pages whose words were recognised, but perhaps not in their own language. */
export interface LanguageDoubt {
  /** Code of the `RecognitionLanguage` that was read. */
  readonly language: string;
  /** Code of the one that the words seem to be in; missing where most of them are uncertain. */
  readonly likely?: string;
}

/** A person's answer to what a source needs. A password is in memory alone, until its collection is left. */
export type SourceAnswer =
  | KeptAnswer
  /** `pictures`: words are recognised in pages that are pictures, too. */
  | { readonly kind: 'password'; readonly password: string; readonly pictures?: PicturesAnswer };

/** An agreement that words are recognised. */
export interface PicturesAnswer {
  readonly kind: 'pictures';
  /** Code of a `RecognitionLanguage`; English where it is missing. */
  readonly language?: string;
}

/** An answer that is kept with the hash of the source's bytes. */
export type KeptAnswer = ({ readonly kind: 'table' } & TableLayout) | PicturesAnswer;

/** Parts of a table that is written as text. */
export interface TableLayout {
  readonly delimiter: string;
  /** Rows above the table. */
  readonly above: number;
  /** Rows that name the columns. */
  readonly heads: 0 | 1 | 2;
}

/** A way to read a table, with the names of its first columns and the cells of its first row, cut short. */
export interface TableReading extends TableLayout {
  readonly columns: readonly string[];
  readonly first: readonly string[];
}

/** Splitting of tabular sources (CSV, JSON arrays) into documents. */
export type ReadChoice =
  | { readonly kind: 'whole' }
  | { readonly kind: 'rows'; readonly textColumns: readonly string[]; readonly titleColumn?: string };

/** A document as read from its bytes. `text` is what all offsets refer to. */
export interface ReadDocument extends Partial<Omit<DocumentParts, 'page_starts'>> {
  readonly title: string;
  readonly text: string;
  readonly media_type: string;
  /** BCP 47 primary language, `und` where there is too little evidence. */
  readonly language: string;
  readonly page_starts: readonly number[];
  readonly headings: readonly Heading[];
  readonly attributes: Readonly<Record<string, string>>;
  /** Zero-based row for one document per row. */
  readonly source_row?: number;
  readonly raw_data?: string;
  /** Places at which it is cut, where {@link ReadOptions.cutting} was given. */
  readonly cuts?: Cuts;
}

/** Columns of a tabular source, for choosing how to read it. */
export interface TabularShape {
  readonly columns: readonly { readonly name: string; readonly sample: string; readonly averageLength: number }[];
  readonly rows: number;
  readonly suggestion: { readonly textColumns: readonly string[]; readonly titleColumn?: string };
}

/** Contents of a source: documents, an archive of further sources, or both, as in a mail with attachments. */
export type ReadResult =
  | ({
      readonly kind: 'documents';
      readonly documents: readonly ReadDocument[];
      readonly tabular?: TabularShape;
      /** Something that it needs to be read, or to be read as a whole: its documents are of the part that needs none. */
      readonly need?: SourceNeed;
      /** Time that the recognition of words took. */
      readonly recognised?: RecognitionTime;
    } & Partial<Members>)
  | ({ readonly kind: 'archive' } & Members);

/** Pages whose words were recognised, and the seconds that they took together. */
export interface RecognitionTime {
  readonly pages: number;
  readonly seconds: number;
}

/** Sources that were in another one. */
export interface Members {
  readonly members: readonly { readonly path: string; readonly bytes: Uint8Array }[];
  /** Members that could not be taken out, with the reason in words. */
  readonly refused: readonly { readonly path: string; readonly reason: Message }[];
}

/** Reads one source where it can do no harm to others. Throws ParseError with words for a person. */
export interface DocumentReader {
  read(source: SourceFile, options: ReadOptions): Promise<ReadResult>;
}

export interface ReadOptions extends CallOptions {
  /** Has documents of one part cut where they are read. */
  readonly cutting?: TextUnitParameters;
  /** Called now and then with the part that is read, 0 to 1. */
  readonly onProgress?: (part: number) => void;
}

/** Finds mentions in text units off the engine's thread. See core/extract for what a mention is. */
export interface MentionFinder {
  find(batch: MentionBatch, options: CallOptions): Promise<MentionResult>;
}

/** Sentences of one language in which mentions are sought. */
export interface MentionBatch {
  readonly language: string;
  /** The sentences' texts, in document order. */
  readonly sentences: readonly string[];
}

/** Parallel arrays, one entry per mention, ordered by sentence and start. */
export interface MentionResult {
  /** Index into the batch's sentences. */
  readonly sentence: Int32Array;
  /** Offsets within that sentence's text. */
  readonly start: Int32Array;
  readonly end: Int32Array;
  /** Index into `titles`. */
  readonly title: Int32Array;
  /** Distinct surface forms with the key on which they merge and the kind of phrase. */
  readonly titles: readonly {
    readonly title: string;
    readonly key: string;
    readonly phrase: PhraseKind;
    readonly type: string;
  }[];
}

/** `proper` is a name, `compound` a phrase of several words, `common` a single common noun. */
export type PhraseKind = 'proper' | 'compound' | 'common';
