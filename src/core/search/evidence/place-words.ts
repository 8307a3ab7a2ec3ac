import { message, type Message } from '../../message';
import type { Place } from '../../tables/documents';

/** Words for a part of a document, as people name it: `slide 7`, `sheet Budget, row 12`. */
export function placeWords(place: Place): Message {
  if (typeof place === 'number') return message`page ${place}`;
  const { kind, number, name, row, picture } = place;
  const shown = name === '' ? number : name;
  switch (kind) {
    case 'page':
      if (picture) return message`page ${shown}, read from a picture`;
      return message`page ${shown}`;
    case 'slide':
      return message`slide ${number}`;
    case 'sheet':
      return row === null ? message`sheet ${shown}` : message`sheet ${shown}, row ${row}`;
    case 'chapter':
      return message`chapter ${shown}`;
    case 'message':
      return message`message ${shown}`;
  }
}
