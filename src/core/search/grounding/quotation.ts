import type { Reading, Word } from './words';

/** Words of a quotation at the least; shorter ones stand anywhere by chance. Two characters of a script without spaces are a word. */
const LEAST_WORDS = 3;
const SPEECH = /["“”„‟«»‹›「」『』]/u;
const ASKS = /[?？][\s"”’»」』)）*_]*$/u;
/** Marks behind which a clause of a document is independent; a point may belong to an abbreviation. */
const STRONG = /[;；。!！?？]/u;
/** Marks at which a sentence may be put together of several quotations. */
const JOINS = /[;；.。!！?？…]/u;
/** Words of a label in front of a colon at the most: "Founding: The bank was …". */
const LONGEST_LABEL = 6;

interface Form {
  readonly words: readonly Word[];
  /** Keys of the words, each between spaces. */
  readonly line: string;
}

/** A premise, ready to be looked through for a sentence's words. */
export interface Quotable {
  /** Premise as written, and without the text in brackets; none for a question, which no statement quotes. */
  readonly forms: readonly Form[];
  readonly marks: readonly string[];
  /** True for somebody's speech, of which a part alone may not be the document's own opinion. */
  readonly isSpeech: boolean;
}

const lineOf = (words: readonly Word[]): string => ` ${words.map(({ key }) => key).join(' ')} `;

/** Makes a premise ready; once for all sentences. */
export function quotable({ text, words, marks }: Reading): Quotable {
  const whole = { words, line: lineOf(words) };
  const bare = words.filter(({ bracket }) => bracket === 0);
  const isTurned = words.some(({ bracket, turn }) => bracket !== 0 && turn !== null);
  const forms = bare.length === words.length || isTurned ? [whole] : [whole, { words: bare, line: lineOf(bare) }];
  return { forms: ASKS.test(text) ? [] : forms, marks, isSpeech: SPEECH.test(text) };
}

/**
 * The premises that a sentence quotes: all its words stand there in their order. Left out may be words in brackets, and
 * clauses at the border that have no negation or condition: behind any mark, but in front of a strong one alone, since
 * "If it rains," and "According to him," change the rest. Several quotations may be joined by a strong mark, and a
 * label may stand before a colon. Null where it has anything else. Case, quotes and other marks do not count. Linear in
 * the premises.
 */
export function quotedPremises({ words, marks }: Reading, premises: readonly Quotable[]): readonly number[] | null {
  if (sizeOf(words) < LEAST_WORDS) return null;
  const whole = quoting(words, premises);
  if (whole !== null) return [whole];
  const unlabelled = withoutLabel(words, marks);
  const parts = partsOf(unlabelled, marks);
  if (parts.length === 1 && unlabelled === words) return null;
  const found: number[] = [];
  for (const part of parts) {
    const at = sizeOf(part) < LEAST_WORDS ? null : quoting(part, premises);
    if (at === null) return null;
    if (!found.includes(at)) found.push(at);
  }
  return found;
}

const sizeOf = (words: readonly Word[]): number =>
  words.reduce((sum, { kind }) => sum + (kind === 'character' ? 0.5 : kind === 'sign' ? 0 : 1), 0);

/** The premise that is exactly these words, else the first one of which they are a part; null for none. */
function quoting(words: readonly Word[], premises: readonly Quotable[]): number | null {
  const line = lineOf(words);
  let part: number | null = null;
  for (const [at, { forms, marks, isSpeech }] of premises.entries()) {
    for (const form of forms) {
      const start = form.line.indexOf(line);
      if (start < 0) continue;
      if (form.line.length === line.length) return at;
      if (part === null && !isSpeech && isHarmless(form, start, words.length, marks)) part = at;
    }
  }
  return part;
}

/** Checks that the words cut off before and after a run of words do not change its meaning. */
function isHarmless({ words, line }: Form, start: number, count: number, marks: readonly string[]): boolean {
  const from = line.slice(0, start).split(' ').length - 1;
  const to = from + count;
  const [front, behind] = [markAt(words, from, marks), markAt(words, to, marks)];
  const isNumbering = from === 1 && words[0]?.kind === 'number';
  if (front === null || behind === null || (front !== '' && !STRONG.test(front) && !isNumbering)) return false;
  const isTurned = (cut: readonly Word[], mark: string): boolean =>
    cut.some(({ turn }) => turn === 'condition' || (turn === 'negation' && !STRONG.test(mark)));
  return !isTurned(words.slice(0, from), front) && !isTurned(words.slice(to), behind);
}

/** The mark between a word and the one before it: empty at the ends of the sentence, null where none is or a bracket is open. */
function markAt(words: readonly Word[], at: number, marks: readonly string[]): string | null {
  const [left, right] = [words[at - 1], words[at]];
  if (!left || !right) return '';
  if (left.clause === right.clause || left.bracket !== 0 || right.bracket !== 0) return null;
  return marks[right.clause - 1] ?? null;
}

function withoutLabel(words: readonly Word[], marks: readonly string[]): readonly Word[] {
  const colon = marks.findIndex((mark) => /[:：]/u.test(mark));
  const label = colon < 0 ? [] : words.filter(({ clause }) => clause <= colon);
  const isPlain = label.every(({ kind, turn }) => kind !== 'number' && turn === null);
  return label.length > 0 && label.length <= LONGEST_LABEL && isPlain ? words.slice(label.length) : words;
}

/** Runs of words between strong marks and ellipses. */
function partsOf(words: readonly Word[], marks: readonly string[]): readonly (readonly Word[])[] {
  const parts: Word[][] = [];
  words.forEach((word, at) => {
    const mark = at === 0 ? '.' : (markAt(words, at, marks) ?? '');
    if (JOINS.test(mark)) parts.push([]);
    parts.at(-1)?.push(word);
  });
  return parts;
}
