import { redactAnswer } from '../conversations/redact-answer';
import type { Redaction } from '../conversations/redact-trace';
import type { Note, Pin, ThingPin } from './note';

/** A note without the words of deleted documents; the same object where it has none. What the person wrote stays as it is. */
export function forgetNote(note: Note, gone: Redaction): Note {
  const pin = note.pin && forgetPin(note.pin, gone);
  return JSON.stringify(pin) === JSON.stringify(note.pin) ? note : { ...note, pin };
}

function forgetPin(pin: Pin, gone: Redaction): Pin {
  switch (pin.kind) {
    case 'quote':
      if (!gone.includes({ id: pin.documentId, path: pin.sourcePath })) return pin;
      return { ...pin, quote: '', documentTitle: '', sourcePath: '', headingPath: [] };
    case 'answer':
      return { ...pin, answer: redactAnswer(pin.answer, gone) };
    case 'thing':
      return forgetThing(pin, gone);
    case 'map':
      return [pin.title, ...pin.names].some(gone.mentions) ? { ...pin, title: '', names: [], picture: null } : pin;
  }
}

function forgetThing(pin: ThingPin, gone: Redaction): ThingPin {
  // What it was made from then may be more than what it is made from now.
  const rests = pin.passages.some(({ document_id }) => gone.documents.has(document_id));
  if (gone.spares(pin.target) && !rests) return pin;
  const { target } = pin;
  const passages = pin.passages.filter(({ document_id }) => !gone.documents.has(document_id));
  const isNamed = target.kind === 'entity' && gone.remains(target);
  const kept = isNamed ? {} : { title: '', target: { ...target, title: '' } };
  return { ...pin, ...kept, text: '', passages };
}
