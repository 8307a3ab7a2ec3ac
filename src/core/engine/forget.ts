import type { Conversation, ConversationStore } from '../ports';
import type { Answer, AnswerSentence, CitationTarget } from '../search/events';
import type { OpenCollection } from './open-collection';

const GONE = 'This sentence came from a document that has been deleted.';

/** Takes the words of deleted documents out of every kept answer; what other documents support stays. */
export async function forgetInConversations(
  store: ConversationStore,
  collection: string,
  documentIds: ReadonlySet<string>,
): Promise<void> {
  for (const conversation of await store.list(collection)) {
    const turns = conversation.turns.map((turn) => ({ ...turn, answer: withoutDocuments(turn.answer, documentIds) }));
    if (turns.some((turn, i) => turn.answer !== conversation.turns[i]?.answer)) {
      await store.put({ ...conversation, turns } satisfies Conversation);
    }
  }
}

/** The answer without passages of these documents; the same object when it cites none of them. */
export function withoutDocuments(answer: Answer, documentIds: ReadonlySet<string>): Answer {
  const gone = (passage: { readonly document_id: string }): boolean => documentIds.has(passage.document_id);
  if (!answer.citations.some((citation) => citation.passages.some(gone))) return answer;
  const touched = new Set<number>();
  const emptied = new Set<number>();
  const quotes = answer.citations.flatMap((citation) => citation.passages.filter(gone)).map((passage) => passage.quote);
  const citations = answer.citations.map((citation) => {
    if (citation.passages.some(gone)) touched.add(citation.number);
    const empty = citation.passages.every(gone);
    if (empty) emptied.add(citation.number);
    const passages = citation.passages.map((passage) =>
      gone(passage) ? { ...passage, quote: '', documentTitle: '' } : passage,
    );
    return { ...citation, target: empty ? withoutTitle(citation.target) : citation.target, passages };
  });
  // An extracted sentence is a quote itself; a written one may carry words of anything that it cites.
  const carries = (sentence: AnswerSentence): boolean =>
    answer.method === 'extractive'
      ? quotes.some((quote) => quote.includes(sentence.text))
      : sentence.citations.some((number) => touched.has(number));
  const orphaned = ({ citations }: AnswerSentence): boolean =>
    citations.length > 0 && citations.every((number) => emptied.has(number));
  const sentences = answer.sentences.map((sentence) =>
    carries(sentence) || orphaned(sentence) ? { ...sentence, text: GONE, role: 'plain' as const } : sentence,
  );
  const told = sentences.filter(({ text }, i) => text !== GONE || sentences[i - 1]?.text !== GONE);
  const sections = answer.trace.sections.map((section) => ({ ...section, items: [] }));
  return { ...answer, citations, sentences: told, trace: { ...answer.trace, sections } };
}

function withoutTitle(target: CitationTarget): CitationTarget {
  return target.kind === 'passage' ? target : { ...target, title: '' };
}

/** Removes original bytes that no document, queued, offered or failed source needs. */
export async function sweepBlobs(open: OpenCollection): Promise<void> {
  await open.keeping.run(async () => {
    const { pending, failed, offered = [] } = open.store.state;
    const needed = [...open.tables.documents, ...pending, ...offered, ...failed].map((row) => row.byte_hash);
    await open.blobs.sweep(new Set(needed));
  });
}
