import type { SearchIndex } from '../retrieval/index';
import type { EntityRow } from '../tables/tables';
import { wantedAnswer } from './asking-words';
import type { SearchRequest } from './events';
import { calledIn, isNameLike, namesOf, titlesOf } from './named-in';
import { isPerson } from './people';
import { mayBeThey } from './plural';
import { pointsBack, sexOf, type Pointing } from './pointing';

const MOST_FOLLOWED = 3;
/** Who has no type, or is an idea to a reader without a model, may be somebody, too. */
const UNTOLD = new Set(['', 'concept']);

interface Turn {
  readonly question: string;
  readonly answer: string;
}

/**
 * What a question that names nothing and points back is about: the person whom the newest turn names in its question, or in its answer to
 * "who", else one whom an answer only mentions; of anything else, the names of the latest question that had some it may mean.
 */
export function pointedAt(index: SearchIndex, request: SearchRequest): readonly string[] {
  const { question } = request;
  const pointing = pointsBack(question);
  if (pointing === null || namesOf(question).length > 0) return [];
  if (titlesOf(index, question).some(isNameLike)) return [];
  const turns = turnsOf(request);
  if (pointing === 'person') return personIn(index, turns, question);
  return newestNames(index, turns, pointing, pointing === 'many' ? question : null);
}

/** Newest first; where only questions are known, without answers. */
const turnsOf = ({ earlier = [], history = [] }: SearchRequest): readonly Turn[] =>
  earlier.map((question) => ({
    question,
    answer: history.find((turn) => turn.question === question)?.answer ?? '',
  }));

function personIn(index: SearchIndex, turns: readonly Turn[], asked: string): readonly string[] {
  const fits = (row: number): boolean => isOfSex(index.tables.entities[row], asked);
  for (const { question, answer } of turns) {
    const inQuestion = [...calledIn(index, question).keys()].filter(fits);
    const named = inQuestion.filter((row) => mayBeNamed(index.tables.entities[row]));
    const people = named.filter((row) => isPerson(index.tables.entities[row]));
    const told = wantedAnswer(question) === 'person' ? mostNamed(index, answer, fits) : [];
    const meant = people.length > 0 ? people : named.length > 0 ? named : told;
    if (meant.length > 0) return titled(index, meant);
  }
  const inAnswer = turns.map(({ answer }) => mostNamed(index, answer, fits)).find((rows) => rows.length > 0);
  return inAnswer ? titled(index, inAnswer) : newestNames(index, turns, 'person');
}

/** The person named most often in a text, of several the first. */
function mostNamed(index: SearchIndex, text: string, fits: (row: number) => boolean): readonly number[] {
  const folded = text.toLowerCase();
  const people = [...calledIn(index, text)].filter(([row]) => isPerson(index.tables.entities[row]) && fits(row));
  const counted = people.map(([row, name]) => ({ row, times: folded.split(name.toLowerCase()).length }));
  return counted
    .sort((a, b) => b.times - a.times)
    .slice(0, 1)
    .map(({ row }) => row);
}

/** `they`: the question that asks of "them", which not everything may be. */
function newestNames(
  index: SearchIndex,
  turns: readonly Turn[],
  pointing: Pointing,
  they: string | null = null,
): readonly string[] {
  for (const { question } of turns) {
    const rows = [...calledIn(index, question).keys()];
    const titles = titled(
      index,
      rows.filter((row) => mayMean(index.tables.entities[row], pointing)),
    );
    const named = titles.filter(isNameLike);
    const names = named.length > 0 ? named : titles.length > 0 || rows.length > 0 ? titles : namesOf(question);
    const entities = rows.map((row) => index.tables.entities[row]).filter((one) => one && names.includes(one.title));
    if (they !== null && !mayBeThey(names, entities, they)) continue;
    if (names.length > 0) return names.slice(0, MOST_FOLLOWED);
  }
  return [];
}

const titled = (index: SearchIndex, rows: readonly number[]): readonly string[] =>
  [...new Set(rows.flatMap((row) => index.tables.entities[row]?.title ?? []))].slice(0, MOST_FOLLOWED);

const typeOf = (entity: EntityRow | undefined): string => entity?.type.toLowerCase() ?? '';

const mayBeNamed = (entity: EntityRow | undefined): boolean =>
  isPerson(entity) || (UNTOLD.has(typeOf(entity)) && isNameLike(entity?.title ?? ''));

/** "He" is somebody or an idea that may be one, "it" nobody. */
function mayMean(entity: EntityRow | undefined, pointing: Pointing): boolean {
  if (pointing === 'any' || pointing === 'many') return true;
  return pointing === 'thing' ? !isPerson(entity) : isPerson(entity) || UNTOLD.has(typeOf(entity));
}

/** Whether the words of an entity's name and description do not speak of a man where a woman is asked for, or the other way round. */
function isOfSex(entity: EntityRow | undefined, asked: string): boolean {
  const wanted = sexOf(asked);
  const told = sexOf(`${entity?.title ?? ''}. ${entity?.description ?? ''}`);
  return wanted === null || told === null || wanted === told;
}
