import {
  derivation,
  type DerivationView,
  type DerivationWork,
  type DerivedItem,
  type ExpectedCalls,
  type MadeItem,
  type Placed,
} from '../derivation/derivation';
import { ModelError } from '../errors';
import { message } from '../message';
import { layerName, makeByRequest, requestLoad, roomForRows } from '../derivation/row-request';
import type { TokenLoad } from '../models/speed';
import { choicesOf, flag, number } from '../parameters';
import { SUMMARY_PROMPT } from '../prompts/raptor';
import type { IndexTables, SummaryRow, TextUnitRow } from '../tables/tables';
import { estimateTokens } from '../text/tokens';
import type { FieldVectors } from '../vectors/field-vectors';
import { runWork } from '../work';
import { summaryRequest, type ShownPassages, type SummaryOptions } from './ask-summary';
import { estimateSummaries, MARK, type CallTokens } from './estimate-summaries';
import { madeSummaryTree, makeSummaryTree } from './grow-tree';
import {
  EXTRACTIVE,
  rowsOfTree,
  shownOf,
  textOfStatements,
  withoutSummaries,
  withSummary,
  writtenSummary,
  type Statement,
} from './summaries';
import { SUMMARIES_STEP, TREE_PARAMETERS, treeChoices, type SummaryTree } from './summary-tree';
import { isTreeOf, settingsOfRows, treeInUse } from './tree-of-rows';

const PARAMETERS = [
  flag('write', 'Summaries by the model', false, {
    doc: 'Has the model sum up passages that belong together, and then these summaries, layer by layer. Search modes of RAPTOR then answer broad questions better; until then they use sentences of the documents.',
  }),
  number('shown_tokens', 'Tokens shown for a summary', 300, [100, 8000, 50], {
    doc: 'Shows the model the sentences that say most of a cluster of passages, up to this many tokens. Higher tells it more and takes longer to read; the most tokens of a cluster show all of it.',
  }),
  ...TREE_PARAMETERS,
] as const;

/** Text units of which a tree is made quickly, and summaries of which the price is counted exactly. */
const FEW = 200;

/** A cluster to sum up. Its wave is its level, so that a summary is made of those below it. */
interface SummaryItem extends DerivedItem {
  readonly number: number;
  readonly wave: number;
}

/** Sums up clusters of passages, and clusters of these summaries, by a model (RAPTOR). Search without a model takes sentences of the documents in their place. */
export const summaryDerivation = derivation<SummaryItem, readonly Statement[]>({
  scope: 'items',
  name: SUMMARIES_STEP,
  title: 'Writing summaries',
  doc: 'Writes a tree of summaries over the passages: of passages that belong together, then of these summaries, up to a few broad ones. Costs about half the tokens of the documents.',
  parameters: PARAMETERS,
  purpose: 'reading',
  counts: { made: 'summaries', failed: 'summaries not written' },
  reads: ['documents', 'text_units', 'summaries'],
  writes: ['summaries'],
  revert: {
    layers: ({ summaries }) => summaries.flatMap(({ method }) => (method === EXTRACTIVE ? [] : [method])),
    without: ({ summaries }, layers) =>
      summaries.some(({ method }) => layers.has(method))
        ? { summaries: withoutSummaries(summaries, ({ method }) => layers.has(method)) }
        : {},
  },
  forget: ({ text_units, summaries }, documents) => {
    const units = new Set(text_units.flatMap((row) => (documents.has(row.document_id) ? [row.id] : [])));
    const isGone = (row: SummaryRow): boolean => row.text_unit_ids.some((id) => units.has(id));
    if (!summaries.some(isGone)) return {};
    return { summaries: withoutSummaries(summaries, isGone).map((row) => withoutLeaves(row, documents, units)) };
  },
  workOn: async (view, { again, all, only, priceOnly } = {}) => {
    const chosen = view.parameters[SUMMARIES_STEP];
    const { write, shownTokens } = choicesOf({ parameters: PARAMETERS }, chosen);
    if (!write && !all && !only) return null;
    const choices = treeChoices(chosen);
    const options = { ...view.reading, maxWords: choices.maxWords };
    const layer = layerName(view.model.title, SUMMARY_PROMPT, options);
    const room = roomFor(shownTokens, view.model.contextWindow, options);
    const { text_units, summaries } = view.tables;
    const isInUse =
      only !== undefined || isTreeOf(summaries, choices) || (settingsOfRows(summaries) === '' && summaries.length > 0);
    const passages = isInUse || choices.placedBy === 'words' ? undefined : await passageVectors(view);
    const isLong = text_units.length > FEW && !madeSummaryTree(view.tables, choices, passages ?? undefined);
    const written = summaries.filter(({ text }) => text !== '');
    if (priceOnly && !isInUse && (isLong || passages === null))
      return {
        ...expectedWork(estimateSummaries(text_units, choices, room)),
        replaces: written.length,
        ...(passages === null && { obstacle: NOT_EMBEDDED }),
      };
    if (passages === null) throw new ModelError(NOT_EMBEDDED, { traits: ['says what was kept'] });
    const making = isInUse ? treeInUse(view.tables, choices) : makeSummaryTree(view.tables, choices, passages);
    const tree = await runWork(making, {
      clock: view.clock,
      ...(view.signal && { signal: view.signal }),
    });
    const isDue = ({ id }: SummaryItem): boolean => {
      if (only && !only.includes(id)) return false;
      const row = writtenSummary(view.tables.summaries, { id });
      return !row || again === 'any' || (again === 'others' && row.method !== layer);
    };
    const items = tree.nodes.map(({ id, level }, number) => ({ id, number, wave: level }));
    const due = items.filter(isDue);
    const standing = new Set(tree.nodes.map(({ id }) => id));
    const replaces = isInUse ? 0 : written.filter(({ id }) => !standing.has(id)).length;
    const isSketch = due.length > FEW;
    const requestFor = (item: SummaryItem) =>
      summaryRequest(shownFor(tree, item, view.tables.summaries, room), options);
    return {
      ...{ items: due, isSketch, replaces },
      keyOf: ({ id }) => id,
      calls: (item) => [
        isSketch ? sketchedLoad(tree, item, view.tables.summaries, room) : requestLoad(requestFor(item)),
      ],
      make: (item, asker) => makeByRequest(requestFor(item), asker, 'summaries'),
      place: (made, tables) => placeSummaries(made, tables, { tree, layer, units: text_units }),
    };
  },
});

/** Embeddings of all passages. Null where some have none. */
async function passageVectors({ tables, vectors }: DerivationView): Promise<FieldVectors | null> {
  const found = await vectors('text_unit_text');
  const isWhole = tables.text_units.every(({ id, text }) => text.trim() === '' || found?.rowOf(id) !== undefined);
  return found && isWhole ? found : null;
}

const NOT_EMBEDDED = message`Some passages have no embeddings yet, so summaries cannot be placed by meaning. What was made before is kept. Embed the collection first (Settings, Models), or choose words.`;

/** Shows a model a cluster: of leaves the sentences that say most of it, of clusters their summaries, as many as find room. */
function shownFor(
  tree: SummaryTree,
  { number }: SummaryItem,
  rows: readonly SummaryRow[],
  room: CallTokens,
): ShownPassages {
  const node = tree.nodes[number];
  if (!node) return { passages: [], documentIds: [] };
  let left = room.free;
  const passages = shownOf(tree, node, rows, room.leaves).filter((one) => {
    left -= estimateTokens(textOfStatements(one)) + MARK;
    return left >= 0;
  });
  const under = node.leaves.flatMap((leaf) => tree.leaves[leaf]?.document_id ?? []);
  return { passages, documentIds: [...new Set(under)].sort() };
}

/** Estimates the call for a cluster, without a choice of sentences. */
function sketchedLoad(
  tree: SummaryTree,
  { number }: SummaryItem,
  rows: readonly SummaryRow[],
  room: CallTokens,
): TokenLoad {
  const { level = 1, members = [] } = tree.nodes[number] ?? {};
  const tokensOf = (member: number): number => {
    if (level === 1) return tree.leaves[member]?.tokens ?? 0;
    const node = tree.nodes[member];
    return MARK + ((node && writtenSummary(rows, node)?.n_tokens) ?? tree.summaryTokens);
  };
  const tokens = members.reduce((sum, member) => sum + tokensOf(member), 0);
  const shown = Math.min(tokens, level === 1 ? room.leaves : room.free);
  return { promptTokens: room.frame + shown, replyTokens: room.reply };
}

/** Work of which no item is known yet. */
const expectedWork = (expected: ExpectedCalls): DerivationWork<SummaryItem, readonly Statement[]> => ({
  ...{ items: [], expected, isSketch: true },
  keyOf: ({ id }) => id,
  calls: () => [],
  make: () => Promise.resolve(undefined),
  place: () => ({ made: [], replace: {} }),
});

/** Tokens of passages that fit into a call with its reply. */
function roomFor(wanted: number, contextWindow: number, options: SummaryOptions): CallTokens {
  const empty = summaryRequest({ passages: [], documentIds: [] }, options);
  const { promptTokens: frame, replyTokens: reply } = requestLoad(empty);
  const free = roomForRows(empty, contextWindow, 100);
  return { frame, reply, free, leaves: Math.min(wanted, free) };
}

/** Tree of some results, and with what it was made. */
interface MadeOn {
  readonly tree: SummaryTree;
  readonly layer: string;
  /** Text units that it stands on. */
  readonly units: readonly TextUnitRow[];
}

/**
 * Puts summaries into the rows of their clusters. The first one of another tree than that in the table brings all rows of its tree, unless text units
 * have changed meanwhile.
 */
function placeSummaries(
  made: readonly MadeItem<SummaryItem, readonly Statement[]>[],
  { text_units, summaries }: Pick<IndexTables, 'text_units' | 'summaries'>,
  { tree, layer, units }: MadeOn,
): Placed<SummaryItem, readonly Statement[]> {
  const standing = isTreeOf(summaries, tree.choices)
    ? summaries
    : haveSameIds(text_units, units)
      ? rowsOfTree(tree, summaries)
      : [];
  const ids = new Set(standing.map(({ id }) => id));
  const placed = made.filter(({ item }) => ids.has(item.id));
  const written = new Map(placed.flatMap(({ item, row }) => (row === null ? [] : [[item.id, row]])));
  if (written.size === 0) return { made: placed, replace: {} };
  const rows = standing.map((row) => {
    const statements = written.get(row.id);
    return statements ? withSummary(row, statements, layer) : row;
  });
  return { made: placed, replace: { summaries: rows } };
}

const haveSameIds = (some: readonly TextUnitRow[], others: readonly TextUnitRow[]): boolean => {
  const ids = new Set(some.map(({ id }) => id));
  return ids.size === others.length && others.every(({ id }) => ids.has(id));
};

/** A row without the leaves of some documents, which have these text units. */
function withoutLeaves(row: SummaryRow, documents: ReadonlySet<string>, units: ReadonlySet<string>): SummaryRow {
  const stay = row.leaf_document_ids.flatMap((id, at) => (documents.has(id) ? [] : [at]));
  return {
    ...row,
    text_unit_ids: row.text_unit_ids.filter((id) => !units.has(id)),
    leaf_document_ids: stay.map((at) => row.leaf_document_ids[at] ?? ''),
    leaf_starts: stay.map((at) => row.leaf_starts[at] ?? 0),
    leaf_ends: stay.map((at) => row.leaf_ends[at] ?? 0),
    leaf_ids: stay.map((at) => row.leaf_ids[at] ?? ''),
  };
}
