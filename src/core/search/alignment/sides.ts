import type { Demand } from './demands';
import type { Word } from './statement';

const PASSIVE = new Set(['by', 'was', 'were', 'been', 'being', 'von', 'durch', 'wurde', 'wurden']);
const VERBS = new Set(
  (
    'sold bought gave took won lost made paid sent wrote led beat met found left built brought caught chose drew drove fought hit kept lent saw shot ' +
    'struck taught told showed threw stole hired sued owed replaced'
  ).split(' '),
);
const JOINERS = new Set(['and', 'but', 'while', 'whereas', 'because', 'und', 'aber', 'während', 'weil']);
/** Words before and after a verb that are looked at. */
const REACH = 7;
/** Demands below this weight are words such as "according". */
const LEAST_WEIGHT = 0.3;

/** Whether what stands before and after a verb is exchanged: "the railway sold slate to the quarry" for "the quarry sold slate to the railway". */
export function areSidesExchanged(
  words: readonly Word[],
  demands: readonly Demand[],
  ground: readonly Word[],
): boolean {
  const places = new Map(demands.map((demand) => [demand, onlyPlace(ground, demand)]));
  const at = (demand: Demand): number => places.get(demand) ?? -1;
  const things = demands.filter((one) => one.kind !== 'number' && one.weight >= LEAST_WEIGHT && at(one) >= 0);
  return things.some((verb) => {
    if (verb.kind !== 'word' || !isVerb(verb.lower)) return false;
    const near = things.filter((one) => one.part === verb.part && ground[at(one)]?.part === ground[at(verb)]?.part);
    const before = near.filter(({ place }) => place < verb.place && verb.place - place <= REACH);
    const after = near.filter(({ place }) => place > verb.place && place - verb.place <= REACH);
    return before.some((one) =>
      after.some((other) => {
        if (!(at(other) < at(verb) && at(verb) < at(one))) return false;
        const both = [...words.slice(one.place, other.place), ...ground.slice(at(other), at(one))];
        return !both.some(({ lower }) => PASSIVE.has(lower));
      }),
    );
  });
}

const isVerb = (lower: string): boolean => VERBS.has(lower) || /[a-z]{2}ed$/u.test(lower);

/** Whether only one of the two says "by" right behind a verb between the same names: "A was accused by B" for "A accused B". */
export function isOneByOther(words: readonly Word[], demands: readonly Demand[], ground: readonly Word[]): boolean {
  const names = demands.filter(({ kind }) => kind === 'name');
  return demands.some((verb) => {
    const there = onlyPlace(ground, verb);
    if (verb.kind !== 'word' || !isVerb(verb.lower) || there < 0) return false;
    const isBy = words[verb.place + 1]?.lower === 'by';
    if (isBy === (ground[there + 1]?.lower === 'by')) return false;
    const at = (name: Demand): number => onlyPlace(ground, name);
    const isInFront = names.some((name) => name.place < verb.place && at(name) >= 0 && at(name) < there);
    return isInFront && names.some((name) => name.place > verb.place && at(name) > there);
  });
}

/** The only place of a demand; -1 where it stands nowhere or more than once. */
function onlyPlace(ground: readonly Word[], { held }: Demand): number {
  const places = ground.flatMap(({ keys }, place) => (keys.some((key) => held.get(key) === 1) ? [place] : []));
  return places.length === 1 ? (places[0] ?? -1) : -1;
}

/** Whether a clause is told of somebody of whom its ground tells another one: "B left, and A became mayor" for "A left, and B became mayor". */
export function areHeadsExchanged(
  words: readonly Word[],
  demands: readonly Demand[],
  ground: readonly Word[],
): boolean {
  const clauses = clausesOf(ground);
  return clausesOf(words).some((clause) => {
    const places = new Set(clause.map((word) => words.indexOf(word)));
    const own = demands.filter(({ place }) => places.has(place));
    const head = own.find(({ kind }) => kind === 'name');
    const said = own.filter(({ kind, weight }) => kind === 'word' && weight >= LEAST_WEIGHT);
    if (!head || said.length === 0 || isPassive(clause)) return false;
    const tells = (other: readonly Word[]): boolean => said.every((demand) => holds(other, demand));
    const told = clauses.filter(tells);
    const [one] = told;
    if (told.length !== 1 || !one || isPassive(one) || holds(one, head)) return false;
    const subject = subjectOf(one);
    const isHeadElsewhere = clauses.some((other) => other !== one && isAt(subjectOf(other), head));
    return subject !== undefined && isHeadElsewhere && !own.some((demand) => isAt(subject, demand));
  });
}

/** The first name of a clause, as far as a capital tells. */
const subjectOf = (clause: readonly Word[]): Word | undefined =>
  clause.find(
    ({ isCapital, isFirst, keys }, place) =>
      isCapital && keys.length > 0 && (!isFirst || clause[place + 1]?.isCapital === true),
  );

const isAt = (word: Word | undefined, { held }: Demand): boolean =>
  word !== undefined && word.keys.some((key) => held.get(key) === 1);

const holds = (words: readonly Word[], demand: Demand): boolean => words.some((word) => isAt(word, demand));

const isPassive = (words: readonly Word[]): boolean => words.some(({ lower }) => PASSIVE.has(lower));

function clausesOf(words: readonly Word[]): readonly (readonly Word[])[] {
  const clauses: Word[][] = [];
  words.forEach((word, place) => {
    const last = clauses.at(-1);
    if (JOINERS.has(word.lower)) clauses.push([]);
    else if (last && word.part === words[place - 1]?.part) last.push(word);
    else clauses.push([word]);
  });
  return clauses;
}
