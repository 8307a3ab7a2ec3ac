import { citedNumbers } from '../../text/cited-numbers';
import type { ContextDataset } from '../context/context';
import type { PlacedHint } from './answer-stream';

/** How models call the tables of a prompt, by the beginnings of words. */
const BEGINNINGS: Readonly<Record<ContextDataset, string>> = {
  Reports: 'report community bericht rapport informe 报告',
  Entities: 'entit 实体',
  Relationships: 'relation 关系',
  Claims: 'claim covariate',
  Sources: 'source document docs passage text reference citation quelle fuente fonte 来源 文档 资料 原文',
};

/** The whole words by which a reference without "Data:" may begin. */
export const TABLE_WORDS = [
  ...[
    'source',
    'report',
    'relationship',
    'claim',
    'document',
    'passage',
    'reference',
    'quelle',
    'fuente',
    'doc',
    'ref',
  ],
  ...['sources', 'reports', 'relationships', 'claims', 'documents', 'passages', 'references', 'quellen', 'fuentes'],
  ...['entity', 'entities', 'docs', 'refs', '来源', '文档', '资料', '报告', '实体', '关系'],
];

/** The table that a word of a reference means; null for none that a prompt has. */
export function tableOf(word: string): ContextDataset | null {
  const lower = word.toLowerCase();
  for (const [dataset, beginnings] of Object.entries(BEGINNINGS)) {
    if (beginnings.split(' ').some((beginning) => lower.startsWith(beginning))) return dataset as ContextDataset;
  }
  return null;
}

/** A reference as it stands in a model's text. */
export interface Mark {
  /** Offset after it. */
  readonly end: number;
  readonly hints: readonly Omit<PlacedHint, 'at'>[];
  /** Whether it marks the model's own knowledge. */
  readonly isGeneral: boolean;
}

/** How a mark in an answer is read. */
export interface MarkOptions {
  /** The table that a bare `[1]` means. */
  readonly bare: ContextDataset;
  /** Whether no more text will come. */
  readonly ended: boolean;
}

const CLOSERS: Readonly<Record<string, string>> = { '[': ']', '【': '】', '［': '］', '(': ')', '（': '）' };
/** Longest reference that is waited for, in UTF-16 code units. */
const LONGEST = 300;
const LEADS = ['data', 'llm', 'see', 'general', '数据', ...TABLE_WORDS];

const NUMBERS = String.raw`\d{1,6}(?:\s*(?:[,;，、&–-]|and)\s*(?:\d{1,6}|\+?\s*more))*`;
const TABLE = `(?:${[...TABLE_WORDS].sort((a, b) => b.length - a.length).join('|')})`;
const NAMED = String.raw`${TABLE}\s*[:：#(（]?\s*(?:ids?\s*|no\.?\s*)?${NUMBERS}\s*[)）]?`;
const DATA = /^\s*(?:data|数据)\s*[:：]/iu;
const STARTS_NAMED = new RegExp(String.raw`^\s*(?:see\s+)?${NAMED}`, 'iu');
const ALL_NAMED = new RegExp(
  String.raw`^\s*(?:see\s+)?(?:${TABLE}\s*[:：]\s*)?${NAMED}(?:\s*[,;，；、&]?\s*(?:and\s+)?${NAMED})*\s*$`,
  'iu',
);
/** What of a reference that was never closed is one for certain. */
const UNCLOSED = new RegExp(
  String.raw`^\s*(?:(?:data|数据)\s*[:：]\s*)?${NAMED}(?:\s*[,;，；]?\s*${NAMED})*(?:\s*[)\]）])?`,
  'iu',
);
const BARE = /^\s*\^?\d{1,3}(?:\s*[,;，、–-]\s*\^?\d{1,3})*\s*$/u;
/** A bare number with the first letter of a table before it, or one so long that it is no year. */
const LETTERED = /^\s*(?:[SREC]\d{1,6}|\d{5,6})(?:\s*[,;，、–-]\s*[SREC]?\d{1,6})*\s*$/u;
const LETTERS: Readonly<Record<string, ContextDataset>> = { S: 'Sources', R: 'Reports', E: 'Entities', C: 'Claims' };
const DAGGER = /^\s*(\d{1,3})(?::\d{1,3})?\s*†/u;
const GENERAL = /^\s*(?:llm\b|(?:data\s*[:：]\s*)?general knowledge\b)/iu;

/**
 * The reference that opens at an offset: `[Data: Sources (1, 2); Reports (3, +more)]`, `[Sources: 1]`, `(Source 3)`, `[1]`, `[S1]`, `【1†source】`,
 * `[LLM: verify]`, also full-width and broken off. Null when there is none, `open` when more text has to come to tell.
 */
export function markAt(text: string, at: number, options: MarkOptions): Mark | 'open' | null {
  const opener = text[at] ?? '';
  const closer = CLOSERS[opener];
  if (closer === undefined || text[at - 1] === '!') return null;
  const isRound = closer === ')' || closer === '）';
  const content = text.slice(at + 1, at + 1 + LONGEST);
  if (!couldBegin(content, isRound)) return null;
  const length = lengthInside(content, opener, closer);
  if (length >= 0) {
    const end = at + length + 2;
    if (!isRound && isBare(content.slice(0, length))) {
      if (end >= text.length && !options.ended) return 'open';
      if (text[end] === '(' || text[end] === ':') return null;
    }
    return closedMark(content.slice(0, length), end, isRound, options.bare);
  }
  if (content.includes('\n') || content.length === LONGEST) return unclosedMark(content, at + 1, options.bare);
  return options.ended ? brokenMark(content, at + 1, isRound, options.bare) : 'open';
}

const isBare = (content: string): boolean => BARE.test(content) || LETTERED.test(content);

/** Whether a content may become a reference, as far as it has come. */
function couldBegin(content: string, isRound: boolean): boolean {
  const [lead = '', word = ''] = /^\s*\^?(\p{L}*)/u.exec(content) ?? [];
  const after = content.slice(lead.length);
  if (word === '') return after === '' ? !content.includes('\n') : !isRound && /^\d/u.test(after);
  if (!isRound && /^[SREC]$/u.test(word) && /^\d/u.test(after)) return true;
  const lower = word.toLowerCase();
  return after === '' ? LEADS.some((one) => one.startsWith(lower)) : LEADS.includes(lower);
}

/** Length up to the bracket that closes; -1 when it does not within the line. */
function lengthInside(content: string, opener: string, closer: string): number {
  let depth = 1;
  for (let at = 0; at < content.length; at++) {
    const sign = content[at];
    if (sign === '\n') return -1;
    if (sign === opener) depth += 1;
    else if (sign === closer) depth -= 1;
    if (depth === 0) return at;
  }
  return -1;
}

function closedMark(content: string, end: number, isRound: boolean, bare: ContextDataset): Mark | null {
  if (GENERAL.test(content)) return { end, hints: [], isGeneral: true };
  const dagger = isRound ? null : DAGGER.exec(content);
  if (dagger) return { end, hints: [{ dataset: 'Sources', number: Number(dagger[1]) }], isGeneral: false };
  if (!isRound && LETTERED.test(content)) return { end, hints: letteredHints(content, bare), isGeneral: false };
  const isData = DATA.test(content) && (!isRound || /\d|general knowledge/iu.test(content));
  const isNamed = (isRound ? ALL_NAMED : STARTS_NAMED).test(content);
  if (!isData && !isNamed && (isRound || !BARE.test(content))) return null;
  return { end, hints: hintsIn(content, bare), isGeneral: isData && /general knowledge/iu.test(content) };
}

const letteredHints = (content: string, bare: ContextDataset): Mark['hints'] =>
  [...content.matchAll(/([SREC])?(\d+)/gu)].map(([, letter, number]) => ({
    dataset: (letter && LETTERS[letter]) || bare,
    number: Number(number),
  }));

function unclosedMark(content: string, from: number, bare: ContextDataset): Mark | null {
  const [found] = UNCLOSED.exec(content) ?? [];
  return found === undefined
    ? null
    : { end: from + found.trimEnd().length, hints: hintsIn(found, bare), isGeneral: false };
}

/** A last number may have lost digits, so it counts only with a sign after it. */
function brokenMark(content: string, from: number, isRound: boolean, bare: ContextDataset): Mark | null {
  if (isRound && !DATA.test(content) && !STARTS_NAMED.test(content)) return null;
  return {
    end: from + content.length,
    hints: hintsIn(content.replace(/[\d–-]+$/u, ''), bare),
    isGeneral: GENERAL.test(content),
  };
}

function hintsIn(content: string, bare: ContextDataset): Mark['hints'] {
  return citedNumbers(content.replace(DATA, ' ')).map(({ word, number }) => ({
    dataset: word === null ? bare : tableOf(word),
    number,
  }));
}
