import type { ClaimLine, CitationTarget, Passage } from './evidence';

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
