import type { MentionResult, PhraseKind } from '../ports/documents';
import { NO_MODEL } from '../provenance';
import type { ExtractionRow, TextUnitRow } from '../tables/tables';
import { finish, type Work } from '../work';

/** A sentence of a document: its number within it and its document offsets. */
export interface DocumentSentence {
  readonly number: number;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The distinct sentences of a document from its text units in reading order; those that units share come once. */
export function* sentencesOf(units: readonly TextUnitRow[]): Generator<DocumentSentence> {
  let next = 0;
  for (const unit of units) {
    for (let n = Math.max(0, next - unit.first_sentence); n < unit.sentence_starts.length; n++) {
      const start = unit.sentence_starts[n] ?? 0;
      const end = unit.sentence_ends[n] ?? start;
      next = unit.first_sentence + n + 1;
      yield { number: next - 1, start, end, text: unit.text.slice(start - unit.start, end - unit.start) };
    }
  }
}

/**
 * One `mention` record per text unit and key, in reading order; `result` is about their distinct sentences. A sentence that two units
 * share gives a record in each. The title is the commonest form in the document; other forms are aliases among the attributes.
 */
export function* recordMentions(units: readonly TextUnitRow[], result: MentionResult): Work<ExtractionRow[]> {
  const sentences = Array.from(sentencesOf(units), ({ number, start }) => ({ number, start }));
  const indexOfNumber = new Map(sentences.map((sentence, index) => [sentence.number, index]));
  const firstMention = firstMentions(result.sentence, sentences.length);
  const names = documentNames(result);
  const records: ExtractionRow[] = [];
  for (const [done, unit] of units.entries()) {
    const spansByKey = new Map<string, Spans>();
    for (let n = 0; n < unit.sentence_starts.length; n++) {
      const number = unit.first_sentence + n;
      const index = indexOfNumber.get(number) ?? 0;
      const origin = unit.sentence_starts[n] ?? 0;
      for (let m = firstMention[index] ?? 0; m < (firstMention[index + 1] ?? 0); m++) {
        addMention(spansByKey, result, m, number, origin);
      }
    }
    for (const [key, spans] of spansByKey) records.push(recordOf(unit, key, spans, names));
    yield { done, total: units.length };
  }
  return records;
}

/** The same at once. */
export const mentionRecords = (units: readonly TextUnitRow[], result: MentionResult): ExtractionRow[] =>
  finish(recordMentions(units, result));

interface Spans {
  readonly sentences: number[];
  readonly starts: number[];
  readonly ends: number[];
  readonly phrases: Record<PhraseKind, number>;
}

interface Name {
  readonly title: string;
  readonly type: string;
  readonly aliases: readonly string[];
}

/** Returns the index of each sentence's first mention in the result; one more entry than sentences. */
function firstMentions(sentence: Int32Array, count: number): Int32Array {
  const first = new Int32Array(count + 1);
  for (const index of sentence) first[index + 1] = (first[index + 1] ?? 0) + 1;
  for (let index = 0; index < count; index++) first[index + 1] = (first[index + 1] ?? 0) + (first[index] ?? 0);
  return first;
}

function addMention(byKey: Map<string, Spans>, result: MentionResult, m: number, number: number, origin: number): void {
  const title = result.titles[result.title[m] ?? 0];
  if (!title) return;
  let spans = byKey.get(title.key);
  if (!spans) {
    spans = { sentences: [], starts: [], ends: [], phrases: { proper: 0, compound: 0, common: 0 } };
    byKey.set(title.key, spans);
  }
  spans.sentences.push(number);
  spans.starts.push(origin + (result.start[m] ?? 0));
  spans.ends.push(origin + (result.end[m] ?? 0));
  spans.phrases[title.phrase]++;
}

interface Form {
  readonly title: string;
  type: string;
  mentions: number;
}

/** Per key the commonest surface form and type in the document; ties go to the form met first. */
function documentNames(result: MentionResult): ReadonlyMap<string, Name> {
  const counts = new Int32Array(result.titles.length);
  for (const title of result.title) counts[title] = (counts[title] ?? 0) + 1;
  const byKey = new Map<string, Map<string, Form>>();
  for (const [n, { title, key, type }] of result.titles.entries()) {
    const forms = byKey.get(key) ?? new Map<string, Form>();
    const form = forms.get(title) ?? { title, type: 'concept', mentions: 0 };
    form.mentions += counts[n] ?? 0;
    if (form.type === 'concept' && type !== '') form.type = type;
    byKey.set(key, forms.set(title, form));
  }
  return new Map(Array.from(byKey, ([key, forms]) => [key, nameOf([...forms.values()])]));
}

function nameOf(forms: readonly Form[]): Name {
  const sorted = forms.length > 1 ? [...forms].sort(byUse) : forms;
  const type = sorted.find((form) => form.type !== 'concept')?.type ?? 'concept';
  const first = sorted[0]?.title ?? '';
  const title = type === 'person' && isShouted(first) ? capitalised(first) : first;
  const others = sorted.map((form) => form.title).filter((other) => other !== title);
  return { title, type, aliases: others.slice(0, 8) };
}

/** Forms in small letters before those in capitals, common ones before rare ones. */
const byUse = (a: Form, b: Form): number =>
  Number(isShouted(a.title)) - Number(isShouted(b.title)) || b.mentions - a.mentions;

/** Only capitals, and too long for an acronym or with a space. */
const isShouted = (title: string): boolean => /\p{Lu}{4}|\p{Lu}{2,} \p{Lu}{2}/u.test(title) && !/\p{Ll}/u.test(title);

const capitalised = (title: string): string =>
  title.replace(/(\p{Lu})(\p{Lu}+)/gu, (_word, head: string, rest: string) => head + rest.toLowerCase());

function recordOf(unit: TextUnitRow, key: string, spans: Spans, names: ReadonlyMap<string, Name>): ExtractionRow {
  const name = names.get(key) ?? { title: key, type: 'concept', aliases: [] };
  return {
    document_id: unit.document_id,
    text_unit_id: unit.id,
    layer: NO_MODEL,
    kind: 'mention',
    key,
    title: name.title,
    target_key: null,
    target: null,
    type: name.type === 'concept' ? '' : name.type,
    description: '',
    weight: 1,
    sentences: spans.sentences,
    starts: spans.starts,
    ends: spans.ends,
    attributes: mentionAttributes(
      phraseKindOf((kind) => spans.phrases[kind]),
      name.aliases,
    ),
  };
}

/** Attributes of a record that have no column. */
interface EntityAttributes {
  readonly phrase?: PhraseKind;
  readonly aliases?: readonly string[];
  /** Themes of a relationship. */
  readonly keywords?: readonly string[];
  /** The id that another program gave what the record states. */
  readonly id?: string;
}

const phraseKinds: readonly PhraseKind[] = ['proper', 'compound', 'common'];
const plain = new Map(phraseKinds.map((phrase) => [JSON.stringify({ phrase }), { phrase }]));
const none: EntityAttributes = {};

const isPhrase = (value: unknown): value is PhraseKind => phraseKinds.some((kind) => kind === value);

/** The kind of most mentions of a key. At least half of them make a name; else phrases win over nouns. */
export function phraseKindOf(count: (kind: PhraseKind) => number): PhraseKind {
  const [proper, compound, common] = [count('proper'), count('compound'), count('common')];
  if (proper > 0 && proper >= compound + common) return 'proper';
  return compound >= common ? 'compound' : 'common';
}

/** The `attributes` column of a mention. */
export function mentionAttributes(phrase: PhraseKind, aliases: readonly string[]): string {
  return JSON.stringify(aliases.length > 0 ? { phrase, aliases } : { phrase });
}

/** Parses the `attributes` column of a mention or entity; what is not as expected is left out, never an error. */
export function attributesOf(row: Pick<ExtractionRow, 'attributes'>): EntityAttributes {
  if (row.attributes === '{}') return none;
  return plain.get(row.attributes) ?? parseAttributes(row.attributes);
}

/** The kind of phrase of a mention; undefined for records without one. */
export function phraseOf(row: Pick<ExtractionRow, 'attributes'>): PhraseKind | undefined {
  return attributesOf(row).phrase;
}

function parseAttributes(json: string): EntityAttributes {
  const value: unknown = parse(json);
  if (typeof value !== 'object' || value === null) return none;
  const phrase = 'phrase' in value && isPhrase(value.phrase) ? { phrase: value.phrase } : {};
  const aliases = 'aliases' in value && Array.isArray(value.aliases) ? { aliases: textsIn(value.aliases) } : {};
  const keywords = 'keywords' in value && Array.isArray(value.keywords) ? { keywords: textsIn(value.keywords) } : {};
  const id = 'id' in value && typeof value.id === 'string' ? { id: value.id } : {};
  return { ...phrase, ...aliases, ...keywords, ...id };
}

const textsIn = (values: readonly unknown[]): readonly string[] =>
  values.filter((one): one is string => typeof one === 'string');

/** Parses imported JSON, which may be anything: invalid JSON counts as nothing. */
function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
