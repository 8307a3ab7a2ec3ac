import { inEnglish, isMessage } from '../../core/message';
import type { Answer, AnswerSentence } from '../../core/search/answer/answer';
import type { Citation } from '../../core/search/evidence/evidence';
import { escapeMarkdownLine } from '../../core/text/escape-markdown';
import { evidenceMarkdown } from '../evidence/evidence-export';
import { modeName, sentenceSign, unreadWords, notFoundWords } from '../words/answers';
import { answerLabel } from '../words/methods';
import { INLINE_LITERAL, markdownBlocks } from '../../core/search/answer/answer-units';
import type { CollectionView } from '../../core/engine/collections/collection-view';
import type { ShownTurn } from './turns';
import { visibleSigns } from '../../core/text/visible-signs';
import { language } from '../words/language.svelte';
import { answersWords } from '../words/screens/answers-words';
import { messageText, partWords } from '../words/messages';

/** A question with its answer, as it is exported. */
interface ExportedAnswer {
  readonly question: string;
  readonly answer: Answer;
  /** The chosen documents in words; empty when all were asked. */
  readonly scope: string;
}

/** The answer as Markdown; every citation is a footnote with quote, document and page. */
export function answerMarkdown(question: string, answer: Answer, scope = ''): string {
  return `${turnMarkdown({ question, answer, scope }, '')}\n`;
}

/** A whole conversation as Markdown, each answer with its own footnotes. */
export function conversationMarkdown(title: string, turns: readonly ExportedAnswer[]): string {
  const parts = turns.map((turn, at) => turnMarkdown(turn, `${String(at + 1)}-`));
  return `# ${escapeMarkdownLine(title)}\n\n${parts.join('\n\n')}\n`;
}

/** Words of deleted documents are not in an answer any more. */
const EVERYTHING = { has: () => true };

/** One question with its answer as Markdown; `prefix` keeps its footnotes unique in a file. */
export function turnMarkdown({ question, answer, scope }: ExportedAnswer, prefix: string): string {
  const mark = (number: number): string => `[^${prefix}${String(number)}]`;
  if (answer.text === undefined) {
    const evidence = evidenceMarkdown(question, answer.evidence, EVERYTHING, prefix).trim();
    return [evidence, aboutOf(answer, scope)].join('\n\n');
  }
  const body = addFootnotes(answer, mark).trim();
  const notes = answer.citations.map((citation) => footnote(citation, mark)).join('\n');
  const lead = answer.lead === undefined ? '' : `*${escapeMarkdownLine(messageText(answer.lead))}*`;
  return [`## ${escapeMarkdownLine(question)}`, lead, body, aboutOf(answer, scope), notes].filter(Boolean).join('\n\n');
}

function aboutOf(answer: Answer, scope: string): string {
  const { mode, stopped, notFound, trace } = answer;
  const early = unreadWords(answer);
  const words = answersWords().exported;
  const parts = [
    answerLabel(answer),
    language.words.ask.modes.search(modeName(mode)),
    ...(notFound ? [trace.tests?.untested ? notFoundWords([], { tests: trace.tests }) : words.notFound] : []),
    ...(stopped ? [words.stopped] : []),
    ...(scope ? [words.scope(escapeMarkdownLine(scope))] : []),
    ...(early ? [early] : []),
  ];
  return `*${parts.join(' · ')}*`;
}

function footnote({ target, passages, number }: Citation, mark: (number: number) => string): string {
  const from =
    target.kind === 'passage'
      ? ''
      : `${language.words.shared.kinds[target.kind]} “${escapeMarkdownLine(target.title)}”; `;
  const kept = passages.filter((passage) => passage.quote !== '');
  if (kept.length === 0) return `${mark(number)}: ${answersWords().exported.deleted}`;
  const places = kept.map((passage) => {
    const page = passage.page === null ? '' : `, ${partWords(passage.page, language.words.shared.page)}`;
    return `“${escapeMarkdownLine(passage.quote)}” (${escapeMarkdownLine(passage.documentTitle)}${page})`;
  });
  return `${mark(number)}: ${from}${places.join('; ')}`;
}

interface Insertion {
  readonly at: number;
  readonly words: string;
}

/** Markup that would load an image, lead elsewhere, or be read as a footnote of the model's own. */
const ACTIVE = /(\\*)(!\[|\[\^|\](?=[([:])|<(?=[\p{L}/!?]))/gu;

/** Addresses that a program makes links of by itself. */
const ADDRESS =
  /(?:\b[a-z][a-z\d+.-]{1,31}:\/\/|\bwww\.|\bmailto:)[^\s<>|`]*[^\s<>|`.,:;!?"'*_~)\]]|(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,9}/giu;

/**
 * Renders a model's text, with footnote marks and doubts after its sentences. Nothing in it loads, is markup or leads
 * anywhere: an address is code.
 */
export function addFootnotes({ text = '', sentences }: Answer, mark: (number: number) => string): string {
  const code = literalRanges(text);
  const addresses = addressRanges(text, code);
  const literal = [...code, ...addresses];
  const insertions = [
    ...addresses.map(({ end }) => ({ at: end, words: '`' })),
    ...marksOf(text, sentences, literal, mark),
    ...escapesOf(text, literal),
    ...addresses.map(({ start }) => ({ at: start, words: '`' })),
  ];
  let written = '';
  let from = 0;
  for (const { at, words } of insertions.sort((a, b) => a.at - b.at)) {
    written += text.slice(from, at) + words;
    from = at;
  }
  return visibleSigns(written + text.slice(from));
}

function marksOf(
  text: string,
  sentences: readonly AnswerSentence[],
  literal: readonly LiteralRange[],
  mark: (number: number) => string,
): readonly Insertion[] {
  return sentences.flatMap((sentence) => {
    const { at } = sentence;
    const words = signsOf(sentence, mark);
    return at.end <= text.length && words !== '' ? [placed(text, at.end, words, literal)] : [];
  });
}

/**
 * Returns the marks behind an exported sentence: its footnotes, its verdict in words, and the nearest passage where
 * none supports it.
 */
function signsOf(sentence: AnswerSentence, mark: (number: number) => string): string {
  const { citations, nearest } = sentence;
  const sign = sentenceSign(sentence);
  const beside = nearest === undefined ? '' : `; ${answersWords().exported.nearest(mark(nearest))}`;
  return (
    citations.map(mark).join('') +
    (sign ? ` [${[sign.name.toLowerCase(), sign.why].filter(Boolean).join(': ')}${beside}]` : '')
  );
}

/** After code or maths, never in it; in a row before the bar that ends it. */
function placed(text: string, end: number, words: string, literal: readonly LiteralRange[]): Insertion {
  const within = literal.find((range) => range.start < end && (range.isBlock ? end <= range.end : end < range.end));
  if (within?.isBlock) return { at: within.end, words: `\n\n${words.trim()}\n` };
  const [bar = ''] = within ? [] : (/\s*(?<!\\)\|\s*$/u.exec(text.slice(0, end)) ?? []);
  return { at: (within?.end ?? end) - bar.length, words };
}

function escapesOf(text: string, literal: readonly LiteralRange[]): readonly Insertion[] {
  return [...text.matchAll(ACTIVE)].flatMap(({ index, 1: slashes = '' }) => {
    const at = index + slashes.length;
    const isLiteral = literal.some(({ start, end }) => start <= at && at < end);
    return isLiteral || slashes.length % 2 === 1 ? [] : [{ at, words: '\\' }];
  });
}

/** Code or maths, whose signs mean themselves. */
interface LiteralRange {
  /** UTF-16 offsets in the text. */
  readonly start: number;
  readonly end: number;
  /** True if it stands on lines of its own. */
  readonly isBlock: boolean;
}

const INLINE = new RegExp(INLINE_LITERAL, 'gu');

/** The code and the maths of Markdown in order; never throws. */
export function literalRanges(text: string): readonly LiteralRange[] {
  const blocks = markdownBlocks(text).filter(({ kind }) => kind === 'code' || kind === 'maths');
  const ranges: LiteralRange[] = [];
  let from = 0;
  for (const { start, end } of [...blocks, { start: text.length, end: text.length }]) {
    for (const found of text.slice(from, start).matchAll(INLINE)) {
      const at = from + found.index;
      ranges.push({ start: at, end: at + found[0].length, isBlock: false });
    }
    if (start < end) ranges.push({ start, end, isBlock: true });
    from = end;
  }
  return ranges;
}

/** Addresses outside of code and maths. */
function addressRanges(text: string, code: readonly LiteralRange[]): readonly LiteralRange[] {
  return [...text.matchAll(ADDRESS)].flatMap(({ index: start, 0: { length } }) => {
    const end = start + length;
    return code.some((range) => range.start < end && start < range.end) ? [] : [{ start, end, isBlock: false }];
  });
}

/**
 * A turn with all of its data as JSON: the request, the answer, the trace with its calls, and the index as it is now.
 */
export function answerJson(turn: ShownTurn, view: CollectionView | null): string {
  const { id, question, asked, request, scope, comparedWith, answer, followUps } = turn;
  const { trace, ...written } = answer;
  const titles = new Map(view?.documents.map((document) => [document.id, document.title]));
  const documents = scope.map((one) => ({ id: one, title: titles.get(one) ?? null }));
  const exported = {
    format: 'burrow-answer',
    version: 1,
    id,
    question,
    asked: asked === undefined ? null : new Date(asked).toISOString(),
    request: { ...request, documents },
    comparedWith,
    answer: written,
    followUps,
    trace,
    indexNow: view && indexFacts(view),
  };
  return `${JSON.stringify(exported, (_, value: unknown) => (isMessage(value) ? inEnglish(value) : value), 2)}\n`;
}

function indexFacts({ collection, generation, method, counts, upToDate, embeddings, model, byModel }: CollectionView) {
  return {
    collection: collection.name,
    generation,
    method,
    upToDate,
    counts,
    embeddings: embeddings && { model: embeddings.model, title: embeddings.title, rows: embeddings.rows },
    model: model && { title: model.title, phase: model.phase },
    byModel,
  };
}
