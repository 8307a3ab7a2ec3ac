import type { Answer } from '../../../src/core/search/answer/answer';
import { describe, expect, it } from 'vitest';
import type { Evidence, PassageEvidence, Passage } from '../../../src/core/search/evidence/evidence';
import { documentsRead, redactAnswer } from '../../../src/core/conversations/redact-answer';
import type { Redaction } from '../../../src/core/conversations/redact-trace';

const range = { start: 0, end: 5 };
const passage = (documentId: string, more: Partial<PassageEvidence> = {}): PassageEvidence => ({
  ...{ textUnitId: `${documentId}-0`, documentId, documentTitle: `Title of ${documentId}`, page: 1, ...range },
  ...{ headingPath: [`Heading of ${documentId}`], text: `${documentId} said.`, marks: [range], focus: range },
  ...{ head: `Head of ${documentId}`, language: 'en', score: 1, duplicates: [], ...more },
});
const quote = (document_id: string): Passage => ({
  ...{ document_id, ...range, documentTitle: `Title of ${document_id}`, page: null, quote: `${document_id} said.` },
});
const copy = (documentId: string) => {
  const { textUnitId, documentTitle, page, headingPath, start, end } = passage(documentId);
  return { textUnitId, documentId, documentTitle, page, headingPath, start, end };
};
const line = (id: string, sentence: Passage | null) => ({
  ...{ id, otherId: 'e', other: `Other of ${id}`, description: `${id} words`, method: 'no-model', weight: 1, sentence },
});
const claim = (id: string) => ({
  ...{ id, type: 'deed', description: `${id} words`, status: 'TRUE', start: null, end: null, passage: null },
});
const card = (id: string, more: Partial<Evidence['entities'][number]> = {}) => ({
  ...{ id, title: `Name of ${id}`, type: 'person', aliases: [], description: '', method: 'no-model', passages: 1 },
  ...{ documents: 1, named: true, isSubject: true, relationships: [], claims: [], ...more },
});
const step = (relationshipId: string) => ({
  ...{ relationshipId, source: 'A', target: 'B', description: `${relationshipId} words`, sentence: quote('ledger') },
});
const community = (id: string, sources: readonly Passage[]) => ({
  ...{ community: id === 'diary' ? 1 : 2, level: 0, title: `Report on ${id}`, summary: `${id} in short`, method: 'a' },
  ...{ size: 1, members: [], sources, score: 1 },
});

const evidence: Evidence = {
  passages: [
    passage('diary', { via: 'Diary name' }),
    passage('ledger', { duplicates: [copy('diary'), copy('other')] }),
  ],
  entities: [
    card('diary'),
    card('ledger', {
      relationships: [line('diary', null), line('ledger', quote('diary'))],
      claims: [claim('diary'), claim('ledger')],
    }),
  ],
  connections: [
    { from: 'A', to: 'B', steps: [step('ledger')] },
    { from: 'A', to: 'C', steps: [step('ledger'), step('diary')] },
  ],
  communities: [community('diary', []), community('ledger', [quote('diary'), quote('ledger')])],
  leads: ['Who kept the diary?', 'Who kept the ledger?'],
  missing: [{ word: 'dairy', suggestions: ['diary'], searched: 'diary' }],
};
const answer: Answer = {
  ...{ mode: 'local', method: 'evidence', evidence, sentences: [], citations: [], notFound: false, stopped: false },
  trace: { mode: 'local', reason: '', sections: [], milliseconds: 1, modelCalls: 0 },
};
const gone: Redaction = {
  documents: new Set(['diary']),
  includes: () => false,
  spares: (thing) => !JSON.stringify(thing).includes('diary') && !('community' in thing && thing.community === 1),
  remains: ({ id }) => id !== 'diary',
  mentions: (text) => /diary/iu.test(text),
};
const kept = redactAnswer(answer, gone).evidence;

describe('evidence after a document was deleted', () => {
  it('has no word of it, nor of what was made from it, and keeps the rest', () => {
    const { passages, ...others } = kept;
    expect(JSON.stringify(others)).not.toMatch(/diary/iu);
    expect(kept.entities.map(({ id }) => id)).toEqual(['ledger']);
    expect(kept.entities[0]?.relationships).toEqual([{ ...line('ledger', null) }]);
    expect(kept.entities[0]?.claims.map(({ id }) => id)).toEqual(['ledger']);
    expect(kept.connections).toHaveLength(1);
    expect(kept.communities.map(({ title }) => title)).toEqual(['Report on ledger']);
    expect(kept.leads).toEqual(['Who kept the ledger?']);
    expect(passages[1]).toMatchObject({ text: 'ledger said.', duplicates: [copy('other')] });
  });

  it('keeps the place of its passage, empty', () => {
    const [empty] = kept.passages;
    expect(empty).toMatchObject({
      documentId: 'diary',
      text: '',
      documentTitle: '',
      headingPath: [],
      marks: [],
      head: '',
    });
    const { documentId: _documentId, textUnitId: _textUnitId, ...words } = empty ?? passage('diary');
    expect(JSON.stringify(words)).not.toMatch(/diary/iu);
  });

  it('is the same when the same is forgotten once more', () => {
    const once = redactAnswer(answer, gone);
    expect(redactAnswer(once, gone)).toEqual(once);
  });

  it('is untouched, the very same object, where nothing of it came from there', () => {
    const nothing: Redaction = {
      documents: new Set(['x']),
      includes: () => false,
      spares: () => true,
      remains: () => true,
      mentions: () => false,
    };
    expect(redactAnswer(answer, nothing)).toBe(answer);
  });
});

it('the documents that an answer has read are sought once', () => {
  expect(documentsRead(answer)).toBe(documentsRead(answer));
});

it('the documents that an answer has read are those of its passages and copies, and of each sentence beside them', () => {
  expect([...documentsRead(answer)].sort()).toEqual(['diary', 'ledger', 'other']);
  const none: Evidence = { passages: [], entities: [], connections: [], communities: [], leads: [], missing: [] };
  const beside: readonly Partial<Evidence>[] = [
    { entities: [card('a', { relationships: [line('a', quote('letter'))] })] },
    { entities: [card('a', { claims: [{ ...claim('a'), passage: quote('letter') }] })] },
    { connections: [{ from: 'A', to: 'B', steps: [{ ...step('a'), sentence: quote('letter') }] }] },
    { communities: [community('a', [quote('letter')])] },
  ];
  for (const one of beside) {
    expect(documentsRead({ ...answer, evidence: { ...none, ...one } })).toEqual(['letter']);
  }
});
