import { listMessages, message, type Message } from '../../message';
import { ENTAILMENT } from '../../prompts/answers';
import { FOLLOW_UP_QUESTIONS, REWRITE_QUESTION } from '../../prompts/questions';
import type { Prompt } from '../../prompts/prompt';
import { BESIDES, FIRST_LOOK } from '../request/mode-names';
import type { RunMode, SearchMode, SearchRequest } from '../request/search-request';
import { ANSWER_PARAMETERS, type SearchGroup } from '../search-parameters';
import { scopeOf } from '../context/scope';
import { BASIC } from './basic';
import { CONTEXTUAL } from './contextual/contextual';
import { DRIFT } from './drift/drift';
import { EVERYTHING } from './everything';
import { GLOBAL } from './global/global';
import { LAZY } from './lazy/lazy';
import { LIGHTRAG_MODES } from './lightrag/lightrag';
import { LOCAL } from './local/local';
import type { Mode, ModeNeeds } from './mode';
import { RAPTOR_COLLAPSED, RAPTOR_TRAVERSAL } from './raptor/raptor';
import type { SearchIndex } from '../../retrieval/index';
import { hasMatches } from '../../retrieval/text-units';
import { hasWords } from '../request/question-words';
import type { Question } from '../request/question';

/** Every way to search, in the order in which their settings are shown. */
export const MODES: Readonly<Record<RunMode, Mode>> = {
  local: LOCAL,
  global: GLOBAL,
  drift: DRIFT,
  basic: BASIC,
  ...LIGHTRAG_MODES,
  'raptor-collapsed': RAPTOR_COLLAPSED,
  'raptor-traversal': RAPTOR_TRAVERSAL,
  lazy: LAZY,
  contextual: CONTEXTUAL,
  everything: EVERYTHING,
};

/** Settings and prompts of answers and of each mode, in the order in which they are shown. */
export const SEARCH_GROUPS: readonly SearchGroup[] = [
  { ...ANSWER_PARAMETERS, prompts: [REWRITE_QUESTION, FOLLOW_UP_QUESTIONS, ENTAILMENT] },
  ...Object.values(MODES).map(({ name, title, doc, parameters, prompts, hasLevelAtHand = false }) => ({
    ...{ name, title, doc, parameters, prompts, hasLevelAtHand },
  })),
];

/** Every prompt of a question, each once. */
export const SEARCH_PROMPTS: readonly Prompt[] = [...new Set(SEARCH_GROUPS.flatMap(({ prompts }) => prompts))];

/** Title of a mode, to be said in a sentence. */
export const titleOf = (mode: RunMode): Message => ({ template: MODES[mode].title, values: [] });

/** Parts of an index that a choice answers from; Auto is known only once the question is read. */
export const needsOf = (mode: SearchMode): ModeNeeds => MODES[mode === 'auto' ? FIRST_LOOK : mode].needs;

/** The mode that runs and, in a few words, why. */
export interface Plan {
  readonly mode: RunMode;
  readonly reason: Message;
}

const MOST_NAMED = 3;

/** The mode that a person chose, or that Auto takes. */
export function planSearch(index: SearchIndex, request: SearchRequest, question: Question): Plan {
  if (request.mode !== 'auto') return { mode: request.mode, reason: message`Your choice.` };
  const plan = route(index, request, question);
  if (plan.mode !== request.besides) return plan;
  const mode = BESIDES.find((name) => name !== plan.mode) ?? FIRST_LOOK;
  return { mode, reason: message`Chosen to compare with the other answer.` };
}

/**
 * Auto: Global for a question without a subject of its own, Local where it names an entity of what is asked, Basic else. Where nothing matches it,
 * Local shows what is connected most. On labelled sets Local finds no less than Basic where a question names an entity, and Basic no less
 * elsewhere (`npm run bench -- retrieval`).
 */
function route(index: SearchIndex, request: SearchRequest, question: Question): Plan {
  if (!hasWords(request.question)) return { mode: BASIC.name, reason: message`There is no question yet.` };
  if (question.scope === 'whole' && index.communities.reportOf.size > 0) {
    const reason = request.documentIds?.length
      ? message`A question about the chosen documents.`
      : message`A question about the whole collection.`;
    return { mode: GLOBAL.name, reason };
  }
  const { everything, touches, unit } = scopeOf(index, request);
  const entities = question.entities.flatMap((row) => index.tables.entities[row] ?? []);
  const named = entities.filter((row) => touches(row.text_unit_ids)).map(({ title }) => title);
  if (named.length === 0) {
    // Terms are words that some passage has.
    const isMatched = (everything && question.words.length > 0) || hasMatches(index, question, unit);
    return isMatched || !index.tables.entities.some((row) => touches(row.text_unit_ids))
      ? { mode: BASIC.name, reason: message`Your question names no entity of your documents.` }
      : { mode: LOCAL.name, reason: message`Nothing matches its words.` };
  }
  const shown = [...new Set(named)].slice(0, MOST_NAMED).map((title) => message`“${title}”`);
  return { mode: LOCAL.name, reason: message`Your question names ${listMessages(shown)}.` };
}
