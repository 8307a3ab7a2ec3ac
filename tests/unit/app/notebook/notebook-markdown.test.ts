import { Marked } from 'marked';
import { describe, expect, test } from 'vitest';
import { notebookMarkdown } from '../../../../src/app/notebook/notebook-markdown';
import type { NoteView } from '../../../../src/core/engine/notebook/notebook-calls';
import type { Pin, QuotePin } from '../../../../src/core/notebook/note';
import { NO_EVIDENCE } from '../../../../src/core/search/evidence/evidence';

const note = (pin: Pin | null, change: Partial<NoteView> = {}): NoteView => ({
  ...{ id: 'n', place: 1, created: '', changed: '', text: '', tags: [], pin, quotePlace: null },
  ...change,
});

const QUOTE: QuotePin = {
  ...{ kind: 'quote', documentId: 'd', sourcePath: 'd.pdf', documentTitle: 'The *harbour* book', start: 3, end: 9 },
  ...{ quote: 'Ada [kept] it.\nUntil 1903.', page: 14, headingPath: ['The keepers'] },
};
const write = (...notes: readonly NoteView[]): string =>
  notebookMarkdown(
    'River <town>',
    notes.map((one) => ({ note: one, picture: '' })),
  );

describe('the notebook as Markdown', () => {
  test('has a heading, quotes with a footnote that names document, headings and page, and what a person wrote', () => {
    const text = write(note(QUOTE, { text: 'My **own** words', tags: ['law', 'sea'] }));
    expect(text).toBe(
      [
        '# Notebook: River \\<town\\>',
        '> Ada \\[kept\\] it.\\\n> Until 1903.[^1-1]',
        'My **own** words',
        '*Tags: law, sea*',
        '[^1-1]: The \\*harbour\\* book, The keepers, p. 14',
        '',
      ]
        .join('\n\n')
        .replace(/\n\n$/u, '\n'),
    );
  });

  test('names the place where the words stand now, and says where they do not', () => {
    const place = {
      kind: 'found',
      documentId: 'n',
      documentTitle: 'New',
      start: 1,
      end: 2,
      page: 3,
      headingPath: [],
    } as const;
    expect(write(note(QUOTE, { quotePlace: place }))).toContain('[^1-1]: New, p. 3');
    expect(write(note(QUOTE, { quotePlace: { kind: 'missing' } }))).toContain('does not have these words any more');
    expect(write(note({ ...QUOTE, quote: '' }))).toContain('The document has been deleted');
  });

  test('holds an answer with who wrote it and its footnotes, and tells those of two notes apart', () => {
    const passage = { document_id: 'd', start: 0, end: 4, documentTitle: 'Book', page: 2, quote: 'Ada kept it.' };
    const pin: Pin = {
      ...{ kind: 'answer', turn: 't', question: 'Who kept it?' },
      answer: {
        ...{ mode: 'local', method: 'Qwen', evidence: NO_EVIDENCE, notFound: false, stopped: false, text: 'Ada did.' },
        sentences: [{ text: 'Ada did.', citations: [1], at: { start: 0, end: 8 }, verdict: 'supported' }],
        citations: [{ number: 1, target: { kind: 'passage', textUnitId: 'u' }, passages: [passage] }],
        trace: { mode: 'local', reason: '', sections: [], milliseconds: 0, modelCalls: 0 },
      },
    };
    const text = write(note(pin), note(pin));
    for (const at of ['1', '2']) expect(text).toContain(`## Who kept it?\n\nAda did.[^${at}-1]`);
    expect(text).toContain('[^2-1]: “Ada kept it.” (Book, page 2)');
    expect(text).toContain('Written by Qwen');
    expect(text.match(/^---$/gmu)).toHaveLength(1);
  });

  test('shows the picture of a map by a data address, with its names for those who do not see it', () => {
    const pin = {
      kind: 'map',
      address: 'in=1',
      title: 'Quay',
      names: ['Ada', 'Kesh'],
      picture: { width: 1, height: 1 },
    } as const;
    const text = notebookMarkdown('C', [{ note: note(pin, { text: 'See' }), picture: 'iVBORw0KGgo=' }]);
    const html = new Marked().parse(text, { async: false });
    expect(html).toContain('<img src="data:image/png;base64,iVBORw0KGgo=" alt="Map with Ada, Kesh">');
    expect(write(note({ ...pin, title: '', names: [], picture: null }))).toContain('have been deleted are gone');
  });

  test('holds an entity with who found it and its passages', () => {
    const passages = [{ document_id: 'd', start: 0, end: 4, documentTitle: 'Book', page: null, quote: 'Ada kept it.' }];
    const target = { kind: 'entity', id: 'e', title: 'Ada' } as const;
    const text = write(
      note({ kind: 'thing', target, title: 'Ada', type: 'person', text: 'A keeper.', method: 'Qwen', passages }),
    );
    expect(text).toContain('## Ada\n\n*Entity · Written by Qwen*\n\nA keeper.\n\n> Ada kept it.[^1-1]\n\n[^1-1]: Book');
  });
});
