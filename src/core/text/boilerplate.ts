import { follows, labelAt } from './numbered-label';
import backMatter from './back-matter.json' with { type: 'json' };

/** Largest share of prose in a section whose heading names contents, references or a licence. */
const BACK_MATTER = 0.2;
/** Share of signs of programming among the characters of a line of code, and how many it has at least. */
const CODE_DENSITY = 0.1;
const LEAST_SIGNS = 2;
/** Share of initials, numbers and brackets among the words of a reference, and how many words it has at least. */
const REFERENCE_DENSITY = 0.25;
const REFERENCE_WORDS = 5;
/** Least letters by which a language can be detected. */
const enoughLetters = /(?:\p{L}\P{L}*){20}/u;

const fence = /^\s{0,3}(?:```|~~~)/;
/** A printed line has at most this many characters. */
const PRINTED_LINE = 200;

const leaders = /(?:\.{3,}|…{1,}|(?:[.·]\s){3,}|[·‥⋯]{3,})\s*(?:\d{1,4}|[ivxlc]{1,7})\s*$/i;
const comment = /^\s*(?:\/\/|\/\*|<!|#!|>>>)/;
const anySign = /[#{}[\]<>;=+*\\&^$@~`/()]/;
const callOrSign = /[A-Za-z0-9_]\(|\)[:,.){]*(?=;?$)|;$|[{}[\]<>;=+*\\&^$@~`/]/gu;
const row = /\t|\|.*\|/;
const initial = /^[([]?\p{Lu}\.(?:-?\p{Lu}\.)*[,;)\]]*$/u;
const citation = /\d|^[[(].*[\])]\W*$/u;
const entry = /^\s*(?:\[\d{1,4}\]|\^|\d{1,4}[.)])\s/;
const invertedName = /\p{L},\s\p{Lu}\.[\s,;&(-]/u;
const quotedString = /"[^"\n]*"/g;
const inlineCode = /`[^`\n]+`/g;
const numbering = /^[\s\d.:)(ivx-]*(?=\p{L})/iu;

const titles: ReadonlySet<string> = new Set(Object.values(backMatter).flat());

/**
 * Returns the share of prose in a text, 0 to 1 by characters: no contents, references, or code, and nothing below a
 * heading of back matter (`back-matter.json`). Rows of tables count as prose. Linear; made once per text unit.
 */
export function proseShare(text: string, headings: readonly string[] = []): number {
  let all = 0;
  let prose = 0;
  const run = contentsRun();
  for (const { line, isCode } of linesOf(text)) {
    const length = line.trim().length;
    all += length;
    const isProse = !isCode && !isContentsLine(line) && !isReference(line);
    if (isProse) prose += length;
    prose -= run.add(line.trim(), isProse);
  }
  const share = all === 0 ? 1 : prose / all;
  return headings.some(isBackMatter) ? share * BACK_MATTER : share;
}

/** A text without fenced code, lines of code and inline code; all of it where hardly a letter would be left. */
export function withoutCode(text: string): string {
  const kept: string[] = [];
  for (const { line, isCode } of linesOf(text)) if (!isCode) kept.push(line.replace(inlineCode, ' '));
  const rest = kept.join('\n');
  return enoughLetters.test(rest) ? rest : text;
}

/** Checks for a sentence that is nothing to cite: a line of contents that leads to a page, or inline code alone. */
export const isBoilerplate = (sentence: string): boolean =>
  isContentsLine(sentence) || (sentence.includes('`') && !/[\p{L}\p{N}]/u.test(sentence.replace(inlineCode, '')));

/** Checks for a single printed line that leads to a page, as in a table of contents. */
export const isContentsLine = (text: string): boolean =>
  text.length <= PRINTED_LINE && !text.includes('\n') && leaders.test(text);

/** Least lines of contents in a row, the highest page of the first one, and the most pages of a part. */
const LEAST_LINES = 4;
const FIRST_PAGE = 60;
const MOST_PAGES = 300;
const pageAtEnd = /\p{L}.*[\s.·]([0-9]{1,4})$/u;
const closed = /[.,;:!?。！？；，]$/u;

/** Finds contents without leader dots: lines in a row whose page numbers or labels rise, none of which ends as a sentence. */
function contentsRun(): { add(line: string, isProse: boolean): number } {
  let lines = 0;
  let open = 0;
  let page = 0;
  let numbers: readonly number[] | undefined;
  return {
    /** Characters, counted as prose until now, that this line shows to be contents. */
    add(line, isProse) {
      const length = isProse ? line.length : 0;
      const isTitle = line.length <= PRINTED_LINE && !closed.test(line) && !line.includes('|');
      const number = isTitle ? Number(pageAtEnd.exec(line)?.[1] ?? NaN) : NaN;
      const label = isTitle && line !== '' ? labelAt(line, 0) : undefined;
      const own = label && label.form !== '' ? label.numbers : undefined;
      const goesOn =
        (number >= page && number - page <= MOST_PAGES) || (own && numbers && follows(numbers, own)) === true;
      const isStart = number <= FIRST_PAGE || own !== undefined;
      if (lines > 0 && goesOn) lines += 1;
      else [lines, open] = [isStart ? 1 : 0, 0];
      if (lines === 0) return 0;
      page = Number.isNaN(number) ? 0 : number;
      numbers = own;
      open += length;
      if (lines < LEAST_LINES) return 0;
      const counted = open;
      open = 0;
      return counted;
    },
  };
}

/** Checks if a heading, apart from its number, is the name of back matter. */
export function isBackMatter(heading: string): boolean {
  const folded = heading.normalize('NFC').toLowerCase().trim();
  return titles.has(folded) || titles.has(folded.replace(numbering, '').replace(/[\s:.]+$/u, ''));
}

/**
 * Lines with whether they are code: fenced, dense in its signs, a comment, or indented below such a line. Fences count only
 * in pairs: a text unit may begin or end within one.
 */
function* linesOf(text: string): Generator<{ readonly line: string; readonly isCode: boolean }> {
  const lines = text.split('\n');
  const paired = !/```|~~~/.test(text) || lines.filter((line) => fence.test(line)).length % 2 === 0;
  let fenced = false;
  let before = false;
  for (const line of lines) {
    if (fence.test(line)) {
      fenced = paired && !fenced;
      yield { line, isCode: true };
      continue;
    }
    if (line.trim() === '') continue;
    before = fenced || isCodeLine(line) || (before && /^(?: {4}|\t)/.test(line));
    yield { line, isCode: before };
  }
}

function isCodeLine(line: string): boolean {
  if (!anySign.test(line)) return false;
  if (comment.test(line)) return true;
  if (row.test(line)) return false;
  const own = line.replace(inlineCode, '').replace(quotedString, '').trim();
  const signs = own.match(callOrSign)?.length ?? 0;
  return signs >= LEAST_SIGNS && signs >= CODE_DENSITY * own.replace(/\s+/g, '').length;
}

/** A line of a bibliography: dense in initials, numbers and brackets; numbered with an initial, or with a name such as "Moore, J.". */
function isReference(line: string): boolean {
  const inverted = invertedName.test(line);
  if ((!inverted && !entry.test(line)) || row.test(line)) return false;
  const words = line.trim().split(/\s+/);
  const initials = words.filter((word) => initial.test(word)).length;
  if (words.length < REFERENCE_WORDS || (!inverted && initials === 0)) return false;
  const cited = words.filter((word) => citation.test(word)).length;
  return initials + cited >= REFERENCE_DENSITY * words.length;
}
