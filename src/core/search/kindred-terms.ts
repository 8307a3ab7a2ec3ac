import { terms } from '../text/terms';
import { formsOf } from './alignment/verb-forms';
import { GERMAN_FAMILIES } from './german-relations';
import { relatedTerms } from './related-words';
import { STRONG_VERBS } from './strong-verbs';

const BIRTH = new Set(terms('born birth birthplace birthday native'));
const DEATH = new Set(terms('die died dies dying death dead killed deceased drowned perished'));
const LIFE = new Set(terms('live lived lives home residence resident'));
const CHILDREN = new Set(terms('child children kind kinder'));
const PARENTS = new Set(terms('father mother parent parents vater mutter eltern'));
/** What is asked, and what never answers it though a family joins them: who asks of a death wants no birth. */
const NEVER: readonly (readonly [asked: ReadonlySet<string>, answer: ReadonlySet<string>])[] = [
  [DEATH, BIRTH],
  [DEATH, LIFE],
  [BIRTH, DEATH],
  [BIRTH, LIFE],
  [CHILDREN, PARENTS],
];

const families = new Map<string, Set<string>>();
for (const line of `${GERMAN_FAMILIES}${STRONG_VERBS}`.trim().split('\n')) {
  const members = new Set(terms(line));
  for (const member of members) families.set(member, new Set([...(families.get(member) ?? []), ...members]));
}

/** Verbs that stand in every text and whose other forms therefore tell nothing. */
const COMMON_VERBS = new Set(terms('see saw seen say said get got run ran stand stood mean meant'));

const known = new Map<string, ReadonlySet<string>>();

/** Terms by which a text answers what this one asks: those related to it in English or German, and other forms of a strong verb; without itself. */
export function kindredTerms(term: string): ReadonlySet<string> {
  const before = known.get(term);
  if (before) return before;
  const forms = COMMON_VERBS.has(term) ? [] : formsOf(term);
  const all = [...relatedTerms(term), ...forms, ...(families.get(term) ?? [])];
  const never = NEVER.filter(([asked]) => asked.has(term)).map(([, answer]) => answer);
  const found = new Set(all.filter((other) => other !== term && !never.some((answer) => answer.has(other))));
  if (found.size > 0) known.set(term, found);
  return found;
}
