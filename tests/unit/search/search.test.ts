import { RUN_MODES } from '../../../src/core/search/request/mode-names';
import { describe, expect, it } from 'vitest';
import { ModelError } from '../../../src/core/errors';
import type { Reranker } from '../../../src/core/models/encoders';
import type { SearchEvent } from '../../../src/core/search/events';
import type { Evidence, Passage } from '../../../src/core/search/evidence/evidence';
import { answerTo, eventsOf, indexOf, wordsOf, type Asked } from './ask';
import { harbour } from './harbour';
import { notesOf } from '../../helpers/notes';

const index = indexOf(harbour());
const EMPTY = { documents: [], textUnits: [], entities: [], relationships: [], communities: [], communityReports: [] };
const QUESTIONS: readonly Asked[] = [
  { question: 'Who designed the lighthouse at Grey Point?' },
  { question: 'Where was the designer of the lighthouse at Grey Point born?' },
  { question: 'Who is Tobias Fenn?' },
  { question: 'What are the main themes?' },
  { question: 'Why did fishermen refuse to pay the toll?', mode: 'basic' },
  { question: 'Why did fishermen refuse to pay the toll?', mode: 'global' },
  { question: 'Why did fishermen refuse to pay the toll?', mode: 'drift' },
  { question: '灯塔有多高？' },
];

const quotesOf = ({ entities, connections, communities }: Evidence): readonly Passage[] => [
  ...entities.flatMap(({ relationships, claims }) => [
    ...relationships.flatMap(({ sentence }) => sentence ?? []),
    ...claims.flatMap(({ passage }) => passage ?? []),
  ]),
  ...connections.flatMap(({ steps }) => steps.flatMap(({ sentence }) => sentence ?? [])),
  ...communities.flatMap(({ sources }) => sources),
];

describe('evidence', () => {
  it.each(QUESTIONS)(
    'is exact words of the documents, and stands alone without a model: $question $mode',
    async (asked) => {
      const answer = await answerTo(index, asked);
      expect(answer).toMatchObject({
        method: 'evidence',
        sentences: [],
        citations: [],
        notFound: false,
        stopped: false,
      });
      expect(answer.text).toBeUndefined();
      expect(answer.evidence.passages.length + answer.evidence.communities.length).toBeGreaterThan(0);
      for (const { documentId, documentTitle, start, end, text } of answer.evidence.passages) {
        const document = index.documents.get(documentId);
        expect(document?.text.slice(start, end)).toBe(text);
        expect(documentTitle).toBe(document?.title);
      }
      for (const { document_id, start, end, quote } of quotesOf(answer.evidence)) {
        expect(index.documents.get(document_id)?.text.slice(start, end)).toBe(quote);
      }
    },
  );

  it('comes once, after the plan and before what a model would be shown; the answer is last', async () => {
    const events = await eventsOf(index, { question: 'Who is Tobias Fenn?' });
    expect(events.map(({ kind }) => kind)).toEqual(['plan', 'evidence', 'context', 'answer']);
  });

  it('tells in the trace what was considered and used, with tokens of what was used', async () => {
    const { trace } = await answerTo(index, { question: 'Who is Edda Marrow?' });
    expect(trace.sections.map(({ name }) => name)).toEqual(['Reports', 'Entities', 'Relationships', 'Sources']);
    const sources = trace.sections.find(({ name }) => name === 'Sources');
    expect(sources?.items.some(({ used }) => used)).toBe(true);
    expect(sources?.tokens).toBeGreaterThan(0);
    expect(trace.modelCalls).toBe(0);
  });

  it('has the page of a passage where the document has pages', async () => {
    const { evidence } = await answerTo(index, { question: 'Which schooner struck the reef?' });
    expect(evidence.passages.find(({ text }) => text.includes('Halcyon'))?.page).toBe(3);
  });

  it('on a Chinese question begins with the Chinese passage', async () => {
    const { evidence } = await answerTo(index, { question: '灯塔有多高？' });
    expect(evidence.passages[0]?.text).toContain('灯塔高四十米');
  });

  it('is there with text units alone', async () => {
    const { documents, textUnits } = harbour();
    const bare = indexOf({ ...EMPTY, documents, textUnits: textUnits.map((unit) => ({ ...unit, entity_ids: [] })) });
    const answer = await answerTo(bare, { question: 'Why did fishermen refuse to pay the toll?' });
    expect(answer.mode).toBe('basic');
    expect(wordsOf(answer)).toContain('Fishermen called the toll unfair');
  });

  it.each(['  ', '?', '？！…'])('is none for a question without words: “%s”', async (question) => {
    const answer = await answerTo(index, { question });
    expect(answer).toMatchObject({ notFound: true, evidence: { passages: [], entities: [], communities: [] } });
  });

  it('is none where there are no documents, and that is said', async () => {
    expect(await answerTo(indexOf(EMPTY), { question: 'Anything?' })).toMatchObject({ notFound: true, stopped: false });
  });

  it('stands when the search is stopped behind it', async () => {
    const stopped = await answerTo(index, { question: 'Who is Tobias Fenn?' }, { stopAfter: 2 });
    expect(stopped).toMatchObject({ stopped: true, notFound: false });
    expect(stopped.evidence.passages.length).toBeGreaterThan(0);
  });
});

describe('within chosen documents', () => {
  it.each(['local', 'global', 'drift', 'basic'] as const)('%s search quotes no other document', async (mode) => {
    const { evidence } = await answerTo(index, { question: 'Edda Marrow and the toll', mode, documentIds: ['marrow'] });
    const shown = [
      ...evidence.passages.map(({ documentId }) => documentId),
      ...quotesOf(evidence).map(({ document_id }) => document_id),
    ];
    expect([...new Set(shown)]).toEqual(['marrow']);
  });
});

describe('a mode that a person chose', () => {
  it.each(RUN_MODES)('%s is taken', async (mode) => {
    const [plan] = await eventsOf(index, { question: 'Who is Tobias Fenn?', mode });
    expect(plan).toMatchObject({ kind: 'plan', mode });
  });

  it.each(['local', 'global', 'drift', 'basic'] as const)(
    '%s shows something while there are no reports yet',
    async (mode) => {
      const early = indexOf({ ...harbour(), communities: [], communityReports: [] });
      const { evidence } = await answerTo(early, { question: 'Why was the toll unfair?', mode });
      expect(evidence.passages[0]?.text).toContain('Fishermen called the toll unfair');
    },
  );
});

describe('a follow-up', () => {
  const history = [{ question: 'Who was Edda Marrow?', answer: '', documentIds: [] }];

  it('takes over the names of the question before it and of its passage, and says which', async () => {
    const answer = await answerTo(index, { question: 'Where did she die?', history });
    expect(wordsOf(answer)).toContain('She died in Lisbon in 1902');
    expect(answer.trace.carried).toEqual(['Edda Marrow', 'Corran']);
  });

  it('keeps to its own names when it has some', async () => {
    const answer = await answerTo(index, { question: 'What did Clara Voss do to it?', history });
    expect(answer.trace.carried).toBeUndefined();
    expect(answer.evidence.entities.map(({ title }) => title)).toEqual(['Clara Voss']);
  });
});

/** Finds best what has these words. */
const preferring = (words: string): Reranker => ({
  id: 'made-up',
  title: 'Made-up reranker',
  rank: (_, passages) => Promise.resolve(Float32Array.from(passages, (text) => (text.includes(words) ? 1 : 0.1))),
});
const failing = (error: Error): Reranker => ({ ...preferring(''), rank: () => Promise.reject(error) });
const evidenceIn = (events: readonly SearchEvent[]): readonly Evidence[] =>
  events.flatMap((event) => (event.kind === 'evidence' ? [event.evidence] : []));

describe('a reranker', () => {
  const asked: Asked = { question: 'Who designed the lighthouse at Grey Point?', mode: 'basic' };

  it('has the evidence told once more, in its order, after that of the words stood on the screen', async () => {
    const events = await eventsOf(index, asked, { reranker: () => Promise.resolve(preferring('rape-seed oil')) });
    expect(events.map(({ kind }) => kind)).toEqual(['plan', 'evidence', 'context', 'evidence', 'context', 'answer']);
    const [first, second] = evidenceIn(events);
    expect(first?.passages[0]?.text).toContain('designed by Edda Marrow');
    expect(second?.passages[0]?.text).toContain('rape-seed oil');
    expect(events.at(-1)).toMatchObject({ answer: { evidence: second } });
  });

  it.each([
    ['that fails', failing(new ModelError('It broke down.'))],
    ['whose worker dies', failing(Object.assign(new Error('It broke down.'), { name: 'WorkerError' }))],
  ])('%s leaves what the words found, and a note', async (_, reranker) => {
    const events = await eventsOf(index, asked, { reranker: () => Promise.resolve(reranker) });
    const plain = await eventsOf(index, asked);
    expect(evidenceIn(events)).toEqual(evidenceIn(plain));
    const last = events.at(-1);
    expect(last?.kind === 'answer' && notesOf(last.answer).join(' ')).toContain('It broke down.');
  });

  it('that cannot be loaded leaves what the words found, and a note', async () => {
    const answer = await answerTo(index, asked, { reranker: () => Promise.reject(new ModelError('No room.')) });
    expect(answer.evidence.passages.length).toBeGreaterThan(0);
    expect(notesOf(answer).join(' ')).toContain('No room.');
  });

  it('that is stopped leaves what the words found', async () => {
    const stop = new AbortController();
    const slow: Reranker = {
      ...preferring(''),
      rank: () => {
        stop.abort();
        return Promise.reject(stop.signal.reason as Error);
      },
    };
    const answer = await answerTo(index, asked, { reranker: () => Promise.resolve(slow), signal: stop.signal });
    expect(answer).toMatchObject({ stopped: true });
    expect(answer.evidence.passages.length).toBeGreaterThan(0);
  });
});

it('says in the trace whether texts were compared by meaning', async () => {
  const search = {
    weight: 1,
    units: () => [],
    entities: () => [],
    relationships: () => [],
    reports: () => [],
    summaries: () => [],
  };
  const dense = () => Promise.resolve({ search, words: 'Compared by meaning.' });
  const { trace } = await answerTo(index, { question: 'Who is Tobias Fenn?' }, { dense });
  expect(trace.embeddings).toBe('Compared by meaning.');
});
