import type { CallOptions } from '../../ports/platform';
import type { TablePage, TableQuery } from '../../ports/collections';
import type { CitationTarget, Passage } from '../../search/events';
import type { CollectionOverview } from '../../overview/overview';
import type { ClaimLine } from '../../search/evidence/evidence';
import type { FoundThings } from '../../search/find/find';
import type { TextFindOptions, TextFind } from '../../search/find/text-find';
import type { CommunityReportRow, CommunityRow } from '../../tables/tables';

/** Looking around in what was found. */
export interface LookingCalls {
  /** Documents, entities and reports by name, the best first, at most `limit` of each; what is not indexed yet is not found. */
  find(text: string, limit: number, options?: CallOptions): Promise<FoundThings>;
  /** Places of words and phrases in the texts; quick enough to be asked while a person types. */
  findText(query: string, options: TextFindOptions & CallOptions): Promise<TextFind>;
  /** What the collection holds, at one glance. */
  overview(): Promise<CollectionOverview>;
  /** Everything known about a cited thing, with passages to follow. */
  evidence(target: CitationTarget): Promise<EvidenceView | null>;
  /** Communities of two members or more. */
  communities(): Promise<readonly CommunityNode[]>;
  table(query: TableQuery): Promise<TablePage>;
  /** Makes ready what shows tables, so that the first one does not wait for it. */
  startTables(): Promise<void>;
}

/** A report, entity, relationship or passage opened in Evidence. Passages are ranked best first. */
export interface EvidenceView {
  readonly target: CitationTarget;
  readonly title: string;
  readonly subtitle: string;
  /** Other names of an entity; missing for everything else. */
  readonly aliases?: readonly string[];
  readonly method: string;
  readonly text: string;
  /** What a model's summary of a community rests on, nearest to its words first; missing for everything else. */
  readonly textPassages?: readonly Passage[];
  /** The same summary by its sentences; missing where it is not known which of them cites what. */
  readonly textStatements?: readonly StatementView[];
  /** Who wrote the text, where a model was asked for it; missing for everything else. */
  readonly textBy?: string;
  /** Of the lines that a model wrote a report from, how many have changed since; missing where none has. */
  readonly outdated?: { readonly changed: number; readonly lines: number };
  readonly findings: readonly {
    readonly summary: string;
    readonly explanation: string;
    readonly passages: readonly Passage[];
    /** The explanation by its sentences; missing where it is not known which of them cites what. */
    readonly statements?: readonly StatementView[];
  }[];
  readonly passages: readonly Passage[];
  /** Things one can go on to from here: members, neighbours, the entities of a passage, its reports. */
  readonly links: readonly { readonly target: CitationTarget; readonly title: string; readonly note: string }[];
  /** Claims about an entity; missing for everything else. */
  readonly claims?: readonly ClaimView[];
}

/** A sentence that a model wrote. */
export interface StatementView {
  /** With the white space before it. */
  readonly text: string;
  /** What it cites itself, nearest to its words first; none where it cites nothing, or only what does not exist. */
  readonly passages: readonly Passage[];
}

/** A claim about an entity, and who read it. */
export interface ClaimView extends ClaimLine {
  /** Titles of the entities it is about. */
  readonly subject: string;
  readonly object: string | null;
  readonly method: string;
}

/** A community with its report and the best known of its members. */
export interface CommunityNode {
  readonly row: CommunityRow;
  readonly report: CommunityReportRow | null;
  /** Titles of its most connected members. */
  readonly members: readonly { readonly id: string; readonly title: string; readonly type: string }[];
}
