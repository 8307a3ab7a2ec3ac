import type { Message } from '../message';
import type { Ask } from '../models/model-call';
import type { TokenLoad } from '../models/speed';
import type { Clock } from '../platform';
import type { TableChange } from '../ports/collections';
import type { IndexState } from '../ports/index-state';
import type { EditedPrompt } from '../prompts/prompt';
import type { EditRow, ExtractionRow, IndexTables } from '../tables/tables';
import type { FieldVectors } from '../vectors/field-vectors';
import type { VectorField } from '../vectors/vector-store';
import type { StepHead } from './table-use';

/**
 * Rows that a model makes from other rows, item by item. A derivation says what is due, what one item costs, how it is made and where it is
 * put. The runner does the rest for all of them: price, order, checkpoints, pause, resume, retries, progress, spending, single items on
 * demand.
 */
export interface Derivation<Item extends DerivedItem = DerivedItem, Row = unknown> extends StepHead {
  readonly scope: 'items';
  /** The chosen model that is asked. */
  readonly purpose: 'reading' | 'reports';
  /** Names under which results count the rows that they bring, and a run the items without a usable reply. */
  readonly counts: { readonly made: string; readonly failed: string };
  /** Finds and removes rows by what made them. Missing where rows go with the records that they follow from. */
  readonly revert?: Revert;
  /** The changed tables without rows that rest on these documents, which are removed. Missing where rows go with those of documents, or are derived again. */
  forget?(tables: IndexTables, documents: ReadonlySet<string>): Replaced;
  /** The work on the present tables. Null where the parameters ask for none. */
  workOn(view: DerivationView, wanted?: WantedItems): Promise<DerivationWork<Item, Row> | null>;
}

/** Rows of a derivation by their layers. A layer is a model with a version of its prompt. */
export interface Revert {
  /** The layer of each row that a model made. */
  layers(tables: IndexTables): readonly string[];
  /** The changed tables without rows of these layers. */
  without(tables: IndexTables, layers: ReadonlySet<string>): Replaced;
}

/** One thing to be made. */
export interface DerivedItem {
  /** Names it among the items of its derivation. */
  readonly id: string;
  /** Items of one wave are made at the same time. The next wave sees what they wrote. Missing means 0. */
  readonly wave?: number;
}

/** Items other than those that are due by the parameters. */
export interface WantedItems {
  /** Also those that stand: made by another model or by another prompt, or made by any. */
  readonly again?: 'others' | 'any' | undefined;
  /** All that there could be, whatever the parameters choose. */
  readonly all?: boolean | undefined;
  /** Only these, by their ids, whatever the parameters choose. */
  readonly only?: readonly string[] | undefined;
  /** For a price alone: items may be listed, and prompts sketched, without a look at everything that they are made of. */
  readonly roughly?: boolean | undefined;
  /** For a price alone: items that take long to find may be expected in place of listed. */
  readonly priceOnly?: boolean | undefined;
}

/** Counts by name, which a run adds up. */
export type Counts = Readonly<Record<string, number>>;

/** The result for one item. */
export interface Made<Row> {
  /** Null without a usable reply. The row that stood before stays then. */
  readonly row: Row | null;
  /** Rows that were made, and what was repaired and rejected in the replies. */
  readonly found: Counts;
}

/** An item with its result. */
export interface MadeItem<Item, Row> extends Made<Row> {
  readonly item: Item;
}

/** The items of a derivation on one state of the tables, and how each is made. */
export interface DerivationWork<Item extends DerivedItem = DerivedItem, Row = unknown> {
  /** Items that are due, in the order in which they are made. */
  readonly items: readonly Item[];
  /** Rows by models that the first result takes the place of. Missing means none. */
  readonly replaces?: number;
  /** Says what has to be done before its items can be made. Missing means nothing. */
  readonly obstacle?: Message;
  /** True where `calls` only sketches prompts, which are not those that would be sent. */
  readonly isSketch?: boolean;
  /** Calls expected for items that rows still to come will bring, such as those of unread passages. */
  readonly expected?: ExpectedCalls;
  /** Names everything that a model would be shown. Another key is another item. */
  keyOf(item: Item): string;
  /** Estimates the calls of one item. */
  calls(item: Item): readonly TokenLoad[];
  /** Asks for one item. Undefined where it is gone meanwhile. ModelErrors of `ask` pass through. */
  make(item: Item, asker: Asker): Promise<Made<Row> | undefined>;
  /** Finds which results still have their place in the tables as they are now, and the tables with these rows in it. */
  place(made: readonly MadeItem<Item, Row>[], tables: IndexTables): Placed<Item, Row>;
}

/** Results that have their place, and the tables that change by them. */
export interface Placed<Item, Row> {
  readonly made: readonly MadeItem<Item, Row>[];
  readonly replace: Replaced;
}

/** Whole tables that take the place of the present ones. */
type Replaced = NonNullable<TableChange['replace']>;

/** Asks a model, and hears of each reply in which nothing could be read. */
export interface Asker {
  readonly ask: Ask;
  readonly onUseless?: (() => void) | undefined;
}

/** Expected calls that are not known item by item. */
export interface ExpectedCalls extends TokenLoad {
  readonly items: number;
  readonly calls: number;
}

/** The open collection and the chosen model, as a derivation sees them. */
export interface DerivationView {
  /** The tables as they are at this moment. */
  readonly tables: IndexTables;
  readonly parameters: IndexState['parameters'];
  /** The model that is asked. */
  readonly model: { readonly title: string; readonly contextWindow: number };
  readonly reading: ReadingFacts;
  /** Passages that a run reads before this derivation. Empty once it is this one's turn. */
  readonly toRead: readonly PassageToRead[];
  readonly clock: Clock;
  readonly signal?: AbortSignal;
  records(): Promise<readonly ExtractionRow[]>;
  edits(): Promise<readonly EditRow[]>;
  /** Vectors of a field by the model that embedded the collection. Undefined where there are none. */
  vectors(field: VectorField): Promise<FieldVectors | undefined>;
  /** Computes something once for this state of the tables, however many views ask for it by this name. */
  once<T>(name: string, compute: () => Promise<T>): Promise<T>;
}

/** Facts about reading on which later derivations depend. */
export interface ReadingFacts {
  readonly depth: 'compact' | 'full' | 'themes';
  /** Layer of the records that the reading model makes. */
  readonly layer: string;
  /** Name of the language to write in. Null for that of the documents. */
  readonly language: string | null;
  /** Prompts that a person edited, by name. */
  readonly prompts: Readonly<Record<string, EditedPrompt>>;
}

/** A passage that is to be read. */
export interface PassageToRead {
  /** Mentions that were found in it without a model. */
  readonly mentions: readonly ExtractionRow[];
  /** Set where only its claims are missing. */
  readonly withoutClaims?: unknown;
}

/** Declares a derivation. Its types follow from what it returns. */
export const derivation = <Item extends DerivedItem, Row>(one: Derivation<Item, Row>): Derivation<Item, Row> => one;

/** Counts with their kind as a prefix, such as `repaired: cut`. */
export function namedCounts(kind: string, counts: Readonly<Partial<Record<string, number>>>): Counts {
  return Object.fromEntries(Object.entries(counts).map(([name, count = 0]) => [`${kind}: ${name}`, count]));
}
