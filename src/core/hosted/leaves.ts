import { isRecord } from '../shapes/read-fields';
import { LONGEST_PART } from './document-parts';
import type {
  CommunityReportRow,
  CommunityRow,
  CovariateRow,
  DocumentRow,
  EntityRow,
  RelationshipRow,
  SummaryRow,
  TextUnitRow,
} from '../tables/tables';
import { bareRow, rowFrom } from './rows';

/** A document with its text units. */
export interface DocumentLeaf {
  readonly document: DocumentRow;
  readonly units: readonly TextUnitRow[];
  /** Number of its first text unit; the others follow. */
  readonly first: number;
  /** For each text unit the numbers of the entities that it mentions. */
  readonly mentions: readonly (readonly number[])[];
  /** Rare concepts of the index, by text units of this document, as in `words`. */
  readonly concepts: ReadonlyMap<string, readonly number[]>;
  /** Numbers of the summaries that stand on its words. */
  readonly summaries: readonly number[];
}

/** An entity with what belongs to it. */
export interface EntityLeaf {
  readonly entity: EntityRow;
  /** The strongest of its relationships, and the entities at their other ends. */
  readonly relationships: readonly RelationshipRow[];
  readonly neighbours: readonly EntityRow[];
  readonly claims: readonly CovariateRow[];
  /** Numbers of its communities, the broadest first. */
  readonly communities: readonly number[];
  /** Numbers of documents that mention it, those first that state its strongest relationships. */
  readonly documents: readonly number[];
}

/** A community with its report. */
export interface CommunityLeaf {
  readonly community: CommunityRow;
  readonly report: CommunityReportRow | null;
  /** Text units that mention its members, and how many documents it covers, each by its share of mentions. */
  readonly units: number;
  readonly covers: number;
  /** Numbers of documents that its report rests on, or else that mention its members. */
  readonly documents: readonly number[];
  /** Numbers of the communities that it is a part of, the broadest first. */
  readonly ancestors: readonly number[];
  /** The best connected member that the first of these documents mentions: a report is shown where a member is. */
  readonly members: readonly EntityRow[];
}

/** A summary of the tree, with what is fetched beside it. */
export interface SummaryLeaf {
  readonly summary: SummaryRow;
  /** Numbers of all summaries that it is a part of. */
  readonly ancestors: readonly number[];
  /** Numbers of documents that it rests on, those of its first sentences first. */
  readonly documents: readonly number[];
}

/** UTF-16 code units of JSON from which on a block of leaves is closed. */
export const LEAVES_CLOSED_FROM = 16_384;
/**
 * Bytes of the JSON of a leaf. A code unit of a part takes six of them at most; as much again three times over is for rows, offsets and numbers. A
 * larger one is neither published nor read.
 */
export const LARGEST_LEAF = 24 * LONGEST_PART;
/** Bytes of a block of leaves: those that did not close it take three bytes a code unit at most. */
export const LARGEST_LEAF_BLOCK = 3 * LEAVES_CLOSED_FROM + LARGEST_LEAF;

/** Type of the leaves in each section. */
export interface Leaves {
  readonly documents: DocumentLeaf;
  readonly entities: EntityLeaf;
  readonly communities: CommunityLeaf;
  readonly summaries: SummaryLeaf;
}

/** Conversion of a leaf to JSON, and back from the bytes of a host. Reading throws RangeError for anything else. */
interface LeafForm<L> {
  readonly write: (leaf: L) => object;
  readonly read: (value: unknown) => L;
}

/** The forms of all leaves. */
export const LEAF_FORMS: { readonly [S in keyof Leaves]: LeafForm<Leaves[S]> } = {
  documents: {
    write: ({ document, units, first, mentions, concepts, summaries }) => ({
      document: bareRow('documents', document),
      units: units.map((unit) =>
        bareRow('text_units', unit, ['text', 'entity_ids', 'relationship_ids', 'covariate_ids']),
      ),
      first,
      mentions,
      concepts: Object.fromEntries(concepts),
      summaries,
    }),
    read: (value) => {
      const leaf = fields(value);
      const document = rowFrom('documents', leaf.document);
      const units = list(leaf.units).map((one) => {
        const unit = rowFrom('text_units', one);
        return { ...unit, text: document.text.slice(unit.start, unit.end) };
      });
      if (!isRecord(JSON.parse(document.attributes || '{}'))) throw new RangeError('Attributes are no object.');
      return {
        document,
        units,
        first: number(leaf.first),
        mentions: list(leaf.mentions).map(numbers),
        concepts: new Map(Object.entries(fields(leaf.concepts)).map(([key, postings]) => [key, numbers(postings)])),
        summaries: numbers(leaf.summaries),
      };
    },
  },
  entities: {
    write: ({ entity, relationships, neighbours, claims, communities, documents }) => ({
      entity: bareRow('entities', entity),
      relationships: relationships.map((row) => bareRow('relationships', row)),
      neighbours: neighbours.map((row) => bareRow('entities', row)),
      claims: claims.map((row) => bareRow('covariates', row)),
      ...{ communities, documents },
    }),
    read: (value) => {
      const leaf = fields(value);
      return {
        entity: rowFrom('entities', leaf.entity),
        relationships: list(leaf.relationships).map((row) => rowFrom('relationships', row)),
        neighbours: list(leaf.neighbours).map((row) => rowFrom('entities', row)),
        claims: list(leaf.claims).map((row) => rowFrom('covariates', row)),
        communities: numbers(leaf.communities),
        documents: numbers(leaf.documents),
      };
    },
  },
  communities: {
    write: ({ community, report, units, covers, documents, ancestors, members }) => ({
      community: bareRow('communities', community, ['relationship_ids', 'text_unit_ids', 'covariate_ids']),
      report:
        report &&
        bareRow('community_reports', report, ['context_lines', 'context_beyond', 'context_documents', 'set_aside']),
      ...{ units, covers, documents, ancestors },
      members: members.map((row) => bareRow('entities', row)),
    }),
    read: (value) => {
      const leaf = fields(value);
      return {
        community: rowFrom('communities', leaf.community),
        report: leaf.report === null ? null : rowFrom('community_reports', leaf.report),
        units: number(leaf.units),
        covers: amount(leaf.covers),
        documents: numbers(leaf.documents),
        ancestors: numbers(leaf.ancestors),
        members: list(leaf.members).map((row) => rowFrom('entities', row)),
      };
    },
  },
  summaries: {
    write: ({ summary, ...numbers }) => ({ summary: bareRow('summaries', summary), ...numbers }),
    read: (value) => {
      const leaf = fields(value);
      return {
        summary: rowFrom('summaries', leaf.summary),
        ancestors: numbers(leaf.ancestors),
        documents: numbers(leaf.documents),
      };
    },
  },
};

function fields(value: unknown): Readonly<Record<string, unknown>> {
  if (isRecord(value)) return value;
  throw new RangeError('An object is missing.');
}

function list(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw new RangeError('A list is missing.');
}

function number(value: unknown): number {
  if (Number.isSafeInteger(value) && Number(value) >= 0) return Number(value);
  throw new RangeError('A number is missing.');
}

function amount(value: unknown): number {
  if (Number.isFinite(value)) return Number(value);
  throw new RangeError('An amount is missing.');
}

const numbers = (value: unknown): readonly number[] => list(value).map(number);
