import { describe, expect, it } from 'vitest';
import { readMarks } from '../../../bench/lib/marked-names';

describe('marks of names', () => {
  it('leave the text as it was before, and give each name once with what else is right', () => {
    const marked = 'Then {p:Captain Holm|Holm} left {l:Varde}. {l:Varde} slept.';
    expect(readMarks(marked)).toEqual({
      text: 'Then Captain Holm left Varde. Varde slept.',
      names: [
        { title: 'Captain Holm', aliases: ['Holm'], type: 'person' },
        { title: 'Varde', aliases: [], type: 'place' },
      ],
    });
  });
});
