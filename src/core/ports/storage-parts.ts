import { message, type Message } from '../message';

/** Way in which a part comes back when it is gone, or is not as it was written. */
type Remedy =
  /** Two are written, and either makes the other again. */
  | 'the other copy'
  /** Made again from what else lies there. */
  | 'made again'
  /** Lost for good, without further loss. */
  | 'lost';

/** Extent of the damage to a part. Counts are 0 where unknown. */
interface Loss {
  readonly rows: number;
  /** Documents that its rows belong to. */
  readonly documents: number;
  /** Documents of those whose kept original is read again. */
  readonly readAgain: number;
  /** True if a language model wrote in this collection. */
  readonly byModel: boolean;
}

/** A kind of file, or of record, that a collection is kept in. */
export interface KeptPart {
  /** Place: a path in the collection's folder, or a store of the database. */
  readonly place: string;
  readonly holds: string;
  readonly remedy: Remedy;
  /** Loss for good that goes with it. */
  readonly cost: string;
  /** Returns the notice for a person; null where nothing that a person could miss is lost. */
  readonly notice: ((loss: Loss) => Message) | null;
}

const NOTHING_ELSE = message`Nothing else was lost.`;
const WITH_MODEL = message`What a language model had written there is lost; index with the model again to have it back.`;
const restOf = ({ byModel }: Loss): Message => (byModel ? WITH_MODEL : NOTHING_ELSE);

const passagesAgain = (loss: Loss): Message =>
  message`A file of the index was damaged. Documents whose passages are read again from their kept text: ${loss.documents}. ${restOf(loss)}`;
const madeAgain = (loss: Loss): Message =>
  message`A file of the index was damaged. It is made again from the documents. ${restOf(loss)}`;

const derivedTable = (table: string, holds: string) => ({
  place: `tables/${table}.*.parquet`,
  holds,
  remedy: 'made again' as const,
  cost: 'nothing without a model; else what the model wrote in that file',
  notice: madeAgain,
});

/**
 * Files and records of a collection, with the cost of each one's loss and the notice. Repair reads this table; the page
 * on storage in `docs` shows it.
 */
export const KEPT_PARTS = {
  manifest: {
    place: 'manifest.json, copy/manifest.json',
    holds: 'which files make up each table, the name, the settings, the queue',
    remedy: 'the other copy',
    cost: 'nothing while one of the two is whole; else the settings, and the names of files that still waited to be read',
    notice: () =>
      message`One of the two lists of this collection's files was damaged on this disk. It was made again from the other one. Nothing was lost.`,
  },
  lists: {
    place: 'lists/*.json, copy/lists/*.json',
    holds: 'long lists of the manifest',
    remedy: 'the other copy',
    cost: 'nothing while one of the two is whole; else as for the manifest, but for name and settings',
    notice: () =>
      message`One of the two lists of this collection's files was damaged on this disk. It was made again from the other one. Nothing was lost.`,
  },
  documents: {
    place: 'tables/documents.*.parquet',
    holds: 'the texts of documents',
    remedy: 'made again',
    cost: 'nothing where the original is kept; else the documents in that file',
    notice: ({ readAgain }) =>
      message`A file of the index was damaged. Documents that are read again from their kept originals: ${readAgain}.`,
  },
  text_units: {
    place: 'tables/text_units.*.parquet',
    holds: 'the passages',
    remedy: 'made again',
    cost: 'nothing without a model; else what the model read in them',
    notice: passagesAgain,
  },
  extractions: {
    place: 'tables/extractions.*.parquet',
    holds: 'the records: what was read in the passages',
    remedy: 'made again',
    cost: 'nothing without a model; else what the model read in them',
    notice: passagesAgain,
  },
  entities: derivedTable('entities', 'names and things'),
  relationships: derivedTable('relationships', 'how they are connected'),
  covariates: derivedTable('covariates', 'claims'),
  communities: derivedTable('communities', 'communities'),
  community_reports: derivedTable('community_reports', 'reports on communities'),
  summaries: {
    ...derivedTable('summaries', 'summaries that a model wrote'),
    cost: 'what the model wrote in that file; others are made when they are needed',
  },
  edits: {
    place: 'tables/edits.*.parquet',
    holds: 'changes that a person made to names',
    remedy: 'lost',
    cost: 'the changes in that file',
    notice: ({ rows }) =>
      message`A file with your changes to names was damaged. Changes that may be lost: ${rows}. Make them again, or open a saved copy of this collection.`,
  },
  notes: {
    place: 'tables/notes.*.parquet',
    holds: 'the notebook',
    remedy: 'lost',
    cost: 'the notes in that file',
    notice: ({ rows }) =>
      message`A file of the notebook was damaged. Notes that may be lost: ${rows}. Open a saved copy of this collection to have them back.`,
  },
  evaluation_questions: {
    place: 'tables/evaluation_questions.*.parquet',
    holds: 'the questions of evaluations',
    remedy: 'lost',
    cost: 'the questions in that file',
    notice: ({ rows }) =>
      message`A file with questions of your evaluation was damaged. Questions that may be lost: ${rows}. Import them again, or open a saved copy of this collection.`,
  },
  evaluation_results: {
    place: 'tables/evaluation_results.*.parquet',
    holds: 'answers and judgements of evaluations',
    remedy: 'made again',
    cost: 'your own verdicts in that file; answers and judgements are made again from kept replies',
    notice: ({ rows }) =>
      message`A file with results of your evaluation was damaged. Results that are to be made again: ${rows}. Run the evaluation once more. Verdicts that you gave by hand may be lost.`,
  },
  vectors: {
    place: 'vectors/*.vectors',
    holds: 'embeddings',
    remedy: 'made again',
    cost: 'the time to make them',
    notice: () =>
      message`A file of embeddings was damaged. They are made again when you next make embeddings. ${NOTHING_ELSE}`,
  },
  codes: {
    place: 'vectors/*.codes',
    holds: 'embeddings in short',
    remedy: 'made again',
    cost: 'nothing',
    notice: null,
  },
  image: {
    place: 'search.bin',
    holds: 'the words of the search index',
    remedy: 'made again',
    cost: 'nothing: the next opening takes longer',
    notice: null,
  },
  overview: {
    place: 'overview.bin',
    holds: 'the overview of the start page',
    remedy: 'made again',
    cost: 'nothing: it is made again after the next opening',
    notice: null,
  },
  positions: {
    place: 'map.bin',
    holds: 'where the map has everything',
    remedy: 'made again',
    cost: 'the places on the map, which is laid out anew',
    notice: null,
  },
  sources: {
    place: 'sources/*',
    holds: 'the originals of documents',
    remedy: 'lost',
    cost: 'that file; its text stays, and adding the file again brings it back',
    notice: () =>
      message`The original of this document has changed on this disk, so it cannot be opened. Its text is kept. Add the same file again to have it back.`,
  },
  collections: {
    place: 'IndexedDB collections',
    holds: 'the catalogue: the name of each collection, and when it was opened',
    remedy: 'made again',
    cost: 'the order of the list',
    notice: null,
  },
  conversations: {
    place: 'IndexedDB conversations',
    holds: 'the head of each conversation',
    remedy: 'made again',
    cost: 'the title, which is then that of the first question',
    notice: null,
  },
  turns: {
    place: 'IndexedDB turns',
    holds: 'each question with its answer',
    remedy: 'lost',
    cost: 'that answer',
    notice: () => message`This answer was damaged on this disk, and is lost. Ask the question again.`,
  },
  questions: {
    place: 'IndexedDB questions',
    holds: 'questions that wait for an answer',
    remedy: 'lost',
    cost: 'that question',
    notice: null,
  },
  replies: {
    place: 'IndexedDB replies',
    holds: 'replies of models',
    remedy: 'made again',
    cost: 'the model is asked again',
    notice: null,
  },
  settings: {
    place: 'IndexedDB settings',
    holds: 'choices for all collections',
    remedy: 'lost',
    cost: 'that choice, which is then as it was at first',
    notice: null,
  },
} as const satisfies Readonly<Record<string, KeptPart>>;
