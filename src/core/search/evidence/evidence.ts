import type { Message } from '../../message';
import type { QuestionTask } from '../request/question-task';
import type { Place } from '../../tables/documents';
import type { Span } from '../../tables/tables';

/** Evidence on a question, as shown to a person and kept with the answer. Lists are ranked best first. */
export interface Evidence {
  readonly passages: readonly PassageEvidence[];
  /** Cards of the entities that the question names or means (Local). */
  readonly entities: readonly EntityCard[];
  /** Shortest paths of the graph between the named entities (Local). */
  readonly connections: readonly Connection[];
  /** Communities that bear on the question (Global, DRIFT). */
  readonly communities: readonly CommunityCard[];
  /** Summaries of a tree over the passages (RAPTOR); missing in other modes. */
  readonly summaries?: readonly SummaryCard[];
  /** Questions to which the graph leads from here (DRIFT). */
  readonly leads: readonly string[];
  /** Words of the question that no passage in scope contains. */
  readonly missing: readonly MissingTerm[];
  /** Task that a question without a subject sets, where a view of Explore does it; missing where it names no such task. */
  readonly task?: QuestionTask;
  /** Content that stands in for matches where a question with a subject has none; missing where it has some. */
  readonly instead?: 'best connected' | 'document leads';
}

/** No evidence at all. */
export const NO_EVIDENCE: Evidence = {
  passages: [],
  entities: [],
  connections: [],
  communities: [],
  leads: [],
  missing: [],
};

/** UTF-16 offsets in a document's text, the end excluded. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** Place of a passage in a document. */
export interface PassagePlace extends TextRange {
  readonly textUnitId: string;
  readonly documentId: string;
  readonly documentTitle: string;
  /** From 1; null for documents without pages. */
  readonly page: Place | null;
  /** Headings above it, highest first. */
  readonly headingPath: readonly string[];
}

/** A passage with its best sentences marked. */
export interface PassageEvidence extends PassagePlace {
  /** The document's text between `start` and `end`. */
  readonly text: string;
  /** Best one to three sentences, in reading order, within `start` and `end`. */
  readonly marks: readonly TextRange[];
  /** The best of them; missing where there is none. */
  readonly best?: TextRange;
  /** Context of a mark, which is quoted with it: the paragraph, row or clause that holds the marks, within `start` and `end`. */
  readonly focus: TextRange;
  /** Context above the focus: a table's head row, the opening of a numbered clause; empty for none. */
  readonly head: string;
  /** Tables in it; missing where none is known. */
  readonly tables?: readonly PassageTable[];
  /** True where its paragraphs are the rows of a table, each with a line by field. */
  readonly isRecords?: true;
  /** Sections that it reaches over, in their order; the first begins where it does. Missing where it lies in one. */
  readonly sections?: readonly PassageSection[];
  /** BCP 47 primary language of the document, `und` when unknown. */
  readonly language: string;
  /** Relative to the best one, 0 to 1. */
  readonly score: number;
  /** Name over which the graph led here; missing where the words did. */
  readonly via?: string;
  /** Passages with nearly the same text, folded under this one. */
  readonly duplicates: readonly PassagePlace[];
}

/** Lines of a passage that are rows of a table, with ` | ` between their cells; the range is of the document. */
export interface PassageTable extends TextRange {
  /** Start of the first row that does not name the columns. */
  readonly body: number;
  /** Rows that name the columns, which may stand above the passage; empty for none. */
  readonly head: string;
  /** Numbers of the rows from `body` on, as people count those of a sheet; missing elsewhere. */
  readonly numbers?: readonly number[];
}

/** Section that begins in a passage; the range is of the heading's own words in the document, and empty where that stands above. */
export interface PassageSection extends TextRange {
  /** The heading and those above it, highest first. */
  readonly path: readonly string[];
}

/** Summary of an entity. */
export interface EntityCard {
  readonly id: string;
  readonly title: string;
  readonly type: string;
  /** Other names. */
  readonly aliases: readonly string[];
  /** May be empty. */
  readonly description: string;
  /** Author: `no-model`, also where it is quoted; `curated`; or a model id. */
  readonly method: string;
  /** Passages in scope in which it was found, and the documents these belong to: others may name it, too. */
  readonly passages: number;
  readonly documents: number;
  /** True where the question names it, false where it means it. */
  readonly named: boolean;
  /** True where the question asks about nothing but what it names. */
  readonly isSubject: boolean;
  /** Strongest first. */
  readonly relationships: readonly RelationshipLine[];
  /** Dated ones in the order of their dates, then the others. */
  readonly claims: readonly ClaimLine[];
}

/** A relationship of an entity, with a sentence that states it where one is known. */
export interface RelationshipLine {
  readonly id: string;
  readonly otherId: string;
  readonly other: string;
  readonly description: string;
  readonly method: string;
  readonly weight: number;
  readonly sentence: Passage | null;
}

/** A claim about an entity. */
export interface ClaimLine {
  readonly id: string;
  readonly type: string;
  readonly description: string;
  /** `TRUE`, `FALSE` or `SUSPECTED`. */
  readonly status: string;
  /** ISO 8601. */
  readonly start: string | null;
  readonly end: string | null;
  /** The words that make it; null when they cannot be shown. */
  readonly passage: Passage | null;
}

/** A shortest path between two entities of the question. */
export interface Connection {
  readonly from: string;
  readonly to: string;
  readonly steps: readonly ConnectionStep[];
}

/** One relationship on a path. */
export interface ConnectionStep {
  readonly relationshipId: string;
  readonly source: string;
  readonly target: string;
  readonly description: string;
  readonly sentence: Passage | null;
}

/** A community and its report. */
export interface CommunityCard {
  readonly community: number;
  /** 0 is the broadest. */
  readonly level: number;
  readonly title: string;
  /** Summary of the community's report. */
  readonly summary: string;
  /** The same by sentence, each with the documents whose words it is; missing where a model had a part in it. */
  readonly sentences?: readonly { readonly text: string; readonly documentIds: readonly string[] }[];
  /** `extractive`, `curated` or a model id. */
  readonly method: string;
  readonly size: number;
  readonly members: readonly { readonly id: string; readonly title: string; readonly type: string }[];
  /** Sentences that it rests on, those nearest to the question first. */
  readonly sources: readonly Passage[];
  /** Relative to the best one, 0 to 1. */
  readonly score: number;
}

/** A summary of a tree over the passages. */
export interface SummaryCard {
  readonly id: string;
  /** Layer of the tree; 1 stands on leaves, which are sentences of passages. */
  readonly level: number;
  readonly text: string;
  /** The same by sentence, each with the documents that it rests on. */
  readonly sentences: readonly { readonly text: string; readonly documentIds: readonly string[] }[];
  /** `extractive` or a model id. */
  readonly method: string;
  /** Leaves beneath it. */
  readonly leaves: number;
  /** Documents of these. */
  readonly documentIds: readonly string[];
  /** Sentences that it rests on, those nearest to the question first. */
  readonly sources: readonly Passage[];
  readonly score: number;
}

/** A word of the question that no passage in scope contains. */
export interface MissingTerm {
  /** As it was typed. */
  readonly word: string;
  /** Words of the documents that are spelt nearly so, the likeliest first. */
  readonly suggestions: readonly string[];
  /** The suggestion that was searched for in its place; missing where none was. */
  readonly searched?: string;
}

/** Target of a citation. Every kind resolves to at least one passage of a source document. */
export type CitationTarget =
  | { readonly kind: 'passage'; readonly textUnitId: string }
  | { readonly kind: 'entity'; readonly id: string; readonly title: string }
  | { readonly kind: 'relationship'; readonly id: string; readonly title: string }
  | { readonly kind: 'report'; readonly community: number; readonly title: string };

/** A number in an answer and the passages behind it. */
export interface Citation {
  /** Number shown, from 1, in order of first use. */
  readonly number: number;
  readonly target: CitationTarget;
  /** The words it rests on, first the best. Never empty. */
  readonly passages: readonly Passage[];
}

/** Words in a source document, self-contained so that a kept answer can show them. */
export interface Passage extends Span {
  readonly documentTitle: string;
  readonly page: Place | null;
  readonly quote: string;
}

/** A report, entity, relationship or passage opened in Evidence. Passages are ranked best first. */
export interface EvidenceView {
  readonly target: CitationTarget;
  readonly title: string;
  readonly subtitle: Message;
  /** Type of an entity as it is kept; missing for everything else. */
  readonly type?: string;
  /** Other names of an entity; missing for everything else. */
  readonly aliases?: readonly string[];
  readonly method: string;
  readonly text: string;
  /** Passages behind a model's summary of a community, nearest to its words first; missing for everything else. */
  readonly textPassages?: readonly Passage[];
  /** The same summary by its sentences; missing where it is not known which of them cites what. */
  readonly textStatements?: readonly StatementView[];
  /** Author of the text, where a model was asked for it; missing for everything else. */
  readonly textBy?: string;
  /** Themes that a model named of a relationship; empty where none did yet, missing where none may. */
  readonly themes?: readonly string[];
  /** Number of lines from which a model wrote a report, and of those changed since; missing where none has. */
  readonly outdated?: { readonly changed: number; readonly lines: number };
  readonly findings: readonly {
    readonly summary: string;
    readonly explanation: string;
    readonly passages: readonly Passage[];
    /** The explanation by its sentences; missing where it is not known which of them cites what. */
    readonly statements?: readonly StatementView[];
  }[];
  readonly passages: readonly Passage[];
  /** Things to open from here: members, neighbours, the entities of a passage, its reports. */
  readonly links: readonly {
    readonly target: CitationTarget;
    readonly title: string;
    readonly note: Message;
    /** Type of a member of a community; missing for everything else. */
    readonly type?: string;
  }[];
  /** Claims about an entity; missing for everything else. */
  readonly claims?: readonly ClaimView[];
}

/** A sentence that a model wrote. */
export interface StatementView {
  /** With the white space before it. */
  readonly text: string;
  /**
   * Passages that it cites itself, nearest to its words first; empty where it cites nothing, or only unknown numbers.
   */
  readonly passages: readonly Passage[];
}

/** A claim about an entity, and who read it. */
export interface ClaimView extends ClaimLine {
  /** Titles of the entities it is about. */
  readonly subject: string;
  readonly object: string | null;
  readonly method: string;
}
