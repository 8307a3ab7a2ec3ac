import { describe, expect, test } from 'vitest';
import { noteOf, rowOfNote } from '../../../src/core/notebook/note-rows';
import type { Note } from '../../../src/core/notebook/note';

const NOTE: Note = { id: 'n', place: 1, created: '2026', changed: '2026', text: 'Mine', tags: ['a'], pin: null };

describe('the row of a note', () => {
  test('gives back the note', () => {
    const pin = { kind: 'map', address: 'in=3', title: 'T', names: ['Ada'], picture: { width: 1, height: 2 } } as const;
    expect(noteOf(rowOfNote({ ...NOTE, pin }, 'abc'))).toEqual({ ...NOTE, pin });
    expect(noteOf(rowOfNote(NOTE, ''))).toEqual(NOTE);
  });

  test.each([
    'not JSON',
    '[]',
    '{"kind":"quote"}',
    '{"kind":"map","address":1,"title":"","names":[],"picture":null}',
    '{"kind":"answer","turn":"t","question":"q","answer":{"sentences":"none"}}',
    '{"kind":"thing","target":{"kind":"passage"},"title":"","type":"","text":"","method":"","passages":[]}',
  ])('that cannot be read keeps the words of the person, and pins nothing: %s', (pin) => {
    expect(noteOf({ ...rowOfNote(NOTE, ''), pin })).toEqual(NOTE);
  });
});
