import { joinSentences } from '../../text/join-sentences';
import { joinTitles } from '../../text/join-titles';
import type { Finding } from '../../tables/schema';
import type { RelationshipRow, Span } from '../../tables/tables';
import { sentenceChooser, type Chooser, type SentenceVectors } from './select-sentences';
import { oneLine } from '../../text/clip';
import { splitSentences } from '../../text/sentences';
import type { ReportContext, ReportParameters } from './report-context';
import { byStrength } from './strongest-relationships';
import type { ReportTables } from '../context/report-tables';
import { pointsBack } from '../context/sentence-pool';

interface ComposedReport {
  readonly title: string;
  readonly summary: string;
  readonly findings: readonly Finding[];
  readonly summarySources: readonly (readonly Span[])[];
  readonly findingSources: readonly (readonly Span[])[];
  readonly method: 'extractive' | 'curated';
}

interface Composing {
  readonly tables: ReportTables;
  readonly vectors: SentenceVectors;
  readonly parameters: ReportParameters;
}

interface Draft {
  readonly headline: string;
  readonly sentences: readonly number[];
}

const NAMED = 3;
/** Weight of a sentence that refers back to another one. */
const POINTING_BACK = 0.7;
/** Similarity from which a sentence belongs to a finding. */
const BELONGS = 0.12;

/** Composes a report of sentences from the documents and of descriptions by a person. */
export function composeReport(context: ReportContext, composing: Composing): ComposedReport {
  const { tables, vectors, parameters } = composing;
  const { candidates } = context;
  const { text, span } = tables.pool;
  const factor = (sentence: number): number => (pointsBack(text(sentence)) ? POINTING_BACK : 1);
  const chooser = sentenceChooser(candidates, vectors, factor);
  const summary = take(chooser, summaryLength(candidates.length, parameters.summary_sentences));
  const curated = parameters.use_descriptions ? byStrength(context.relationships.filter(isCurated), tables.entity) : [];
  const drafts =
    curated.length > 0
      ? describedFindings(curated, tables, parameters.max_findings)
      : extractedFindings(chooser, summary, tables, parameters.max_findings);
  return {
    title: context.row.title,
    summary: joinSentences(summary.map(text).map(oneLine)) || plainSummary(context),
    findings: drafts.map(({ headline: words, sentences }) => ({
      explanation: joinSentences(sentences.map(text).map(oneLine)),
      summary: words,
    })),
    summarySources: summary.length > 0 ? summary.map((sentence) => [span(sentence)]) : [[]],
    findingSources: drafts.map(({ sentences }) => sentences.map(span)),
    method: curated.length > 0 ? 'curated' : 'extractive',
  };
}

/** The length of the summary. Of few sentences half are left for findings. */
function summaryLength(candidates: number, most: number): number {
  return Math.min(most, Math.max(1, Math.floor(candidates / 2)));
}

function take(chooser: Chooser, count: number): readonly number[] {
  const taken: number[] = [];
  while (taken.length < count) {
    const sentence = chooser.next();
    if (sentence === undefined) break;
    taken.push(sentence);
  }
  return taken;
}

/** Makes a finding of each sentence that is new, with up to two similar ones in reading order. */
function extractedFindings(
  chooser: Chooser,
  summary: readonly number[],
  tables: ReportTables,
  most: number,
): readonly Draft[] {
  const seeds = take(chooser, most);
  const chosen = seeds.length > 0 ? seeds : summary.slice(0, 1);
  const words = chosen.map((seed) => headline(tables.pool.text(seed)));
  const fresh = chosen.flatMap((seed, i) =>
    words.indexOf(words[i] ?? '') === i ? { seed, headline: words[i] ?? '' } : [],
  );
  return fresh.map(({ seed, headline: head }) => ({
    headline: head,
    sentences: [seed, ...chooser.like(seed, 2, BELONGS)].sort((a, b) => a - b),
  }));
}

const isCurated = (row: RelationshipRow): boolean => row.method === 'curated' && row.description !== '';

/** Makes a finding of each described relationship, strongest first, with the sentences that support it. */
function describedFindings(
  relationships: readonly RelationshipRow[],
  tables: ReportTables,
  most: number,
): readonly Draft[] {
  const drafts: Draft[] = [];
  const headlines = new Set<string>();
  const shown = new Set<number>();
  for (const row of relationships) {
    if (drafts.length >= most) break;
    const sentences = tables.evidence(row).slice(0, 3);
    const words = headline(firstSentence(row.description));
    const fresh = sentences.filter((sentence) => !shown.has(sentence));
    if (fresh.length === 0 || headlines.has(words)) continue;
    headlines.add(words);
    for (const sentence of fresh) shown.add(sentence);
    drafts.push({ headline: words, sentences: fresh.toSorted((a, b) => a - b) });
  }
  return drafts;
}

/** Returns the first sentence of a description, which joins those of several passages; one is enough for a heading. */
function firstSentence(description: string): string {
  return description.slice(0, splitSentences(description, 'en').ends[0]);
}

function plainSummary({ members }: ReportContext): string {
  return `${joinTitles(
    members()
      .slice(0, NAMED)
      .map(({ title }) => title),
  )} appear together.`;
}

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const LIMIT = 90;
const UNSPACED_LIMIT = 36;
/** List markers at the start. */
const MARKS = /^(?:\(?\d{1,3}[.)]\s+|[-*+•▪◦‣–—#]+\s+)+/u;
const LEAD = /^(?:[\s.,;:!?…·-]+|(?:and|but|so|then|however|therefore|moreover|also)\b[,\s]*)+/iu;

/** Share of the limit below which a clause is too short. */
const LEAST_CLAUSE = 0.4;

/** Shortens a sentence to a headline: its first clause if that has a verb, or else its words up to the limit. */
export function headline(sentence: string): string {
  const plain = oneLine(sentence);
  const text = withoutOrphans(capitalised(plain.replace(MARKS, '').replace(LEAD, ''))) || plain;
  const limit = UNSPACED.test(text) ? UNSPACED_LIMIT : LIMIT;
  if (text.length <= limit + 1) return withoutStop(text);
  const head = text.slice(0, limit);
  const clause = Math.max(...[...head.matchAll(/[,;:—–，；：、](?=\s|\P{ASCII})/gu)].map(({ index }) => index), -1);
  const first = head.slice(0, Math.max(0, clause));
  if (clause > limit * LEAST_CLAUSE && standsAlone(first)) return withoutOrphans(first.trimEnd());
  const space = head.lastIndexOf(' ');
  return `${detachedEnd(withoutOrphans(space > limit * 0.5 ? head.slice(0, space) : head))}…`;
}

const VERB =
  /\b(?:is|are|was|were|am|be|been|has|have|had|do|does|did|can|could|may|might|must|shall|should|will|would|said|says|went|gave|made|came|took|held|lay|lies|fell|rose|stood|wrote|found|knew|saw|ran|began|led|kept|sent|bought|sold|built|grew|paid|put|set|let|told|left|lost|met|won|spoke|brought|thought|became|\p{L}{2,}ed)\b/u;
const OPENS_SUBORDINATE =
  /^(?:if|when|while|although|though|because|since|after|before|unless|until|as|whereas|where|once|having|being|\p{L}+ing)\b/iu;

/** Checks that a clause can stand alone: it has a verb and does not begin like a subordinate clause. */
function standsAlone(clause: string): boolean {
  if (UNSPACED.test(clause)) return true;
  return VERB.test(clause) && !OPENS_SUBORDINATE.test(clause);
}

const PAIRS = [
  ['“', '”'],
  ['«', '»'],
  ['(', ')'],
  ['「', '」'],
] as const;

/** Removes quotation marks and brackets without a partner. */
function withoutOrphans(text: string): string {
  const straight = (text.match(/"/g)?.length ?? 0) % 2 === 1 ? removeLast(text, '"') : text;
  return PAIRS.reduce((kept, [open, close]) => {
    const opened = kept.split(open).length;
    const closed = kept.split(close).length;
    if (opened === closed) return kept;
    return removeLast(kept, opened > closed ? open : close);
  }, straight);
}

function removeLast(text: string, mark: string): string {
  const at = text.lastIndexOf(mark);
  return (text.slice(0, at) + text.slice(at + mark.length)).trim();
}

const withoutStop = (text: string): string => text.replace(/[.。\s]+$/u, '');

const capitalised = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** Removes half a character or punctuation at the end. */
const detachedEnd = (text: string): string =>
  text.replace(/[\uD800-\uDBFF]$/, '').replace(/[,;:，；：、\s\p{Pd}]+$/u, '');
