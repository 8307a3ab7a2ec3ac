import type { AnswerSentence, AskedEarly, SearchEvent } from '../search/events';

/** What Burrow says of all documents, said of those that have been read. */
const SO_FAR = [
  [/\bin your documents\b/g, 'in what has been read so far'],
  [/您的文档中/g, '目前已读的文档中'],
] as const;

/**
 * The events of a search while some sources could not be asked: no sentence of Burrow's own speaks of what is not read, and the answer
 * knows the number, also where it is stopped.
 */
export async function* withUnread(events: AsyncIterable<SearchEvent>, early: AskedEarly): AsyncGenerator<SearchEvent> {
  for await (const event of events) {
    if (early.unread === 0) yield event;
    else if (event.kind === 'plan') yield { ...event, early };
    else if (event.kind === 'sentence') yield { ...event, sentence: soFar(event.sentence) };
    else if (event.kind === 'answer') {
      const { answer } = event;
      const sentences = answer.sentences.map(soFar);
      yield { ...event, answer: { ...answer, sentences, ...early } };
    } else yield event;
  }
}

function soFar(sentence: AnswerSentence): AnswerSentence {
  if (sentence.role !== 'plain') return sentence;
  return { ...sentence, text: SO_FAR.reduce((text, [from, to]) => text.replace(from, to), sentence.text) };
}
