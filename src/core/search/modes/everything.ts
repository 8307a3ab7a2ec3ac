import type { PlannedCall } from '../../models/planned-calls';
import { message, type Message } from '../../message';
import { choicesOf, number } from '../../parameters';
import { EVERYTHING_ANSWER, BASIC_ANSWER } from '../../prompts/answers';
import type { SearchIndex } from '../../retrieval';
import type { BuiltContext } from '../context/context';
import { assemble, fillTable, formOf } from '../context/context-table';
import type { Scope } from '../context/scope';
import { sourceEntries } from '../context/source-entries';
import { answerTokens } from '../model-call/token-budget';
import type { SearchParameters } from '../search-parameters';
import type { ModeOutcome, SearchRun, Retrieval } from '../writer/search-run';
import { answerFrom, tokensForAnswer } from '../writer/write-answer';
import { answerFromPassages, nearestPassages, planPassageCall } from './basic';
import { planCall, roomFor, type Costing } from './estimate';
import type { Mode } from './mode';

const EVERYTHING_PARAMETERS = {
  name: 'everything',
  title: 'Everything',
  doc: 'Shows the model all passages of what is asked, in reading order, where they fit its window; says so where they do not, and then answers as Basic does. Takes one call, which may be long.',
  parameters: [
    number('max_tokens', 'Tokens at most', 0, [0, 1_000_000, 1000], {
      doc: 'Shows everything only if it has no more tokens than this, whatever is set under Every answer. More takes longer to read; 0 is as many as fit.',
    }),
  ],
} satisfies SearchParameters;

/** All passages of what is asked, in reading order, and one call over them (Contextual Retrieval: small collections need no retrieval). */
export const EVERYTHING: Mode = {
  ...EVERYTHING_PARAMETERS,
  prompts: [EVERYTHING_ANSWER, BASIC_ANSWER],
  needs: { reports: false },
  shows: ['passages'],
  // A person is shown the nearest first: nobody looks for an answer in all of them.
  withoutModel: message`Without a chat model, Everything shows the passages nearest to the question, as Basic does.`,
  retrieve: (retrieval, tokens) => [nearestPassages(retrieval, tokens)],
  write: answerFromEverything,
  estimate: planEverything,
};

async function answerFromEverything(run: SearchRun): Promise<ModeOutcome> {
  const roomy = withOwnLimit(run);
  const room = tokensForAnswer(roomy, EVERYTHING_ANSWER);
  const { context, ...all } = everything(run, room);
  if (context) return answerFrom(roomy, EVERYTHING_ANSWER, () => context);
  const outcome = await answerFromPassages(run);
  const read = outcome.contexts.flatMap(({ tables }) => tables.flatMap(({ rows }) => rows)).length;
  return { ...outcome, lead: insteadOf(run, all, { room, read }) };
}

const insteadOf = (
  { index }: Retrieval,
  { passages, tokens }: Omit<Everything, 'context'>,
  { room, read }: { readonly room: number; readonly read: number },
): Message =>
  index.tables.whole
    ? message`Not all passages of this index are here, so only the ${read} nearest to the question were read.`
    : message`All ${passages} passages take ${tokens} tokens, and there is room for ${room}. So only the ${read} nearest to the question were read.`;

/** The one call over everything, or where that does not fit the one over the nearest passages. */
function planEverything(costing: Costing): readonly PlannedCall[] {
  const roomy = withOwnLimit(costing);
  const call = { prompt: EVERYTHING_ANSWER, data: 0, reply: answerTokens(costing), withHistory: true };
  const { context, tokens } = everything(costing, roomFor(roomy, call));
  return context ? [planCall(roomy, { ...call, data: tokens })] : planPassageCall(costing);
}

/** The same search with this mode's own limit in place of that of every answer. */
function withOwnLimit<S extends Pick<SearchRun, 'request' | 'choices'>>(search: S): S {
  const { maxTokens } = choicesOf(EVERYTHING_PARAMETERS, search.request.parameters?.everything);
  return { ...search, choices: { ...search.choices, maxInputTokens: maxTokens || Infinity } };
}

/** All passages of what is asked, and their context where it has room. */
interface Everything {
  readonly passages: number;
  /** Estimated tokens; without their places in documents where these alone are too many. */
  readonly tokens: number;
  /** Null where it has more tokens than there is room for. */
  readonly context: BuiltContext | null;
}

/** More than any window holds. */
const UNLIMITED = Number.MAX_SAFE_INTEGER;

function everything({ index, scope }: Pick<Retrieval, 'index' | 'scope'>, room: number): Everything {
  const units = index.tables.documents.flatMap(({ id }) =>
    index.unitsOf(id).flatMap((unit) => {
      const slot = index.slotOf.get(unit.id) ?? -1;
      return scope.unit(slot) ? [{ id: slot, score: 1, tokens: unit.n_tokens }] : [];
    }),
  );
  const tokens = units.reduce((sum, unit) => sum + unit.tokens, 0);
  const count = units.length;
  if (index.tables.whole || tokens > room) return { passages: count, tokens, context: null };
  const table = tableOf(index, scope, units);
  if (table.tokens > room) return { passages: count, tokens: table.tokens, context: null };
  return { passages: count, tokens: table.tokens, context: assemble([{ ...table, budget: room }], room) };
}

const tableOf = (index: SearchIndex, scope: Scope, units: readonly { readonly id: number; readonly score: number }[]) =>
  fillTable(formOf('Sources'), sourceEntries(index, units), UNLIMITED, scope);
