import { derivation, type MadeItem, type Placed } from '../derivation/derivation';
import { layerName, makeByRequest, requestLoad, roomForRows } from '../derivation/row-request';
import { choicesOf, flag, number } from '../parameters';
import { CONTEXT_PROMPT } from '../prompts/contextual';
import type { IndexTables, TextUnitRow } from '../tables/tables';
import { contextRequest, expectedReply, type ContextOptions, type Contexts } from './ask-contexts';
import { passageWindows, type PassageWindow, type WindowSize } from './passage-windows';

const NAME = 'model contexts';

const PARAMETERS = [
  flag('write', 'Contexts of passages', false, {
    doc: 'Has the model say for each passage where it stands in its document. Search then finds passages by names and dates that they leave out. Costs about one reading of all documents.',
  }),
  number('window', 'Tokens of a document in one call', 2400, [600, 100_000, 100], {
    advanced: true,
    doc: 'Shows the model passages of one document up to this many tokens together. Higher takes fewer calls and tells it more of the document, and needs a larger window.',
  }),
  number('beginning', 'Tokens of the document before them', 100, [0, 100_000, 50], {
    advanced: true,
    doc: 'Shows up to this many tokens from the beginning of a document before its later passages, in the same words each time. Higher tells the model more; only a server that keeps beginnings of prompts reads them once.',
  }),
  number('max_words', 'Words of a context', 50, [10, 200, 5], {
    advanced: true,
    doc: 'Limits the context of a passage. More words say more and take longer to write.',
  }),
] as const;

/** Says of each passage where it stands in its document, by a model (Contextual Retrieval). Passages are found by it and shown without it. */
export const contextDerivation = derivation<PassageWindow, Contexts>({
  scope: 'items',
  name: NAME,
  title: 'Writing contexts',
  doc: 'Writes for each passage what it speaks of and where it stands in its document. The text is searched and embedded with the passage, and never shown as its text.',
  parameters: PARAMETERS,
  purpose: 'reading',
  counts: { made: 'contexts', failed: 'contexts not written' },
  reads: ['documents', 'text_units'],
  writes: ['text_units'],
  revert: {
    layers: ({ text_units }) =>
      text_units.flatMap(({ written_context_key: key }) => (key === null ? [] : layerOf(key))),
    without: ({ text_units }, layers) => {
      const isGone = ({ written_context_key: key }: TextUnitRow): boolean => key !== null && layers.has(layerOf(key));
      if (!text_units.some(isGone)) return {};
      const bare = { written_context: '', written_context_key: null };
      return { text_units: text_units.map((row) => (isGone(row) ? { ...row, ...bare } : row)) };
    },
  },
  workOn: async (view, { again, all, only } = {}) => {
    const { write, window, beginning, maxWords } = choicesOf({ parameters: PARAMETERS }, view.parameters[NAME]);
    if (!write && !all && !only) return null;
    const options = { ...view.reading, maxWords };
    const layer = layerName(view.model.title, CONTEXT_PROMPT, options);
    const isDue = ({ units, hash }: PassageWindow): boolean =>
      again === 'any' ||
      units.some(({ written_context_key: key }) => {
        if (key === null || hashIn(key) !== hash) return true;
        return again === 'others' && layerOf(key) !== layer;
      });
    const windows = passageWindows(view.tables, sizeWithin(view.model.contextWindow, { window, beginning }, options));
    const isWanted = ({ units }: PassageWindow): boolean => !only || units.some(({ id }) => only.includes(id));
    return {
      items: windows.filter((one) => isWanted(one) && isDue(one)),
      keyOf: ({ hash }) => hash,
      calls: (item) => [requestLoad(contextRequest(item, options))],
      make: (item, asker) => makeByRequest(contextRequest(item, options), asker, 'contexts', ({ size }) => size),
      place: (made, tables) => placeContexts(made, tables, layer),
    };
  },
});

/** Room for a title. */
const FRAME = 100;
const LEAST = 300;
/** Share of a model's window that the beginning of a document may take. */
const MOST_BEGINNING = 0.5;

/** Tokens of passages, and of their document's beginning, that fit into a call with its reply. */
function sizeWithin(
  contextWindow: number,
  wanted: { readonly window: number; readonly beginning: number },
  options: ContextOptions,
): WindowSize {
  const nothing: PassageWindow = { id: '', document: { id: '', title: '' }, units: [], beginning: '', hash: '' };
  const room = roomForRows(contextRequest(nothing, options), contextWindow, 0) - FRAME;
  const beginning = Math.min(wanted.beginning, Math.max(0, Math.floor(MOST_BEGINNING * room)));
  // A passage of so many tokens takes the room of its own reply besides, twice where it is as long as allowed.
  const perToken = 1 + (2 * expectedReply(1, options)) / LEAST;
  const passages = Math.max(LEAST, Math.min(wanted.window, Math.floor((room - beginning) / perToken)));
  return { passages, beginning };
}

/** Puts contexts on passages that are unchanged since. */
function placeContexts(
  made: readonly MadeItem<PassageWindow, Contexts>[],
  { text_units }: Pick<IndexTables, 'text_units'>,
  layer: string,
): Placed<PassageWindow, Contexts> {
  const present = new Set(text_units);
  const placed = made.filter(({ item }) => item.units.every((unit) => present.has(unit)));
  const contexts = new Map(
    placed.flatMap(({ item, row }) =>
      row === null ? [] : item.units.map((unit, at) => [unit, { hash: item.hash, text: row.get(at) ?? '' }] as const),
    ),
  );
  if (contexts.size === 0) return { made: placed, replace: {} };
  const next = text_units.map((unit) => {
    const one = contexts.get(unit);
    return one ? { ...unit, written_context: one.text, written_context_key: keyOf(layer, one.hash) } : unit;
  });
  return { made: placed, replace: { text_units: next } };
}

const SEPARATOR = '\u001f';
const keyOf = (layer: string, hash: string): string => `${layer}${SEPARATOR}${hash}`;
const layerOf = (key: string): string => key.split(SEPARATOR)[0] ?? '';
const hashIn = (key: string): string => key.split(SEPARATOR)[1] ?? '';
