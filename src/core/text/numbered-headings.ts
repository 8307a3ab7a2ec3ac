import type { Heading } from '../tables/documents';
import { isContentsLine } from './boilerplate';
import { follows, labelAt, type NumberedLabel } from './numbered-label';

/** Facts that a reader knows of the text in which numbered lines are looked for. */
interface NumberedLines {
  /** Headings that are marked in the source. */
  readonly headings?: readonly Heading[];
  /** Numbers without a word that may count headings: all, only those with points, such as 3.2, or none. */
  readonly bare: 'all' | 'pointed' | 'none';
}

/** A line that begins with a label. */
interface Candidate {
  readonly label: NumberedLabel;
  /** Offsets of its first character, and behind its last one. */
  readonly start: number;
  readonly end: number;
  /** Behind the label: nothing, a title, or text that continues. */
  readonly rest: string;
  readonly kind: 'alone' | 'title' | 'run-in';
  /** True if there are empty lines around it. */
  readonly isApart: boolean;
  /** True if the text above ends in the middle of a sentence, as above a page number. */
  readonly breaks: boolean;
  /** Text that stands before the line, and before what comes behind its title, in characters; without other candidates. */
  readonly before: number;
  readonly after: number;
}

/** A candidate by itself. */
type Line = Omit<Candidate, 'before' | 'after' | 'breaks'>;

/** Candidates of one form whose numbers rise. */
interface Chain {
  readonly key: string;
  members: Candidate[];
  last: readonly number[];
  /** Median of the text below a member. */
  room: number;
}

/** Looked at of a line, in UTF-16 code units. */
const LOOKED = 240;
const INDENT = 60;
/** Longest title, in characters and in words. */
const LONGEST = 100;
const MOST_WORDS = 16;
/** A line that ends in no stop is a whole paragraph if it is no longer. */
const SHORT = 50;
/** A printed line that is as long may continue in the next one. */
const WRAPPED = 60;
const LEAST_CHAIN = 3;
/** Lines that are looked at as candidates: a text of more is a list. */
const MOST_CANDIDATES = 50_000;
/** Characters of text below a heading at least; a sign of Chinese or Japanese counts for three. */
const LEAST_TEXT = 60;
const WIDE = 3;
/** The same with two headings alone as evidence. */
const TEXT_OF_PAIRS = 400;
/** Share of a chain's members with text below them. */
const MOST = 0.6;
/** Share of them that may break a sentence. */
const MOST_BREAKS = 0.25;
/** A chain with so much less text than another of the same numbers is its contents. */
const CONTENTS = 0.25;
/** Chains of one form that may continue at a time. */
const OPEN = 6;
/** Reach in which a caption is looked for, and in how many members of a chain. */
const AROUND = 1500;
const LOOKED_AT = 40;
const DEEPEST = 6;

const stop = /[.!?…:;。！？：；।॥؟۔"'”’»)\]）」』*_=~-]\s*$/u;
const clauseEnd = /[.,;:!?。，；：！？、।॥؟۔]$/u;
const sentenceWithin = /[.!?।؟۔]\s+\p{L}{2}|[。！？]/u;
const wide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const upperStart = /^["'“‘«„(（《「[]?[\p{Lu}\p{Lt}\p{Lo}]/u;
const columns = /\t|\||\S {3,}\S/u;

/**
 * Finds headings that are not marked as such: lines of one form whose numbers rise, as "Article 17", "§ 12", "CHAPTER IX" or "第三条", each with text
 * below it. Contents pages, numbered lists, captions, table rows and running lines are none. Linear; returns the new headings only, in order.
 */
export function numberedHeadings(text: string, { headings = [], bare }: NumberedLines): readonly Heading[] {
  const { candidates, broken } = candidatesIn(text, bare);
  const isPointed = ({ members }: Chain): boolean => members.some(({ label }) => label.numbers.length > 1);
  const chains = headingChains(text, candidates, broken).filter(
    (chain) => bare !== 'pointed' || !chain.key.startsWith(' ') || isPointed(chain),
  );
  const levels = levelsOf(chains, headings);
  const marked = new Set(headings.map(({ start }) => start));
  const isMarked = ({ start, label }: Candidate): boolean => {
    for (let at = start; at < start + label.end; at++) if (marked.has(at)) return true;
    return false;
  };
  return chains
    .flatMap((chain) => {
      const titles = titlesBelow(text, chain);
      const level = levels.get(chain.key) ?? 1;
      return chain.members.flatMap((member, at) => {
        if (isMarked(member)) return [];
        const depth = Math.min(DEEPEST, level + member.label.numbers.length - 1);
        return [{ start: member.start, level: depth, text: headingText(text, member, titles[at]) }];
      });
    })
    .sort((a, b) => a.start - b.start);
}

function headingText(text: string, { start, end, label, kind }: Candidate, title = ''): string {
  // Only the line tells a part of the label from a sign that closes it: "Art. 5º", "CHAPTER IX."
  const words = kind === 'run-in' ? text.slice(start, start + label.end) : text.slice(start, end);
  return `${words.replace(/[\s–—-]+$/u, '')} ${title}`.replace(/\s+/gu, ' ').trim();
}

interface Candidates {
  readonly candidates: readonly Candidate[];
  /** Counts of lines within a sentence, by form, such as page numbers and running lines. */
  readonly broken: ReadonlyMap<string, Broken>;
}

/** Lines within sentences: how many, how many with a number a little above the one before, and the last number. */
interface Broken {
  readonly all: number;
  readonly rising: number;
  readonly last: number;
}

function noteBroken(broken: Map<string, Broken>, line: Pick<Candidate, 'label'>): void {
  const [number = 0] = line.label.numbers;
  const { all, rising, last } = broken.get(keyOf(line)) ?? { all: 0, rising: 0, last: -1 };
  const isRising = number >= last && number <= last + 3;
  broken.set(keyOf(line), { all: all + 1, rising: rising + (isRising ? 1 : 0), last: number });
}

function candidatesIn(text: string, bare: NumberedLines['bare']): Candidates {
  const candidates: Candidate[] = [];
  const broken = new Map<string, Broken>();
  let read = 0;
  let isBlankBefore = true;
  let hasEnded = true;
  for (let from = 0; from < text.length;) {
    const newline = text.indexOf('\n', from);
    const lineEnd = newline < 0 ? text.length : newline;
    let start = from;
    while (start < lineEnd && start - from < INDENT && isBlank(text.charCodeAt(start))) start++;
    const isEmpty = start === lineEnd;
    const isBare = isDigit(text.charCodeAt(start));
    const isLookedAt =
      !isEmpty &&
      candidates.length < MOST_CANDIDATES &&
      (!isBare || (isBlankBefore && bare !== 'none')) &&
      mayCount(text, start, lineEnd);
    const label = isLookedAt ? labelAt(text, start) : undefined;
    const line = label && readLine(text, start, lineEnd, label, isBlankBefore);
    const isFit = line && (label.form !== '' || isBareHeading(line, bare));
    if (isFit && !hasEnded && !line.isApart) noteBroken(broken, line);
    const weight = isEmpty || text.charCodeAt(start) < 0x2e80 ? 1 : WIDE;
    if (isFit && (hasEnded || line.isApart)) {
      candidates.push({ ...line, breaks: !hasEnded, before: read, after: read });
      if (line.kind === 'run-in') read += weight * (lineEnd - start - label.rest);
    } else if (!isEmpty) read += weight * (lineEnd - start);
    if (!isEmpty) {
      hasEnded = lineEnd - start <= SHORT || Boolean(isFit) || stop.test(text.slice(lineEnd - 3, lineEnd));
    }
    isBlankBefore = isEmpty;
    from = lineEnd + 1;
  }
  return { candidates, broken };
}

const isBlank = (code: number): boolean => code === 0x20 || code === 9 || code === 0xa0 || code === 0x3000;

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;

const numeral = /[\p{Nd}IVXLCDM〇零一二三四五六七八九十百千]/u;

/** Checks for a number near the start of a line: most lines need no further look. */
const mayCount = (text: string, start: number, end: number): boolean =>
  numeral.test(text.slice(start, Math.min(end, start + 32)));

/** A line as a candidate; undefined where the text behind its label excludes it. */
function readLine(
  text: string,
  start: number,
  end: number,
  label: NumberedLabel,
  isBlankBefore: boolean,
): Line | undefined {
  const restStart = Math.min(end, start + label.rest);
  const rest = text.slice(restStart, Math.min(end, restStart + LOOKED)).trimEnd();
  const isClosed = /[^\s\p{L}\p{N}]/u.test(text.slice(start + label.end, restStart));
  // "Article 17 of the Treaty" goes on with a sentence, "Article 17(2)" and "Room 3 12" with another number.
  if (/^[\p{Nd}%,;/]/u.test(rest) || /^[(（]\p{Nd}/u.test(rest) || (!isClosed && /^\p{Ll}/u.test(rest)))
    return undefined;
  if (
    /^\p{Ll}/u.test(label.form) ||
    columns.test(rest) ||
    isContentsLine(text.slice(start, Math.min(end, start + LOOKED)))
  )
    return undefined;
  const newline = text.indexOf('\n', end + 1);
  const next = text.slice(end + 1, Math.min(newline < 0 ? text.length : newline, end + 1 + INDENT));
  const isBlankAfter = /^[\s=_~*-]*$/u.test(next);
  const kind = rest === '' ? 'alone' : isTitle(rest, end - start, isBlankAfter) ? 'title' : 'run-in';
  return { label, start, end, rest, kind, isApart: isBlankBefore && isBlankAfter };
}

function isTitle(rest: string, length: number, isBlankAfter: boolean): boolean {
  const most = isBlankAfter && !clauseEnd.test(rest) ? 2 : 1;
  if (rest.length > most * LONGEST || rest.split(/\s+/u).length > most * MOST_WORDS) return false;
  if (/[。！？；]/u.test(rest) || (!isBlankAfter && length >= WRAPPED)) return false;
  return !clauseEnd.test(rest) || (rest.endsWith('.') && isBlankAfter && length <= WRAPPED + INDENT / 4);
}

/** A number alone counts a heading only if it stands apart with a title, or is a Roman number that stands apart. */
function isBareHeading({ label, kind, rest, isApart }: Line, bare: NumberedLines['bare']): boolean {
  if (bare === 'none' || !isApart) return false;
  if (bare === 'pointed' && (label.script !== 'digits' || (label.numbers.length === 1 && /\d/u.test(rest))))
    return false;
  if (kind === 'alone') return label.script === 'roman' || label.numbers.length > 1;
  return kind === 'title' && upperStart.test(rest) && /\p{L}{2}/u.test(rest) && !/[@=<>{}\\]|:\/\//u.test(rest);
}

const keyOf = ({ label }: Pick<Candidate, 'label'>): string => `${label.form} ${label.script}`;

/** Chains of candidates whose numbers rise, without those that are no headings. */
function headingChains(
  text: string,
  candidates: readonly Candidate[],
  broken: ReadonlyMap<string, Broken>,
): readonly Chain[] {
  const byKey = new Map<string, Chain[]>();
  const repeated = new Map<string, number>();
  for (const candidate of candidates) {
    const key = keyOf(candidate);
    const chains = byKey.get(key) ?? [];
    byKey.set(key, chains);
    const open = chains.slice(-OPEN).reverse();
    const { numbers } = candidate.label;
    const found =
      open.find(({ last }) => follows(last, numbers, 1)) ??
      (candidate.label.form === '' ? undefined : open.find(({ last }) => follows(last, numbers, 2)));
    if (found) {
      found.members.push(candidate);
      found.last = numbers;
    } else if (open.some(({ last }) => String(last) === String(numbers))) {
      repeated.set(key, (repeated.get(key) ?? 0) + 1);
    } else chains.push({ key, members: [candidate], last: numbers, room: 0 });
  }
  return [...byKey].flatMap(([key, chains]) => {
    const kept = withoutContents(chains.filter((chain) => hasText(text, chain)));
    const size = kept.reduce((sum, { members }) => sum + members.length, 0);
    const { all = 0, rising = 0 } = broken.get(key) ?? {};
    const isRunning = (repeated.get(key) ?? 0) > size || (2 * rising > all && rising > Math.max(1, 0.15 * size));
    return isRunning ? [] : kept.filter((chain) => chain.key.startsWith(' ') || !isCited(text, chain));
  });
}

/** Checks if a chain is long enough and has text below most of its members; notes how much. */
function hasText(text: string, chain: Chain): boolean {
  const { members } = chain;
  const [first] = members;
  if (!first) return false;
  const isBare = first.label.form === '';
  if (isBare && (first.label.numbers.some((number) => number > 1) || members.length < LEAST_CHAIN)) return false;
  if (!isSteady(members) || members.filter(({ breaks }) => breaks).length > MOST_BREAKS * members.length) return false;
  const rooms = members.map(({ after }, at) => (members[at + 1]?.before ?? after + LEAST_TEXT) - after);
  const filled = rooms.filter((room) => room >= LEAST_TEXT).length;
  const sorted = rooms.slice(0, -1).sort((a, b) => a - b);
  chain.room = sorted[sorted.length >> 1] ?? 0;
  if (members.length < LEAST_CHAIN) {
    const isPair = members.length === 2 && members.every(({ isApart, kind }) => isApart && kind !== 'run-in');
    return (
      isPair &&
      first.label.numbers[0] === 1 &&
      chain.room >= TEXT_OF_PAIRS &&
      text.length - (members[1]?.end ?? 0) >= TEXT_OF_PAIRS
    );
  }
  return filled >= MOST * members.length || isAllRunIn(chain);
}

/**
 * Checks if most lines of a chain are sentences that fill a short paragraph by themselves; notes that they are no
 * titles.
 */
function isAllRunIn(chain: Chain): boolean {
  const isSentence = ({ rest }: Candidate): boolean =>
    clauseEnd.test(rest) && rest.length * (wide.test(rest) ? WIDE : 1) >= LEAST_TEXT;
  if (chain.members.filter(isSentence).length < MOST * chain.members.length) return false;
  chain.members = chain.members.map((one) => (one.kind === 'title' ? { ...one, kind: 'run-in' } : one));
  return true;
}

/** Checks that hardly a number is left out, and none of those that may be years. */
function isSteady(members: readonly Candidate[]): boolean {
  const skips = members.filter(({ label }, at) => {
    const before = members[at - 1];
    return before !== undefined && !follows(before.label.numbers, label.numbers, 1);
  });
  const mayBeYears = (members[0]?.label.numbers[0] ?? 0) >= 1000;
  return mayBeYears ? skips.length === 0 && members.length > 4 : skips.length < (1 - MOST) * members.length;
}

/** Chains that are not the contents of another one, which has the same numbers and much more text. */
function withoutContents(chains: readonly Chain[]): readonly Chain[] {
  const most = new Map<string, number>();
  const each = (chain: Chain) => chain.members.map(({ label }) => String(label.numbers));
  for (const chain of chains) {
    for (const number of each(chain)) most.set(number, Math.max(chain.room, most.get(number) ?? 0));
  }
  return chains.filter((chain) => {
    const shared = each(chain).filter((number) => chain.room < CONTENTS * (most.get(number) ?? 0));
    return shared.length < MOST * chain.members.length;
  });
}

/**
 * Checks if the text between the members before and behind cites most members by their numbers, as it does with figures
 * and tables. An article is cited by others, and hardly ever by the one before it or by itself.
 */
function isCited(text: string, { members }: Chain): boolean {
  const every = Math.max(1, Math.ceil(members.length / LOOKED_AT));
  const looked = [...members.keys()].filter((at) => at % every === 0);
  const cited = looked.filter((at) => {
    const member = members[at];
    if (!member) return false;
    const { start, end, label } = member;
    const number = /[^\s.]+$/u.exec(text.slice(start, start + label.end))?.[0] ?? '';
    const above = text.slice(Math.max(members[at - 1]?.end ?? 0, start - AROUND), start);
    const below = text.slice(end, Math.min(members[at + 1]?.start ?? text.length, end + AROUND));
    return [above, below].some((part) => speaksOf(part, label.form, number));
  });
  return cited.length > looked.length / 2;
}

const wordBefore = /(?<![\p{L}\p{N}]|\n[^\S\n]*|^[^\S\n]*)([\p{L}§¶№])[\p{L}\p{M}]*\.?\s?$/u;

/**
 * Checks if a text has, within a line, a number behind a word with the first letter of a form: "Fig. 3" and "figures 3"
 * for "Figure 3".
 */
function speaksOf(text: string, form: string, number: string): boolean {
  const first = form.slice(0, 1).toLowerCase();
  for (let at = text.indexOf(number); at >= 0; at = text.indexOf(number, at + 1)) {
    if (/^[\p{L}\p{N}]/u.test(text.slice(at + number.length, at + number.length + 2))) continue;
    const before = wordBefore.exec(text.slice(Math.max(0, at - LONGEST / 4), at))?.[1];
    if (before?.toLowerCase() === first) return true;
  }
  return false;
}

/** Levels by form: those with fewer are higher; all below the marked headings around them. */
function levelsOf(chains: readonly Chain[], headings: readonly Heading[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { key, members } of chains) counts.set(key, (counts.get(key) ?? 0) + members.length);
  const ranked = [...counts].sort((a, b) => a[1] - b[1]).map(([key]) => key);
  return new Map(ranked.map((key, at) => [key, Math.min(DEEPEST, at + 1 + levelAbove(chains, key, headings))]));
}

/** The level of the marked headings that most often stand above lines of a form; 0 for none. */
function levelAbove(chains: readonly Chain[], key: string, headings: readonly Heading[]): number {
  const starts = chains
    .filter((chain) => chain.key === key)
    .flatMap(({ members }) => members.map(({ start }) => start));
  const above: number[] = [];
  let next = 0;
  for (const start of starts.sort((a, b) => a - b)) {
    while ((headings[next]?.start ?? Infinity) < start) next++;
    above.push(headings[next - 1]?.level ?? 0);
  }
  return above.sort((a, b) => a - b)[above.length >> 1] ?? 0;
}

/** The titles on the lines below labels that stand alone, where most of a chain have one. */
function titlesBelow(text: string, { members }: Chain): readonly (string | undefined)[] {
  const titles = members.map(({ kind, end }) => (kind === 'alone' ? titleBelow(text, end) : undefined));
  const alone = members.filter(({ kind }) => kind === 'alone').length;
  return titles.filter(Boolean).length >= MOST * alone ? titles : [];
}

/** A short line that ends in no stop, above an empty line or a numbered paragraph. */
function titleBelow(text: string, end: number): string | undefined {
  const [first = '', second = '', third = '', fourth = ''] = text.slice(end + 1, end + 1 + 2 * LOOKED).split('\n', 4);
  const [line, next] = first.trim() === '' ? [second, third] : [first, second];
  const title = line.trim();
  const isOver = next.trim() === '' || /^\s*[\p{Nd}(（]/u.test(next);
  if (!isOver || (first.trim() === '' && next === '' && fourth === '' && third !== '')) return undefined;
  const isCapitals = title === title.toUpperCase() && title.endsWith('.');
  if (title.length < 2 || title.length > LONGEST || !upperStart.test(title) || labelAt(title, 0)) return undefined;
  if (sentenceWithin.test(title)) return undefined;
  return clauseEnd.test(title) && !isCapitals ? undefined : title;
}
