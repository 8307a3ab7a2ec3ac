import { lazy } from '../../memo';
import { edgesOf, neighboursOf } from '../../retrieval/graph-expansion';
import { folded, foldedText } from '../../text/folded-text';
import type { SearchIndex } from '../../retrieval';
import { rowIn } from '../../tables/rows';
import type { EntityRow } from '../../tables/tables';
import { wordsInDocuments } from '../../retrieval/lexical/languages';
import { terms } from '../../text/terms';
import { readQuestion } from '../request/question';
import { CASED, isProperName, looksLikeName, sureKind, standsAlone } from './named-entities';
import templates from './question-templates.json' with { type: 'json' };

type Templates = (typeof templates)['en'];

const BY_LANGUAGE: Readonly<Record<string, Templates>> = templates;
/** Names that are considered for questions, the best connected first. */
const NAMES = 80;
/** Relationships that are considered, those of the best connected ends first. */
const PAIRS = 400;
/** Passages within which the names of a question must be found. */
const READ = 5;
const LONGEST_TITLE = 60;
/** Neighbours that are asked about, of each entity. */
const NEIGHBOURS = 6;

/**
 * Specific questions about names that seldom occur together, each of another form where it can be: in the language
 * given (BCP 47), in English where there are no templates for it. BM25 finds a passage with the names of each among its
 * first five, and some passage has each of its words.
 */
export const specificQuestions = (index: SearchIndex, count: number, language: string): readonly string[] =>
  groundedQuestions(index, count, language).map(({ question }) => question);

/** A question with the text units that it is about. */
export interface GroundedQuestion {
  readonly question: string;
  /** Ids of the text units, among the first that BM25 finds, that have all of its names. */
  readonly textUnitIds: readonly string[];
}

/** The same questions with their text units. */
export function groundedQuestions(index: SearchIndex, count: number, language: string): readonly GroundedQuestion[] {
  const forms = templatesOf(language);
  const names = namesToAsk(index, forms);
  const pairs = lazy(() => rarePairs(index, names));
  const generators = [
    pairQuestions(pairs, forms.between),
    personQuestions(index, names, forms),
    documentQuestions(index, names, forms),
    yearQuestions(index, names, forms),
    pairQuestions(pairs, forms.both),
  ];
  return firstOfEach(index, generators, count);
}

/**
 * Questions to which the graph leads from entities (row numbers): about their strongest neighbours that are not among
 * them, and the links between both. Each finds a passage by BM25 and has no word that is missing there. `within` limits
 * the sources; everything by default.
 */
export function leadsFrom(
  index: SearchIndex,
  entityRows: readonly number[],
  count: number,
  language: string,
  within: Within = EVERYTHING,
): readonly string[] {
  const forms = templatesOf(language);
  const given = new Set(entityRows);
  const generators = entityRows.map((row) => neighbourQuestions(index, { row, given, within }, forms));
  return firstOfEach(index, generators, count, within).map(({ question }) => question);
}

/** Filters for the sources of questions. */
interface Within {
  /** Checks if any of these text units may be shown. */
  readonly touches: (unitIds: readonly string[]) => boolean;
  /** Checks if the text unit of this number may be shown. */
  readonly unit: (slot: number) => boolean;
}

const EVERYTHING: Within = { touches: () => true, unit: () => true };

const templatesOf = (language: string): Templates => BY_LANGUAGE[language] ?? templates.en;

/** A question and the names that a passage must have to answer it. */
interface Candidate {
  readonly question: string;
  readonly names: readonly string[];
}

/** Takes turns; a name is asked about once only. */
function firstOfEach(
  index: SearchIndex,
  generators: readonly Generator<Candidate>[],
  count: number,
  within: Within = EVERYTHING,
): readonly GroundedQuestion[] {
  const found = new Map<string, GroundedQuestion>();
  const used = new Set<string>();
  let open = [...generators];
  while (open.length > 0 && found.size < count) {
    open = open.filter((generator) => {
      for (let next = generator.next(); !next.done; next = generator.next()) {
        const { question, names } = next.value;
        if (found.size >= count) return false;
        if (found.has(question) || names.some((name) => used.has(name))) continue;
        const textUnitIds = unitsNaming(index, next.value, within);
        if (textUnitIds.length === 0) continue;
        if (readQuestion(index, { question, mode: 'auto' }, within.unit).missing.length > 0) continue;
        found.set(question, { question, textUnitIds });
        names.forEach((name) => used.add(name));
        return true;
      }
      return false;
    });
  }
  return [...found.values()];
}

function unitsNaming(
  { passages, unitAt, tables }: SearchIndex,
  { question, names }: Candidate,
  { unit }: Within,
): readonly string[] {
  const hits = passages.bm25.search(wordsInDocuments(question, tables.documents), { k: READ, allow: unit });
  return hits.flatMap(({ id }) => {
    const row = unitAt.get(id);
    const text = foldedText(row?.text ?? '').text.replace(/\s+/gu, ' ');
    return row && names.every((name) => text.includes(folded(name))) ? [row.id] : [];
  });
}

function namesToAsk(index: SearchIndex, forms: Templates): readonly EntityRow[] {
  const ranked: EntityRow[] = [];
  for (const row of byAppeal(index.tables.entities)) {
    if (ranked.length >= 2 * NAMES) break;
    if (mayStandIn(forms, row)) ranked.push(row);
  }
  return ranked.filter((row) => isProperName(index, row.title) && standsAlone(index, row)).slice(0, NAMES);
}

/** Checks if a name may be in a question: one of a script without capitals only in a question of such a script. */
const mayStandIn = ({ about }: Templates, { title, frequency }: EntityRow): boolean =>
  frequency > 1 && looksLikeName(title) && (CASED.test(title) || !CASED.test(about.replace('{a}', '')));

/** Names of several words identify their bearer. */
const appeal = ({ title, degree, frequency }: EntityRow): number =>
  (degree + frequency) * (/\s/u.test(title) || /^\p{Lo}/u.test(title) ? 2 : 1);

const byAppeal = (entities: readonly EntityRow[]): readonly EntityRow[] =>
  entities
    .filter(({ frequency }) => frequency > 1)
    .map((row) => ({ row, value: appeal(row) }))
    .sort((one, other) => other.value - one.value)
    .map(({ row }) => row);

const filled = (template: string, values: Readonly<Record<string, string>>): string =>
  template.replace(/\{(\w+)\}/gu, (whole, name: string) => values[name] ?? whole);

type Pair = readonly [EntityRow, EntityRow];

/** Pairs with many neighbours that seldom occur together. */
function rarePairs({ tables }: SearchIndex, names: readonly EntityRow[]): readonly Pair[] {
  const byId = new Map(names.map((row) => [row.id, { row, value: Math.log1p(appeal(row)) }]));
  const pairs: { readonly pair: Pair; readonly value: number }[] = [];
  for (const { source_id, target_id, count } of tables.relationships) {
    const one = byId.get(source_id);
    const other = one && byId.get(target_id);
    if (!other || count < 1) continue;
    pairs.push({ pair: [one.row, other.row], value: (one.value * other.value) / (1 + count) });
  }
  pairs.sort((one, other) => other.value - one.value);
  const rare: Pair[] = [];
  for (const { pair } of pairs) {
    if (rare.length >= PAIRS) break;
    if (!sharesWord(pair[0].title, pair[1].title)) rare.push(pair);
  }
  return rare;
}

function sharesWord(one: string, other: string): boolean {
  const words = new Set(terms(one));
  return terms(other).some((term) => words.has(term)) || one.includes(other) || other.includes(one);
}

function* pairQuestions(pairs: () => readonly Pair[], form: string): Generator<Candidate> {
  for (const [one, other] of pairs()) {
    yield { question: filled(form, { a: one.title, b: other.title }), names: [one.title, other.title] };
  }
}

function* personQuestions(index: SearchIndex, names: readonly EntityRow[], { who }: Templates): Generator<Candidate> {
  for (const row of names) {
    if (sureKind(index, row) === 'person') yield { question: filled(who, { a: row.title }), names: [row.title] };
  }
}

/** A name and a document of several that speak of it, the one that does so least. */
function* documentQuestions(index: SearchIndex, names: readonly EntityRow[], forms: Templates): Generator<Candidate> {
  for (const { title, text_unit_ids } of names) {
    const counts = new Map<string, number>();
    for (const id of text_unit_ids) {
      const unit = index.unitOf(id);
      if (unit) counts.set(unit.document_id, (counts.get(unit.document_id) ?? 0) + 1);
    }
    const [least] = [...counts].sort((one, other) => one[1] - other[1]);
    const document = index.documents.get(least?.[0] ?? '')?.title ?? '';
    if (counts.size < 2 || document === '' || document.length > LONGEST_TITLE || sharesWord(document, title)) continue;
    yield { question: filled(forms.document, { a: title, document }), names: [title] };
  }
}

/** A name and a year in one sentence. */
function* yearQuestions(index: SearchIndex, names: readonly EntityRow[], { year }: Templates): Generator<Candidate> {
  for (const { title, text_unit_ids } of names) {
    for (const id of text_unit_ids) {
      const found = yearBeside(index, id, title);
      if (found === null) continue;
      yield { question: filled(year, { a: title, year: found }), names: [title, found] };
      break;
    }
  }
}

function yearBeside(index: SearchIndex, unitId: string, name: string): string | null {
  const unit = index.unitOf(unitId);
  for (const [at, start] of (unit?.sentence_starts ?? []).entries()) {
    const text = unit?.text.slice(start - unit.start, (unit.sentence_ends[at] ?? start) - unit.start) ?? '';
    if (!text.includes(name)) continue;
    const found = /(?<![\p{N}.,/-])(?:1[5-9]|20)\d\d(?![\p{L}\p{N}/-]|[.,]\d)/u.exec(text);
    if (found) return found[0];
  }
  return null;
}

function* neighbourQuestions(
  index: SearchIndex,
  { row, given, within }: { readonly row: number; readonly given: ReadonlySet<number>; readonly within: Within },
  forms: Templates,
): Generator<Candidate> {
  const { entities, relationships } = index.tables;
  const from = entities[row];
  const edges = edgesOf(index.adjacency, row);
  const neighbours = [...neighboursOf(index.adjacency, row)]
    .map((neighbour, at) => ({ neighbour, edge: rowIn(relationships, edges[at] ?? -1) }))
    .filter(({ neighbour, edge }) => !given.has(neighbour) && within.touches(edge?.text_unit_ids ?? []))
    .map(({ neighbour, edge }) => ({ neighbour, weight: edge?.weight ?? 0 }))
    .sort((one, other) => other.weight - one.weight || one.neighbour - other.neighbour);
  let asked = 0;
  for (const { neighbour } of neighbours) {
    const other = entities[neighbour];
    if (!from || !other || asked >= NEIGHBOURS) return;
    if (!mayStandIn(forms, other) || sharesWord(from.title, other.title)) continue;
    if (!isProperName(index, other.title) || !standsAlone(index, other)) continue;
    const values = { a: from.title, b: other.title };
    if (asked++ % 2 === 0) yield { question: filled(forms.between, values), names: [other.title] };
    else {
      const form = sureKind(index, other) === 'person' ? forms.who : forms.about;
      yield { question: filled(form, { a: other.title }), names: [other.title] };
    }
  }
}
