import { wordMessage, type Message } from '../../core/message';
import { placeWords } from '../../core/search/evidence/place-words';
import type { Place } from '../../core/tables/documents';
import { visibleSigns } from '../../core/text/visible-signs';
import { language } from './language.svelte';
import { plainNumber } from './numbers';

/** A message of the engine or of a model in the language of the screen; in English where the catalogue has no text for it. */
export function messageText(message: Message): string {
  const { messages } = language;
  const text = wordMessage(message, {
    textOf: (template) => (Object.hasOwn(messages, template) ? messages[template] : undefined) ?? template,
    number: plainNumber,
  });
  return visibleSigns(text);
}

/** The words for a part of a document; those for a page are the caller's. */
export const partWords = (place: Place, pageWords: (page: number) => string): string =>
  typeof place === 'number' ? pageWords(place) : messageText(placeWords(place));
