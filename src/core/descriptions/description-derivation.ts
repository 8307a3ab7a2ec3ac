import {
  derivation,
  type DerivationView,
  type ExpectedCalls,
  type MadeItem,
  type Placed,
} from '../derivation/derivation';
import type { Depth } from '../extract/model/reading';
import { unitsReadBy } from '../extract/model/reading-status';
import { foldEdits } from '../graph/edits/fold-edits';
import { choicesOf, flag, number } from '../parameters';
import type { IndexState } from '../ports/index-state';
import { NO_MODEL } from '../provenance';
import { type Rows, unchangedIds } from '../tables/rows';
import type { EditRow, EntityRow, ExtractionRow, IndexTables, RelationshipRow } from '../tables/tables';
import { runWork, type Work } from '../work';
import {
  descriptionRates,
  estimateDescriptions,
  estimateFutureDescriptions,
  isBeyond,
  type DescribedSoFar,
  type JoinLimit,
} from './estimate-descriptions';
import {
  countNameOccurrences,
  describedThings,
  tasksOf,
  type DescribedThing,
  type DescriptionTask,
} from './list-descriptions';
import { summariseDescriptions, tokensOfAll, type DescriptionOptions } from './summarise-descriptions';

const NAME = 'model descriptions';

const PARAMETERS = [
  flag('summarise', 'Make one description of several', true, {
    doc: 'Makes one description of several, which answers read in fewer tokens. Costs at least one call for each; otherwise they stand side by side.',
  }),
  number('join_above', 'Join by a model above so many tokens', 120, [0, 100_000, 10], {
    doc: 'Leaves shorter descriptions of one thing side by side, without a call. Higher saves calls and leaves more repetition (GraphRAG: 0, which joins any two). LightRAG depth joins from 8 descriptions or 1,200 tokens on.',
  }),
  number('max_input_tokens', 'Tokens of descriptions in one call', 4000, [200, 100_000, 100], {
    doc: 'Shows the model at most this many tokens of descriptions in one call; more are joined in turns. Higher takes fewer calls and needs a larger window (GraphRAG: 4000).',
  }),
  number('max_words', 'Words of a description', 120, [10, 1000, 10], {
    doc: 'Limits a description. More words keep more detail, and take longer to write and more room in answers (GraphRAG: 500).',
  }),
] as const;

/** From so many descriptions or tokens on LightRAG summarises (A1.1): 8 of them, or 1,200 tokens. */
const FRAGMENTS_LIMIT: JoinLimit = { tokens: 1199, fragments: 8 };

/** The parameters of descriptions, with defaults for missing ones. */
export const descriptionChoices = (parameters: IndexState['parameters']) =>
  choicesOf({ parameters: PARAMETERS }, parameters[NAME]);

/** Makes one description of several by a model (GraphRAG A5). Not at compact depth, which gives no descriptions. */
export const descriptionDerivation = derivation<DescriptionTask, string>({
  scope: 'items',
  name: NAME,
  title: 'Summarizing descriptions',
  doc: 'Makes one description where several passages describe an entity or a relationship, with at least one call each. Compact depth gives none.',
  parameters: PARAMETERS,
  purpose: 'reports',
  counts: { made: 'descriptions', failed: 'descriptions not written' },
  reads: ['text_units', 'extractions', 'edits', 'entities', 'relationships'],
  writes: ['entities', 'relationships'],
  workOn: async (view) => {
    const { summarise, joinAbove, maxInputTokens, maxWords } = descriptionChoices(view.parameters);
    const { language, prompts, depth } = view.reading;
    if (!summarise || depth === 'compact') return null;
    const limit = depth === 'themes' ? FRAGMENTS_LIMIT : { tokens: joinAbove, fragments: Infinity };
    const { contextWindow } = view.model;
    const options = { maxInputTokens, maxWords, contextWindow, language, prompts };
    const { tasks, described } = await descriptionsSoFar(view);
    const standing = standingAmong(view.tables, tasks);
    const isUnread = view.toRead.some(({ withoutClaims }) => !withoutClaims);
    const expected = isUnread ? await expectedCalls(view, { ...options, limit, described }) : undefined;
    return {
      items: tasks.filter(({ descriptions }) =>
        isBeyond(limit, { count: descriptions.length, tokens: tokensOfAll(descriptions) }),
      ),
      ...(expected && { expected }),
      keyOf: ({ hash }) => hash,
      calls: (task) => estimateDescriptions([task], options),
      make: (task, asker) => summariseDescriptions(task, options, asker),
      place: (made, tables) => placeDescriptions(made, tables, standing),
    };
  },
});

type Row = EntityRow | RelationshipRow;

/** The rows that are to be described, as they were when that was planned. */
type Standing = { readonly entities: readonly EntityRow[]; readonly relationships: readonly RelationshipRow[] };

function standingAmong({ entities, relationships }: IndexTables, tasks: readonly DescriptionTask[]): Standing {
  const ids = new Set(tasks.map(({ id }) => id));
  const isWanted = ({ id }: Row): boolean => ids.has(id);
  return { entities: entities.filter(isWanted), relationships: relationships.filter(isWanted) };
}

/**
 * Puts descriptions into rows that are unchanged since. Rows derived again meanwhile are listed anew, so that no words of a deleted document
 * come back. Only a table that is described anew is written.
 */
function placeDescriptions(
  made: readonly MadeItem<DescriptionTask, string>[],
  tables: IndexTables,
  standing: Standing,
): Placed<DescriptionTask, string> {
  const byId = new Map(made.map((one) => [one.item.id, one]));
  const placed = new Set<string>();
  const described = <R extends Row>(rows: Rows<R>, before: Iterable<R>): readonly R[] | undefined => {
    let isChanged = false;
    const unchanged = unchangedIds(rows, before);
    const next = rows.map((row) => {
      const one = unchanged.has(row.id) ? byId.get(row.id) : undefined;
      if (!one) return row;
      placed.add(row.id);
      if (one.row === null) return row;
      isChanged = true;
      return { ...row, description: one.row, description_hash: one.item.hash };
    });
    return isChanged ? next : undefined;
  };
  const entities = described(tables.entities, standing.entities);
  const relationships = described(tables.relationships, standing.relationships);
  return {
    made: made.filter(({ item }) => placed.has(item.id)),
    replace: { ...(entities && { entities }), ...(relationships && { relationships }) },
  };
}

/** Descriptions by now. */
interface Descriptions {
  /** Tasks that a model has still to do. */
  readonly tasks: readonly DescriptionTask[];
  /** Descriptions by thing. Relationships are named by their pair of keys, in the direction with more of them. */
  readonly described: ReadonlyMap<string, DescribedSoFar>;
}

const descriptionsSoFar = (view: DerivationView): Promise<Descriptions> =>
  view.once(NAME, async () => {
    const { text_units, entities, relationships } = view.tables;
    const [extractions, edits] = await Promise.all([view.records(), view.edits()]);
    const things = await runWork(describedThings({ text_units, entities, relationships, extractions, edits }), view);
    return { tasks: things.flatMap(tasksOf), described: describedSoFar(things) };
  });

function describedSoFar(things: readonly DescribedThing[]): ReadonlyMap<string, DescribedSoFar> {
  const described = new Map<string, DescribedSoFar>();
  for (const { key, row, descriptions } of things) {
    const tokens = tokensOfAll(descriptions);
    if (tokens <= (described.get(key)?.tokens ?? -1)) continue;
    described.set(key, { count: descriptions.length, tokens, isSummarised: row.description_hash !== null });
  }
  return described;
}

interface Expecting extends DescriptionOptions {
  readonly limit: JoinLimit;
  readonly described: ReadonlyMap<string, DescribedSoFar>;
}

/** Calls expected from unread passages, by the names in them and by what this model wrote on average per name. */
async function expectedCalls(view: DerivationView, options: Expecting): Promise<ExpectedCalls> {
  const [extractions, edits] = await Promise.all([view.records(), view.edits()]);
  const unread = view.toRead.filter(({ withoutClaims }) => !withoutClaims).flatMap(({ mentions }) => mentions);
  const { layer, depth } = view.reading;
  return runWork(expecting({ extractions, edits, unread, layer, depth }, options), view);
}

interface ReadSoFar {
  readonly extractions: readonly ExtractionRow[];
  readonly edits: readonly EditRow[];
  /** Mentions in the passages to be read. */
  readonly unread: readonly ExtractionRow[];
  /** Layer and depth of the model that is to read them. */
  readonly layer: string;
  readonly depth: Depth;
}

function* expecting({ extractions, edits, unread, layer, depth }: ReadSoFar, options: Expecting): Work<ExpectedCalls> {
  const keys = foldEdits(edits);
  const read = unitsReadBy(extractions, layer, depth);
  const there = extractions.filter(({ text_unit_id }) => read.has(text_unit_id));
  const seen = yield* countNameOccurrences(
    there.filter((row) => row.layer === NO_MODEL),
    keys,
  );
  const rates = yield* descriptionRates(
    there.filter((row) => row.layer === layer),
    seen,
  );
  return yield* estimateFutureDescriptions(yield* countNameOccurrences(unread, keys), { ...options, rates });
}
