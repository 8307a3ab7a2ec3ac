import type { Evidence } from '../evidence/evidence';
import type { CitationTarget, Answer, AnswerSentence, Citation, Passage } from '../events';
import { forgetSentences } from './forget-text';
import { forgetReading, forgetTrace, mayTell } from './forget-trace';
import { isAmong, type Gone } from './gone';

/** Documents whose words may be in an answer or in its trace: those that it shows or cites, and those of which a model was told. */
export function documentsRead({ citations, evidence, trace }: Answer): readonly string[] {
  const { calls = [], told = [], actions = [], points = [] } = trace;
  const cited = citations.flatMap(({ passages }) => passages.map((passage) => passage.document_id));
  const known = [...calls, ...actions, ...points].flatMap(({ documentIds }) => documentIds);
  const shown = evidence.passages.flatMap(({ documentId, duplicates }) => [
    documentId,
    ...duplicates.map((one) => one.documentId),
  ]);
  const lines = evidence.entities.flatMap((card) => [
    ...card.relationships.map(({ sentence }) => sentence),
    ...card.claims.map(({ passage }) => passage),
  ]);
  const steps = evidence.connections.flatMap((one) => one.steps.map(({ sentence }) => sentence));
  const sources = evidence.communities.flatMap((card) => card.sources);
  const beside = [...lines, ...steps, ...sources].flatMap((passage) => passage?.document_id ?? []);
  return [...new Set([...cited, ...shown, ...beside, ...told, ...known])];
}

/** What is said of an answer in place of why it ended early. */
const ENDED = 'It broke off before its end.';

/**
 * An answer without the words of deleted documents; the same object where nothing of it can come from them. What a model wrote while it
 * was shown one of them stays only sentence by sentence, where it is sure to rest on others.
 */
export function forgetAnswer(answer: Answer, gone: Gone): Answer {
  const touched = hasRead(answer, gone);
  return forgetWords(touched ? forgetEnding(answer, gone) : answer, gone, touched);
}

function forgetWords(answer: Answer, gone: Gone, touched: boolean): Answer {
  const cites = answer.citations.some(({ passages }) =>
    passages.some((passage) => gone.documents.has(passage.document_id)),
  );
  const { sections, passedOver = [] } = answer.trace;
  const isListed = ![...sections.flatMap(({ items }) => items), ...passedOver].every(gone.spares);
  const isProposed = (answer.trace.calls ?? []).some(({ documentIds }) => isAmong(gone, documentIds));
  const isRead = forgetReading(answer.trace.reason, gone) !== answer.trace.reason;
  const evidence = forgetEvidence(answer.evidence, gone);
  const isShown = JSON.stringify(evidence) !== JSON.stringify(answer.evidence);
  if (!touched && !cites && !isListed && !isProposed && !isRead && !isShown) return answer;
  const citations = answer.citations.map((citation) => forgetCitation(citation, gone));
  const trace = forgetTrace(answer.trace, gone, touched);
  if (answer.text === undefined || (!touched && !cites)) return { ...answer, evidence, citations, trace };
  const stays = staying(answer, gone);
  const told = forgetSentences({ text: answer.text, sentences: answer.sentences }, (sentence) => !stays(sentence));
  const used = new Set(told.sentences.flatMap(({ citations: own, nearest }) => [...own, nearest]));
  return { ...answer, evidence, ...told, citations: citations.filter(({ number }) => used.has(number)), trace };
}

/** Why it ended may quote what the model was shown. */
const forgetEnding = (answer: Answer, gone: Gone): Answer =>
  answer.ending !== undefined && mayTell(answer.ending, gone) ? { ...answer, ending: ENDED } : answer;

/** Whether a model was shown any of them, or words made from them. */
function hasRead({ text, trace }: Answer, gone: Gone): boolean {
  if (text !== undefined && !trace.calls && !trace.told) return gone.documents.size > 0; // nobody knows what it was shown
  const { calls = [], told = [], actions = [] } = trace;
  if (isAmong(gone, told)) return true;
  const before = calls.filter(({ purpose }) => purpose !== 'follow-ups' && purpose !== 'check'); // what was asked of an answer that stood already
  return [...before, ...actions].some(({ documentIds }) => isAmong(gone, documentIds));
}

/**
 * Which sentences of a written answer stay: those that say what other documents say in their words, and those beside which others stand where no deleted
 * document has more of them. What was not found anywhere goes, since nobody can tell what it was made from.
 */
function staying({ citations }: Answer, gone: Gone): (sentence: AnswerSentence) => boolean {
  const sound = new Map(citations.flatMap((one) => (isSound(one, gone) ? [[one.number, one] as const] : [])));
  /** Its words stand in a document that stays, whatever else is cited for it. */
  const isQuoted = (text: string, number: number): boolean =>
    sound.get(number)?.passages.some(({ quote }) => ` ${wordsOf(quote)} `.includes(` ${wordsOf(text)} `)) ?? false;
  return ({ verdict, citations: own, text }) =>
    (verdict === 'quoted' || verdict === 'supported') &&
    own.length > 0 &&
    (own.every((number) => sound.has(number)) || own.some((number) => isQuoted(text, number))) &&
    !gone.tells(text);
}

const wordsOf = (text: string): string => (text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).join(' ');

const isSound = ({ target, passages }: Citation, gone: Gone): boolean =>
  gone.spares(target) && !passages.some(({ document_id }) => gone.documents.has(document_id));

function forgetCitation(citation: Citation, gone: Gone): Citation {
  const isGone = ({ document_id }: { readonly document_id: string }): boolean => gone.documents.has(document_id);
  if (isSound(citation, gone)) return citation;
  const passages = citation.passages.map((passage) =>
    isGone(passage) ? { ...passage, quote: '', documentTitle: '' } : passage,
  );
  const keepsTitle = gone.spares(citation.target);
  return { ...citation, target: keepsTitle ? citation.target : withoutTitle(citation.target), passages };
}

const withoutTitle = (target: CitationTarget): CitationTarget =>
  target.kind === 'passage' ? target : { ...target, title: '' };

/** What was shown as evidence, without the words of deleted documents; a passage of theirs stays as a place without words. */
function forgetEvidence(evidence: Evidence, gone: Gone): Evidence {
  if (gone.documents.size === 0) return evidence;
  const isGone = (documentId: string): boolean => gone.documents.has(documentId);
  const sparedSentence = <S extends { readonly sentence: Passage | null }>(one: S): S =>
    one.sentence && isGone(one.sentence.document_id) ? { ...one, sentence: null } : one;
  const sparesLine = (id: string): boolean => gone.spares({ kind: 'relationship', id });
  return {
    passages: evidence.passages.map(({ via, ...passage }) => {
      const duplicates = passage.duplicates.filter(({ documentId }) => !isGone(documentId));
      const isLedBy = via !== undefined && !gone.tells(via);
      if (!isGone(passage.documentId)) return { ...passage, ...(isLedBy && { via }), duplicates };
      const nowhere = { start: 0, end: 0 };
      return {
        ...passage,
        ...nowhere,
        ...{ documentTitle: '', headingPath: [], text: '', marks: [], focus: nowhere, head: '', duplicates },
      };
    }),
    entities: evidence.entities
      .filter(({ id }) => gone.spares({ kind: 'entity', id }))
      .map((card) => ({
        ...card,
        relationships: card.relationships.filter(({ id }) => sparesLine(id)).map(sparedSentence),
        claims: card.claims.filter(({ id }) => gone.spares({ kind: 'claim', id })),
      })),
    connections: evidence.connections
      .filter(({ steps }) => steps.every(({ relationshipId }) => sparesLine(relationshipId)))
      .map((one) => ({ ...one, steps: one.steps.map(sparedSentence) })),
    communities: evidence.communities
      .filter(({ community, title }) => gone.spares({ kind: 'report', community, title }))
      .map((card) => ({ ...card, sources: card.sources.filter(({ document_id }) => !isGone(document_id)) })),
    leads: evidence.leads.filter((question) => !gone.tells(question)),
    missing: evidence.missing.map((one) => {
      const { searched, ...rest } = one;
      const suggestions = one.suggestions.filter((word) => !gone.tells(word));
      return { ...rest, suggestions, ...(searched !== undefined && suggestions.includes(searched) && { searched }) };
    }),
  };
}
