import {
  derivation,
  type DerivationView,
  type ExpectedCalls,
  type MadeItem,
  type Placed,
} from '../derivation/derivation';
import { layerName, makeByRequest, requestLoad, roomForRows, type RequestOptions } from '../derivation/row-request';
import { NO_THEMES, themeKey, themeLayer } from '../graph/derive/theme-keywords';
import { choicesOf, flag, number } from '../parameters';
import type { IndexState } from '../ports/index-state';
import { THEME_KEYWORDS_PROMPT } from '../prompts/themes';
import { NO_MODEL } from '../provenance';
import { unchangedIds } from '../tables/rows';
import type { IndexTables, RelationshipRow } from '../tables/tables';
import { expectedReply, keywordRequest, type Themes } from './ask-keywords';
import { dueRelationships, keywordBatches, type KeywordBatch } from './keyword-batches';

const NAME = 'model keywords';

const PARAMETERS = [
  flag('write', 'Themes of relationships', false, {
    doc: 'Has the model name the themes of relationships that were read before, so that LightRAG finds these by them. A few calls; reading at LightRAG depth names them by itself.',
  }),
  number('pairs', 'Relationships in one call', 16, [1, 60], {
    advanced: true,
    doc: 'Asks for the themes of at most this many relationships in one call. Higher takes fewer calls and tries a small model more.',
  }),
] as const;

/** The parameters of themes, with defaults for missing ones. */
export const keywordChoices = (parameters: IndexState['parameters']) =>
  choicesOf({ parameters: PARAMETERS }, parameters[NAME]);

/** Names the themes of relationships that are in the index already (LightRAG A1.1), so that its search needs no reading of its own. */
export const keywordDerivation = derivation<KeywordBatch, Themes>({
  scope: 'items',
  name: NAME,
  title: 'Naming themes',
  doc: 'Names the themes of each relationship that a model or a person stated. Only search reads them; what a model is shown of a relationship stays as it is.',
  parameters: PARAMETERS,
  purpose: 'reading',
  counts: { made: 'themes', failed: 'themes not named' },
  reads: ['documents', 'text_units', 'relationships'],
  writes: ['relationships'],
  revert: {
    layers: ({ relationships }) =>
      relationships.flatMap(({ theme_keywords_key: key }) => (key === null ? [] : themeLayer(key))),
    without: ({ relationships }, layers) => {
      const isGone = ({ theme_keywords_key: key }: RelationshipRow): boolean =>
        key !== null && layers.has(themeLayer(key));
      if (!relationships.some(isGone)) return {};
      return { relationships: relationships.map((row) => (isGone(row) ? { ...row, ...NO_THEMES } : row)) };
    },
  },
  workOn: async (view, { again, all, only } = {}) => {
    const { write, pairs } = keywordChoices(view.parameters);
    if (!write && !all && !only) return null;
    const options = view.reading;
    const layer = layerName(view.model.title, THEME_KEYWORDS_PROMPT, options);
    const full = { ...keywordRequest(NOTHING, options), replyTokens: expectedReply(pairs) };
    const limits = { pairs, tokens: roomForRows(full, view.model.contextWindow, LEAST) };
    const due = dueRelationships(view.tables, { again, only, layer });
    const expected = expectedCalls(view, pairs, options);
    return {
      items: keywordBatches(due, view.tables, limits),
      ...(expected && { expected }),
      keyOf: ({ hash }) => hash,
      calls: (item) => [requestLoad(keywordRequest(item, options))],
      make: (item, asker) => makeByRequest(keywordRequest(item, options), asker, 'themes', ({ size }) => size),
      place: (made, tables) => placeThemes(made, tables, layer),
    };
  },
});

const NOTHING = { lines: [], documentIds: [] };
/** Least tokens of relationships in one call. */
const LEAST = 200;

/** Relationships of a passage, and tokens of one, before any passage was read. */
const PER_PASSAGE = 4;
const PER_LINE = 45;

/** Calls for relationships that unread passages will bring, by how many the passages read so far have. None at a depth that reads themes itself. */
function expectedCalls(
  { tables, toRead, reading }: DerivationView,
  pairs: number,
  options: RequestOptions,
): ExpectedCalls | undefined {
  const unread = toRead.filter(({ withoutClaims }) => !withoutClaims).length;
  if (unread === 0 || reading.depth === 'themes') return undefined;
  const stated = tables.relationships.filter(({ method }) => method !== NO_MODEL);
  const read = new Set(stated.flatMap(({ text_unit_ids: ids }) => ids)).size;
  const items = Math.ceil(unread * (read > 0 ? stated.length / read : PER_PASSAGE));
  const calls = Math.ceil(items / pairs);
  const { promptTokens: frame } = requestLoad(keywordRequest(NOTHING, options));
  return {
    items: calls,
    calls,
    promptTokens: calls * frame + items * PER_LINE,
    replyTokens: calls * expectedReply(Math.min(pairs, items)),
  };
}

/** Puts themes on relationships that are unchanged since. */
function placeThemes(
  made: readonly MadeItem<KeywordBatch, Themes>[],
  { relationships }: Pick<IndexTables, 'relationships'>,
  layer: string,
): Placed<KeywordBatch, Themes> {
  const present = unchangedIds(
    relationships,
    made.flatMap(({ item }) => item.rows),
  );
  const placed = made.filter(({ item }) => item.rows.every(({ id }) => present.has(id)));
  const themes = new Map(
    placed.flatMap(({ item, row }) =>
      row === null ? [] : item.rows.map((one, at) => [one.id, row.get(at) ?? []] as const),
    ),
  );
  if (themes.size === 0) return { made: placed, replace: {} };
  const next = relationships.map((row) => {
    const own = themes.get(row.id);
    return own ? { ...row, theme_keywords: own, theme_keywords_key: themeKey(layer, row) } : row;
  });
  return { made: placed, replace: { relationships: next } };
}
