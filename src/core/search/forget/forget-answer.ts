import type { Answer, AnswerSentence, Citation, CitationTarget } from '../events';
import { forgetSentences } from './forget-text';
import { forgetReading, forgetTrace, mayTell } from './forget-trace';
import { GONE, isAmong, type Gone } from './gone';

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
  if (!touched && !cites && !isListed && !isProposed && !isRead) return answer;
  const citations = answer.citations.map((citation) => forgetCitation(citation, gone));
  const trace = forgetTrace(answer.trace, gone, touched);
  if (answer.text === undefined) {
    const sentences = cites ? forgetQuotes(answer, gone) : answer.sentences;
    return { ...answer, citations, sentences, trace };
  }
  if (!touched && !cites) return { ...answer, trace };
  const stays = staying(answer, gone);
  const told = forgetSentences({ text: answer.text, sentences: answer.sentences }, (sentence) => !stays(sentence));
  const used = new Set(told.sentences.flatMap(({ citations: own, nearest }) => [...own, nearest]));
  return { ...answer, ...told, citations: citations.filter(({ number }) => used.has(number)), trace };
}

/** Why it ended may quote what the model was shown. */
const forgetEnding = (answer: Answer, gone: Gone): Answer =>
  answer.ending !== undefined && mayTell(answer.ending, gone) ? { ...answer, ending: ENDED } : answer;

/** Whether a model was shown any of them, or words made from them. */
function hasRead({ text, trace }: Answer, gone: Gone): boolean {
  if (text !== undefined && !trace.calls && !trace.told) return gone.documents.size > 0; // nobody knows what it was shown
  const { calls = [], told = [], actions = [], instructions = [] } = trace;
  if (isAmong(gone, told)) return true;
  const before = calls.filter(({ purpose }) => purpose !== 'follow-ups'); // what was asked when the answer stood already
  return [...before, ...actions, ...instructions].some(({ documentIds }) => isAmong(gone, documentIds));
}

/**
 * Which sentences of a written answer stay: those that say what other documents say in their words, and those beside which others stand where no deleted
 * document has more of them. What was not found anywhere goes, since nobody can tell what it was made from.
 */
function staying({ citations }: Answer, gone: Gone): (sentence: AnswerSentence) => boolean {
  const sound = new Map(citations.flatMap((one) => (isSound(one, gone) ? [[one.number, one] as const] : [])));
  return ({ support, citations: own, text }) => {
    if (own.length === 0 || !own.every((number) => sound.has(number)) || gone.tells(text)) return false;
    const quotes = own.flatMap((number) => sound.get(number)?.passages.map(({ quote }) => quote) ?? []);
    return support === 'supported' || (support === 'partly' && !gone.adds(text, quotes));
  };
}

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

/** The sentences of an answer without a model: quotes themselves, headed by names that quotes bear out. */
function forgetQuotes({ sentences, citations }: Answer, gone: Gone): readonly AnswerSentence[] {
  const isGone = ({ document_id }: { readonly document_id: string }): boolean => gone.documents.has(document_id);
  const quotes = citations.flatMap(({ passages }) => passages.filter(isGone)).map(({ quote }) => quote);
  const emptied = new Set(citations.filter(({ passages }) => passages.every(isGone)).map(({ number }) => number));
  const left = citations.flatMap(({ passages }) => passages.filter((passage) => !isGone(passage)));
  const reports = new Set(
    citations.filter(({ target }) => target.kind === 'report' && !gone.spares(target)).map(({ number }) => number),
  );
  const told = sentences.map((sentence) => {
    const isQuoted = left.some(({ quote }) => quote.includes(sentence.text));
    const carries =
      quotes.some((quote) => quote.includes(sentence.text)) ||
      (!isQuoted && sentence.citations.some((number) => reports.has(number)));
    const isOrphaned = sentence.citations.length > 0 && sentence.citations.every((number) => emptied.has(number));
    return carries || isOrphaned || (sentence.role !== 'plain' && gone.tells(sentence.text))
      ? { ...sentence, text: GONE, role: 'plain' as const }
      : sentence;
  });
  return told.filter(({ text }, i) => text !== GONE || told[i - 1]?.text !== GONE);
}
