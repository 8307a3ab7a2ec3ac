import { remembered } from '../memo';
import { message } from '../message';
import type { Answer, AnswerSentence } from '../search/answer/answer';
import { joinTitles } from '../text/join-titles';
import { isByNoModel } from '../provenance';
import { joined } from '../search/context/context';
import type { Citation, CommunityCard, Evidence, Passage, SummaryCard } from '../search/evidence/evidence';
import type { Trace } from '../search/trace';
import { redactTrace, mayQuote, includesDeleted, type Redaction, REMOVED_SENTENCE, marksRemoval } from './redact-trace';

/**
 * Documents whose words may be in an answer or in its trace: those that it shows or cites, and those that a model was
 * shown.
 */
export const documentsRead = remembered((answer: Answer): readonly string[] => {
  const found = new Set<string>();
  addDocuments(answer, found);
  return [...found];
});

/** Adds the document ids in a value, whatever their place in it; its texts, which may be long, are not read. */
function addDocuments(value: unknown, found: Set<string>): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, within] of Object.entries(value)) {
    const isOne = key === 'document_id' || key === 'documentId';
    const isList = key === 'documentIds' || key === 'told';
    if (isOne) found.add(String(within));
    else if (isList && Array.isArray(within)) for (const id of within) found.add(String(id));
    else addDocuments(within, found);
  }
}

/** Replaces the reason why an answer ended early. */
const ENDED = message`It broke off before its end.`;

/**
 * An answer without the words of deleted documents; the same object where nothing of it can come from them. What a model wrote while it
 * was shown one of them stays only sentence by sentence, where it is sure to rest on others.
 */
export function redactAnswer(answer: Answer, gone: Redaction): Answer {
  const { text, sentences, ending } = answer;
  const touched = hasRead(answer, gone);
  const cites = answer.citations.some(({ passages }) => passages.some((passage) => isOf(passage, gone)));
  const stays = survivingSentences(answer, gone);
  const written =
    text !== undefined && (touched || cites) ? redactSentences({ text, sentences }, (one) => !stays(one)) : undefined;
  const used = written && new Set(written.sentences.flatMap(({ citations, nearest }) => [...citations, nearest]));
  const kept: Answer = {
    ...answer,
    ...written,
    // Why it ended may quote what the model was shown.
    ...(touched && ending !== undefined && mayQuote(ending, gone, answer.method) && { ending: ENDED }),
    evidence: gone.documents.size === 0 ? answer.evidence : redactEvidence(answer.evidence, gone),
    citations: answer.citations
      .filter(({ number }) => used?.has(number) ?? true)
      .map((citation) => redactCitation(citation, gone)),
    trace: redactTrace(answer.trace, gone, { touched, model: answer.method }),
  };
  return JSON.stringify(kept) === JSON.stringify(answer) ? answer : kept;
}

const isOf = ({ document_id }: Pick<Passage, 'document_id'>, gone: Redaction): boolean =>
  gone.documents.has(document_id);

/** Checks if a model was shown any deleted document, or words made from one. */
function hasRead({ text, trace }: Answer, gone: Redaction): boolean {
  if (text !== undefined && !trace.calls && !trace.told) return gone.documents.size > 0; // nobody knows what it was shown
  return includesDeleted(gone, documentsShown(trace));
}

/** Documents whose words a model was shown for its answer. */
export function documentsShown({ calls = [], told = [], actions = [] }: Trace): readonly string[] {
  const before = calls.filter(({ purpose }) => purpose !== 'follow-ups' && purpose !== 'check'); // what was asked of an answer that stood already
  return [...new Set([...told, ...[...before, ...actions].flatMap(({ documentIds = [] }) => documentIds)])];
}

/**
 * Returns a filter for the sentences that stay: quoted or supported ones without deleted words. Each citation must be
 * of other documents, or one of them must contain the sentence.
 */
function survivingSentences({ citations }: Answer, gone: Redaction): (sentence: AnswerSentence) => boolean {
  const isSound = ({ target, passages }: Citation): boolean =>
    gone.spares(target) && !passages.some((passage) => isOf(passage, gone));
  const sound = new Map(citations.filter(isSound).map(({ number, passages }) => [number, passages]));
  /** Checks that its words stand in a document that stays, whatever else is cited for it. */
  const isQuoted = (text: string, number: number): boolean =>
    sound.get(number)?.some(({ quote }) => ` ${wordsOf(quote)} `.includes(` ${wordsOf(text)} `)) ?? false;
  return ({ verdict, citations: own, text }) =>
    (verdict === 'quoted' || verdict === 'supported') &&
    own.length > 0 &&
    (own.every((number) => sound.has(number)) || own.some((number) => isQuoted(text, number))) &&
    !gone.mentions(text);
}

const wordsOf = (text: string): string => (text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).join(' ');

function redactCitation(citation: Citation, gone: Redaction): Citation {
  const { target, passages } = citation;
  return {
    ...citation,
    target: target.kind === 'passage' || gone.spares(target) ? target : { ...target, title: '' },
    passages: passages.map((one) => (isOf(one, gone) ? { ...one, quote: '', documentTitle: '' } : one)),
  };
}

const NOWHERE = { start: 0, end: 0 };
/** Place without words, for a passage of a deleted document. */
const WORDLESS = { ...NOWHERE, documentTitle: '', headingPath: [], text: '', marks: [], focus: NOWHERE, head: '' };

/** Removes the words of deleted documents from evidence. */
function redactEvidence(evidence: Evidence, gone: Redaction): Evidence {
  const isGone = (documentId: string): boolean => gone.documents.has(documentId);
  const spares = (kind: 'entity' | 'relationship' | 'claim', id: string): boolean => gone.spares({ kind, id });
  const withSpared = <S extends { readonly sentence: Passage | null }>(one: S): S =>
    one.sentence && isOf(one.sentence, gone) ? { ...one, sentence: null } : one;
  return {
    passages: evidence.passages.map(({ via, ...passage }) => ({
      ...passage,
      ...(isGone(passage.documentId) ? WORDLESS : via !== undefined && !gone.mentions(via) && { via }),
      duplicates: passage.duplicates.filter(({ documentId }) => !isGone(documentId)),
    })),
    entities: evidence.entities
      .filter(({ id }) => spares('entity', id))
      .map((card) => ({
        ...card,
        relationships: card.relationships.filter(({ id }) => spares('relationship', id)).map(withSpared),
        claims: card.claims.filter(({ id }) => spares('claim', id)),
      })),
    connections: evidence.connections
      .filter(({ steps }) => steps.every(({ relationshipId }) => spares('relationship', relationshipId)))
      .map((one) => ({ ...one, steps: one.steps.map(withSpared) })),
    communities: evidence.communities.flatMap((card) => redactCommunity(card, gone) ?? []),
    ...(evidence.summaries && { summaries: evidence.summaries.flatMap((card) => redactSummary(card, gone) ?? []) }),
    leads: evidence.leads.filter((question) => !gone.mentions(question)),
    missing: evidence.missing.map(({ searched, ...one }) => {
      const suggestions = one.suggestions.filter((word) => !gone.mentions(word));
      return { ...one, suggestions, ...(searched !== undefined && suggestions.includes(searched) && { searched }) };
    }),
  };
}

/** A summary without a model keeps the sentences of other documents. Undefined where none is left, or where a model may have read of the deleted ones. */
function redactSummary(card: SummaryCard, gone: Redaction): SummaryCard | undefined {
  const sources = card.sources.filter((passage) => !isOf(passage, gone));
  if (!includesDeleted(gone, card.documentIds)) return { ...card, sources };
  const sentences = card.sentences.filter(({ documentIds }) => !includesDeleted(gone, documentIds));
  if (!isByNoModel(card.method) || sentences.length === 0) return undefined;
  const documentIds = [...new Set(sentences.flatMap((one) => one.documentIds))];
  return { ...card, text: joined(sentences), sentences, sources, documentIds };
}

const NAMED = 3;

/**
 * A community's card: of one without a model the sentences and names that other documents have stay. Undefined where no sentence is left, or
 * where a model may have read of the deleted ones.
 */
function redactCommunity(card: CommunityCard, gone: Redaction): CommunityCard | undefined {
  const sources = card.sources.filter((passage) => !isOf(passage, gone));
  if (gone.spares({ kind: 'report', community: card.community, title: card.title })) return { ...card, sources };
  const isLeft = ({ documentIds }: { readonly documentIds: readonly string[] }): boolean =>
    documentIds.length > 0 && !includesDeleted(gone, documentIds);
  const sentences = card.sentences?.filter(isLeft) ?? [];
  const members = card.members.filter(gone.remains);
  if (sentences.length === 0 || members.length === 0) return undefined;
  const summary = sentences.length === card.sentences?.length ? card.summary : joined(sentences);
  // A title is a list of names; it keeps those that are known to stand elsewhere.
  const at = ({ title }: { readonly title: string }): number => card.title.indexOf(title);
  const named = members.filter((one) => at(one) >= 0).sort((a, b) => at(a) - at(b));
  const title = joinTitles((named.length > 0 ? named : members).slice(0, NAMED).map((one) => one.title));
  return { ...card, title, summary, sentences, members, sources };
}

/** A written text with the places of its sentences. */
interface WrittenText {
  readonly text: string;
  readonly sentences: readonly AnswerSentence[];
}

/**
 * A written text without some of its sentences. A note replaces them, once for neighbours, and stays when more is
 * removed; a heading leaves nothing. Between sentences only marks and list numbers stay. Offsets follow.
 */
export function redactSentences(
  { text, sentences }: WrittenText,
  goes: (sentence: AnswerSentence) => boolean,
): WrittenText {
  const kept: AnswerSentence[] = [];
  let written = '';
  let from = 0;
  /** True if the last sentence written marks a removal. */
  let isGap = false;
  const add = (words: string, sentence: AnswerSentence): void => {
    const at = { start: written.length, end: written.length + words.length };
    written += words;
    kept.push({ ...sentence, text: words, at });
  };
  for (const sentence of inOrder(sentences)) {
    const { start, end } = sentence.at;
    if (start < from) continue; // of two that overlap the first stands
    const between = marksOf(text.slice(from, start));
    const own = text.slice(start, end);
    const isClaim = hasClaim(sentence) || marksRemoval(own);
    from = end;
    if (!goes(sentence)) {
      written += between;
      add(own, sentence);
      isGap = false;
      continue;
    }
    const isNext = isGap && !between.includes('\n');
    if (!isNext) written += between;
    if (isRow(own)) add(marksRemoval(own) ? own : goneRow(own, sentence), plain(sentence));
    else if (isNext) continue;
    else if (isClaim) add(REMOVED_SENTENCE, plain(sentence));
    isGap = isClaim && !isRow(own);
  }
  written += marksOf(text.slice(from));
  return { text: written, sentences: kept };
}

const inOrder = (sentences: readonly AnswerSentence[]): readonly AnswerSentence[] =>
  sentences.toSorted((a, b) => a.at.start - b.at.start);

/** Checks that a sentence has a claim: a heading or a greeting leaves no gap. */
const hasClaim = ({ verdict, reason }: AnswerSentence): boolean => verdict !== 'not checked' || reason !== 'no claim';

/** The word for what went, in a sentence's place. */
const plain = ({ at }: AnswerSentence): AnswerSentence => ({
  text: REMOVED_SENTENCE,
  citations: [],
  at,
  verdict: 'not checked',
});

const isRow = (own: string): boolean => own.startsWith('|');

/** A row of a table keeps its cells, so that the table stays one. */
function goneRow(own: string, sentence: AnswerSentence): string {
  const cells = own.replace(/[^|\n]+/gu, ' ');
  return !hasClaim(sentence) ? cells : cells.replace('| ', `| ${REMOVED_SENTENCE} `);
}

/** Marks of Markdown, breaks and list numbers, without any words. */
function marksOf(between: string): string {
  return between.replace(
    /(^|\n)([ \t>]*\d{1,3}[.)](?=\s))|[\p{L}\p{M}\p{N}]+/gu,
    (_found, line: string | undefined, number: string) => (line === undefined ? '' : line + number),
  );
}
