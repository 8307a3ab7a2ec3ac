import type { ExtractionRow } from '../../../tables/tables';
import { entityKey } from '../../entity-key';
import { attributesOf, mentionAttributes } from '../../mention-records';
import { findName, withoutArticle } from './find-name';
import type { FoundEntity } from '../replies/findings';
import { foldText, significantWords } from './folded-text';
import { partialName, type NameContext } from './partial-names';
import type { Occurrence, Passage } from './passage';
import { initials, wordsOf } from '../../aliases/alias-candidates';

type Mentions = readonly ExtractionRow[];

const NO_CONTEXT: NameContext = { type: '', description: '' };

/**
 * The entity of a name that a model wrote; undefined when the passage does not have the name. A mention found without a model is reused. A
 * name in brackets after another is an alias where one abbreviates the other, else a comment.
 */
export function entityNamed(
  passage: Passage,
  mentions: Mentions,
  name: string,
  context: NameContext = NO_CONTEXT,
): FoundEntity | undefined {
  const forms = bracketedName(name);
  const whole = forms?.isAbbreviation ? undefined : nameInPassage(passage, mentions, name);
  if (whole || !forms) return whole ?? nameInPart(passage, mentions, name, context);
  const one = (form: string): FoundEntity | undefined =>
    nameInPassage(passage, mentions, form) ?? nameInPart(passage, mentions, form, context);
  const outer = one(forms.outer);
  const inner = forms.isAbbreviation ? one(forms.inner) : undefined;
  return outer && inner ? bothNames(outer, inner) : (outer ?? inner);
}

/** A name that is in the passage, or that was found there without a model. */
function nameInPassage(passage: Passage, mentions: Mentions, name: string): FoundEntity | undefined {
  const known = mentions.find(({ key }) => key === entityKey(name));
  const mentioned = known && entityOfMention(passage, known);
  if (mentioned) return mentioned;
  const occurrences = findName(passage, name);
  return occurrences.length === 0 ? undefined : entityAt(titleOf(passage, name, occurrences), occurrences);
}

function nameInPart(passage: Passage, mentions: Mentions, name: string, context: NameContext): FoundEntity | undefined {
  const found = partialName(passage, withoutArticle(name), context);
  return found && entityAt(respelled(passage, mentions, found.title), found.occurrences);
}

const entityAt = (title: string, occurrences: readonly Occurrence[]): FoundEntity => ({
  key: entityKey(title),
  title,
  type: '',
  description: '',
  occurrences,
  attributes: JSON.stringify({ phrase: /\p{Lu}|\p{Lo}/u.test(title) ? 'proper' : 'compound' }),
});

/** One entity under the longer of its two names, with the other as an alias. */
function bothNames(one: FoundEntity, other: FoundEntity): FoundEntity {
  const [main, short] = one.title.length < other.title.length ? [other, one] : [one, other];
  const { phrase = 'proper', aliases = [] } = attributesOf(main);
  const places = new Map([...main.occurrences, ...short.occurrences].map((place) => [place.start, place]));
  return {
    ...main,
    occurrences: [...places.values()].sort((a, b) => a.start - b.start),
    attributes: mentionAttributes(phrase, [...new Set([...aliases, short.title])]),
  };
}

/** A mention as an entity; undefined when none of its spans is in the passage. */
export function entityOfMention({ sentences }: Passage, mention: ExtractionRow): FoundEntity | undefined {
  const occurrences = mention.starts.flatMap((start, i): Occurrence[] => {
    const sentence = sentences.findIndex((one) => one.start <= start && start < one.end);
    return sentence < 0 ? [] : [{ sentence, start, end: mention.ends[i] ?? start }];
  });
  if (occurrences.length === 0) return undefined;
  const { key, title, type, attributes } = mention;
  return { key, title, type, description: '', occurrences, attributes };
}

/** The name as the model wrote it where the passage has it so, else as the passage first has it. */
function titleOf(passage: Passage, name: string, occurrences: readonly Occurrence[]): string {
  const { unit } = passage;
  const bare = withoutArticle(name);
  const wanted = foldText(bare).text;
  const forms = occurrences.map(({ start, end }) =>
    unit.text
      .slice(start - unit.start, end - unit.start)
      .replace(/(?<=\p{L})-\s*\n\s*(?=\p{Ll})/gu, '')
      .replace(/\s+/gu, ' '),
  );
  const same = forms.filter((form) => foldText(form).text === wanted);
  if (same.includes(bare)) return bare;
  return same[0] ?? respelled(passage, [], bare);
}

/** A name with the passage's own spelling of words in capitals. */
function respelled({ sentences }: Passage, mentions: Mentions, name: string): string {
  const wanted = new Set((name.match(WORDS) ?? []).filter(isInCapitals).map((word) => foldText(word).text));
  if (wanted.size === 0) return name;
  const forms = new Map<string, string>();
  const texts = [...mentions.map(({ title }) => title), ...sentences.map(({ text }) => text)];
  for (const word of texts.flatMap((text) => text.match(WORDS) ?? [])) {
    const folded = foldText(word).text;
    if (wanted.has(folded) && isInCapitals(forms.get(folded) ?? word)) forms.set(folded, word);
  }
  return name.replace(WORDS, (word) => (isInCapitals(word) && forms.get(foldText(word).text)) || word);
}

const WORDS = /[\p{L}\p{M}\p{N}]+/gu;
const isInCapitals = (word: string): boolean => /^\p{Lu}{2,}$/u.test(word);

/** A name with another form of it, or a comment, in brackets. */
interface BracketedName {
  readonly outer: string;
  readonly inner: string;
  /** True if one is made of the initials of the other. */
  readonly isAbbreviation: boolean;
}

const BRACKETED = /^(?<before>[^()[\]（）]*)[([（](?<inner>[^()[\]（）]+)[)\]）](?<after>[^()[\]（）]*)$/u;

/** Splits a name at its brackets; undefined for one without. */
function bracketedName(name: string): BracketedName | undefined {
  const { before = '', inner = '', after = '' } = BRACKETED.exec(name.trim())?.groups ?? {};
  const outer = `${before.trim()} ${after.trim()}`.trim();
  if (outer === '' || inner.trim() === '') return undefined;
  return { outer, inner: inner.trim(), isAbbreviation: isShort(outer, inner) || isShort(inner, outer) };
}

/** Checks if a short form is the initials of a name, with or without its small words. */
function isShort(short: string, name: string): boolean {
  const letters = foldText(short).text.replace(/[^\p{L}\p{N}]/gu, '');
  const words = wordsOf(foldText(name).text.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' '));
  const main = [...significantWords(foldText(name).text)];
  return letters.length > 1 && [words, main].some((some) => initials(some).toLowerCase() === letters);
}
