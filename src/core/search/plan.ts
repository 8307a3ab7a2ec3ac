import type { SearchIndex } from '../retrieve/index';
import type { RunMode, SearchRequest } from './events';
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
  drift: 'You chose DRIFT.',
};

/** A common noun may be an entity, but a question about the whole may hold one. */
const IS_NAME = /\p{Lu}|^\P{Script=Latin}+$/u;

/** Chooses the mode for `auto` from what the question names and what the index has; other modes are taken as they are. */
export function planSearch(index: SearchIndex, request: SearchRequest, question: Question): Plan {
  if (request.mode !== 'auto') return { mode: request.mode, reason: CHOSEN[request.mode] };
  const titles = question.entities.flatMap((row) => index.tables.entities[row]?.title ?? []);
  const names = titles.filter((title) => IS_NAME.test(title));
  const hasReports = index.tables.communityReports.length > 0;
  const isBroad = question.breadth === 'whole' || (question.breadth === 'wide' && names.length === 0);
  if (isBroad && hasReports) {
    return { mode: 'global', reason: 'Global, because the question is about the collection as a whole.' };
  }
  if (titles.length > 0) {
    return { mode: 'local', reason: `Local, because the question names ${listed(names.length > 0 ? names : titles)}.` };
  }
  if (index.tables.entities.length === 0) {
    return { mode: 'basic', reason: 'Basic, because the graph of entities is not there yet.' };
  }
  if (question.terms.length === 0 && hasReports) {
    return { mode: 'global', reason: 'Global, because the question has no words of its own to look up.' };
  }
  return { mode: 'local', reason: 'Local, because the question asks for details rather than for an overview.' };
}

function listed(titles: readonly string[]): string {
  const shown = [...new Set(titles)].slice(0, 3);
  if (shown.length < 2) return shown.join('');
  return `${shown.slice(0, -1).join(', ')} and ${shown.at(-1) ?? ''}`;
}
