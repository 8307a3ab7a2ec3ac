import type { SearchIndex } from '../retrieval/index';
import { hasWords } from './asking-words';
import { calledNames } from './called';
import type { RunMode, SearchRequest } from './events';
import { leadsOn } from './leads-on';
import { modeBeside } from './mode-beside';
import { isNameLike } from './named-in';
import type { Question } from './question';

/** The mode that runs and, in one sentence, why. */
export interface Plan {
  readonly mode: RunMode;
  readonly reason: string;
}

const CHOSEN: Readonly<Record<RunMode, string>> = {
  local: 'You chose Local: the neighbourhood of the things the question names.',
  global: 'You chose Global: the community reports of the whole collection.',
  basic: 'You chose Basic: the best matching passages.',
  drift: 'You chose DRIFT: from the nearest reports along what leads on from them.',
};

/** Says of a mode that a person chose what it reads: of chosen documents never that it is all. */
function chosenWords(mode: RunMode, { documentIds }: SearchRequest): string {
  const isOfAll = documentIds === undefined || documentIds.length === 0;
  return mode === 'global' && !isOfAll
    ? 'You chose Global: the community reports on the chosen documents.'
    : CHOSEN[mode];
}

/** Who answers: the several calls of DRIFT pay only where a model joins what they find. */
type Answerer = 'model' | 'nobody';

/**
 * Chooses the mode for `auto` from what the question names and what the index has; other modes are taken as they are. Says so
 * when the question is understood by an earlier one.
 */
export function planSearch(index: SearchIndex, request: SearchRequest, question: Question, by: Answerer): Plan {
  const about = question.follows.length > 0 ? `a follow-up about ${listed(question.follows)}` : '';
  const more = about === '' ? '' : ` The question is understood as ${about}.`;
  if (request.mode !== 'auto') return { mode: request.mode, reason: `${chosenWords(request.mode, request)}${more}` };
  const [mode, why] = chosenMode(index, request, question, by);
  if (mode === request.besides) return planBeside(mode, more);
  if (about === '') return { mode, reason: `${NAMES[mode]}, because ${why}.` };
  return { mode, reason: `${NAMES[mode]}, because the question is understood as ${about}.` };
}

const NAMES: Readonly<Record<RunMode, string>> = { local: 'Local', global: 'Global', basic: 'Basic', drift: 'DRIFT' };

function planBeside(mode: RunMode, more: string): Plan {
  const other = modeBeside(mode);
  const why = `${NAMES[mode]}, which fits the question best, stands beside it`;
  return { mode: other, reason: `${NAMES[other]}, because ${why}.${more}` };
}

function chosenMode(
  index: SearchIndex,
  request: SearchRequest,
  question: Question,
  by: Answerer,
): readonly [mode: RunMode, why: string] {
  if (!hasWords(request.question)) return ['basic', 'there is no question yet'];
  const called = calledNames(index, question);
  const names = called.filter(isNameLike);
  const hasReports = index.tables.communityReports.length > 0;
  const isBroad = question.breadth === 'whole' || (question.breadth === 'wide' && names.length === 0);
  const whole = request.documentIds?.length ? 'the chosen documents' : 'the collection';
  if (isBroad && hasReports) return ['global', `the question is about ${whole} as a whole`];
  const leading = by === 'model' && hasReports ? leadsOn(request.question) : null;
  if (leading !== null) return ['drift', leading];
  if (called.length > 0) return ['local', `the question names ${listed(called)}`];
  if (index.tables.entities.length === 0) return ['basic', 'the graph of entities is not there yet'];
  if (question.terms.length === 0 && hasReports) return ['global', 'the question has no words of its own to look up'];
  return ['local', 'the question asks for details rather than for an overview'];
}

function listed(titles: readonly string[]): string {
  const shown = [...new Set(titles)].slice(0, 3);
  if (shown.length < 2) return shown.join('');
  return `${shown.slice(0, -1).join(', ')} and ${shown.at(-1) ?? ''}`;
}
