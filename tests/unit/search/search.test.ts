import { describe, expect, it } from 'vitest';
import type { RunMode } from '../../../src/core/search/events';
import { answerTo, eventsOf, indexOf, wordsOf, type Asked } from './ask';
import { harbour } from './harbour';

const index = indexOf(harbour());
const QUESTIONS: readonly Asked[] = [
  { question: 'Who designed the lighthouse at Grey Point?' },
  { question: 'Where was the designer of the lighthouse at Grey Point born?' },
  { question: 'Who is Tobias Fenn?' },
  { question: 'What are the main themes?' },
  { question: 'Why did fishermen refuse to pay the toll?', mode: 'basic' },
  { question: 'Why did fishermen refuse to pay the toll?', mode: 'global' },
  { question: 'Why did fishermen refuse to pay the toll?', mode: 'drift' },
  { question: 'What is the favourite colour of Clara Voss?' },
  { question: '灯塔有多高？' },
];

describe('every answer', () => {
  for (const asked of QUESTIONS) {
    it(`rests on exact words of the documents: ${asked.question} ${asked.mode ?? ''}`, async () => {
      const answer = await answerTo(index, asked);
      for (const sentence of answer.sentences) {
        if (sentence.role === 'plain') expect(sentence.citations).toEqual([]);
        else expect(sentence.citations.length).toBeGreaterThan(0);
      }
      for (const { passages } of answer.citations) {
        expect(passages.length).toBeGreaterThan(0);
        for (const { document_id, start, end, quote, documentTitle } of passages) {
          const document = index.documents.get(document_id);
          expect(document?.text.slice(start, end)).toBe(quote);
          expect(documentTitle).toBe(document?.title);
        }
      }
    });

    it(`numbers its citations from 1 in order of first use: ${asked.question} ${asked.mode ?? ''}`, async () => {
      const answer = await answerTo(index, asked);
      const used = [...new Set(answer.sentences.flatMap(({ citations }) => citations))];
      expect(used).toEqual(answer.citations.map(({ number }) => number));
      expect(used).toEqual(used.map((_, at) => at + 1));
      const cited = answer.citations.map(({ target, passages }) =>
        JSON.stringify(target.kind === 'passage' ? passages[0] : target),
      );
      expect(new Set(cited).size).toBe(cited.length);
    });
  }

  it('streams the plan, the context, each citation before the sentence that uses it, and the answer last', async () => {
    const events = await eventsOf(index, { question: 'Who is Tobias Fenn?' });
    expect(events.slice(0, 2).map(({ kind }) => kind)).toEqual(['plan', 'context']);
    expect(events.at(-1)?.kind).toBe('answer');
    const known = new Set<number>();
    for (const event of events) {
      if (event.kind === 'citation') known.add(event.citation.number);
      if (event.kind === 'sentence') for (const number of event.sentence.citations) expect(known).toContain(number);
    }
  });

  it('tells what was considered and used, with tokens of what was used', async () => {
    const { trace } = await answerTo(index, { question: 'Who is Edda Marrow?' });
    expect(trace.sections.map(({ name }) => name)).toEqual(['Reports', 'Entities', 'Relationships', 'Sources']);
    const sources = trace.sections.find(({ name }) => name === 'Sources');
    expect(sources?.items.some(({ used }) => used)).toBe(true);
    expect(sources?.items.some(({ used }) => !used)).toBe(true);
    expect(sources?.tokens).toBeGreaterThan(0);
    expect(trace.modelCalls).toBe(0);
  });
});

describe('local search', () => {
  it('answers with the sentence that says it, and cites the relationship that it states', async () => {
    const answer = await answerTo(index, { question: 'Who designed the lighthouse at Grey Point?' });
    expect(answer.mode).toBe('local');
    expect(answer.sentences[0]?.text).toBe('The lighthouse at Grey Point was designed by Edda Marrow in 1871.');
    const kinds = answer.sentences[0]?.citations.map((number) => answer.citations[number - 1]?.target.kind);
    expect(kinds).toEqual(['passage', 'relationship']);
  });

  it('cites the entity for a sentence about it', async () => {
    const answer = await answerTo(index, { question: 'Who is Tobias Fenn?' });
    expect(answer.citations.map(({ target }) => target.kind)).toContain('entity');
  });

  it('answers over two hops with both sentences', async () => {
    const answer = await answerTo(index, { question: 'Where was the designer of the lighthouse at Grey Point born?' });
    expect(wordsOf(answer)).toContain('designed by Edda Marrow');
    expect(wordsOf(answer)).toContain('born in the mill town of Corran');
  });

  it('answers each of the questions that one question joins', async () => {
    const question = 'Who founded the Harbour Company, and why did fishermen refuse to pay its toll?';
    const words = wordsOf(await answerTo(index, { question }));
    expect(words).toContain('The Harbour Company was founded in 1850 by Clara Voss.');
    expect(words).toContain('Fishermen called the toll unfair');
  });

  it('finds an entity by its alias', async () => {
    const answer = await answerTo(index, { question: 'When did Fenn save the sailors?' });
    expect(wordsOf(answer)).toContain('saved nine sailors');
  });

  it('says each thing once', async () => {
    const answer = await answerTo(index, { question: 'Who founded the Harbour Company?' });
    const texts = answer.sentences.map(({ text }) => text);
    expect(new Set(texts).size).toBe(texts.length);
  });
});

describe('global search', () => {
  it('gives the main themes from the weightiest reports, though no word of the question is in them', async () => {
    const answer = await answerTo(index, { question: 'What are the main themes?' });
    expect(answer.mode).toBe('global');
    expect(answer.sentences.filter(({ role }) => role === 'heading').map(({ text }) => text)).toEqual([
      'Edda Marrow and the lighthouse',
      'The toll of the Harbour Company',
    ]);
  });

  it('cites the report and the passages beneath it', async () => {
    const answer = await answerTo(index, { question: 'What are the main themes?' });
    const item = answer.sentences.find(({ role }) => role === 'item');
    const kinds = item?.citations.map((number) => answer.citations[number - 1]?.target.kind);
    expect(kinds).toEqual(['report', 'passage']);
  });

  it('puts the report first that the question is about', async () => {
    const answer = await answerTo(index, { question: 'What did fishermen think of the toll?', mode: 'global' });
    expect(answer.sentences[0]?.text).toBe('The toll of the Harbour Company');
  });

  it('answers with what bears on the question, from passages where the reports do not say it', async () => {
    const answer = await answerTo(index, { question: 'Who bought the wharf of the company?', mode: 'global' });
    expect(wordsOf(answer)).toContain('The company sold its wharf to the railway in 1910.');
    expect(wordsOf(answer)).not.toContain('Ships from the north steer by its white flash.');
  });

  it('shows no words twice', async () => {
    const answer = await answerTo(index, {
      question: 'What did the Harbour Company do for ships?',
      mode: 'global',
      level: 1,
    });
    const texts = answer.sentences.filter(({ role }) => role !== 'heading').map(({ text }) => text);
    expect(texts.length).toBeGreaterThan(1);
    expect(new Set(texts).size).toBe(texts.length);
  });

  it('uses the reports of the level that is asked for', async () => {
    const answer = await answerTo(index, { question: 'What are the main themes?', level: 0 });
    expect(answer.sentences[0]?.text).toBe('The coast and its people');
  });

  it('answers from passages, and says so, while there are no reports', async () => {
    const partial = indexOf({ ...harbour(), communities: [], communityReports: [] });
    const answer = await answerTo(partial, { question: 'Why was the toll unfair?', mode: 'global' });
    expect(answer.sentences[0]?.role).toBe('plain');
    expect(wordsOf(answer)).toContain('Fishermen called the toll unfair');
  });
});

describe('basic search', () => {
  it('works on text units alone, in the order of the passages', async () => {
    const { documents, textUnits } = harbour();
    const bare = indexOf({
      documents,
      textUnits: textUnits.map((unit) => ({ ...unit, entity_ids: [] })),
      entities: [],
      relationships: [],
      communities: [],
      communityReports: [],
    });
    const answer = await answerTo(bare, { question: 'Why did fishermen refuse to pay the toll?' });
    expect(answer.mode).toBe('basic');
    expect(answer.sentences[0]?.text).toContain('Fishermen called the toll unfair');
  });
});

describe('the choice of a mode', () => {
  const cases: readonly (readonly [string, RunMode])[] = [
    ['Summarize these documents', 'global'],
    ['这些文档的主题是什么？', 'global'],
    ['Who is Clara Voss?', 'local'],
    ['Why was the toll lowered?', 'local'],
    ['Where do these documents contradict each other?', 'global'],
    ['How did the coast change over the years?', 'global'],
    ['Taken together, what do the sources say of Clara Voss?', 'global'],
    ['Compare the two companies.', 'global'],
    ['Compare Clara Voss and Jonas Pell.', 'local'],
    ['这些说法之间有什么矛盾？', 'global'],
    ['归纳各份文档的内容', 'global'],
    ['艾达·马罗是谁？', 'local'],
  ];
  for (const [question, mode] of cases) {
    it(`is ${mode} for "${question}", with a reason`, async () => {
      const [plan] = await eventsOf(index, { question });
      expect(plan).toMatchObject({ kind: 'plan', mode });
      expect(plan?.kind === 'plan' && plan.reason).toMatch(/\.$/);
    });
  }
});

describe('within chosen documents', () => {
  for (const mode of ['local', 'global', 'drift', 'basic'] as const) {
    it(`${mode} search quotes no other document`, async () => {
      const answer = await answerTo(index, { question: 'Edda Marrow and the toll', mode, documentIds: ['marrow'] });
      const cited = answer.citations.flatMap(({ passages }) => passages.map(({ document_id }) => document_id));
      expect(new Set(cited).size).toBeGreaterThan(0);
      expect([...new Set(cited)]).toEqual(['marrow']);
    });
  }
});

describe('a follow-up question', () => {
  it('takes the person of the earlier question', async () => {
    const answer = await answerTo(index, { question: 'Where did she die?', earlier: ['Who was Edda Marrow?'] });
    expect(wordsOf(answer)).toContain('She died in Lisbon in 1902');
  });

  it('keeps to its own names when it has some', async () => {
    const answer = await answerTo(index, {
      question: 'What did Clara Voss do to it?',
      earlier: ['Who was Jonas Pell?'],
    });
    expect(wordsOf(answer)).not.toContain('Jonas Pell');
  });
});

describe('what points back at an earlier question', () => {
  const earlier = ['Who was Edda Marrow?'];
  const reasonOf = async (question: string): Promise<string> =>
    (await answerTo(index, { question, earlier })).trace.reason;

  for (const question of [
    'Where did she die?',
    'What was his trade?',
    'Who paid for that bridge?',
    'Who lived there?',
  ]) {
    it(`is told as a follow-up: ${question}`, async () =>
      expect(await reasonOf(question)).toContain('understood as a follow-up about Edda Marrow'));
  }
  for (const question of [
    'How many documents are there?',
    'Is there a toll?',
    'Which schooner is the one that struck the reef?',
    'What are these documents about?',
    'Is it true that the toll was unfair?',
    'What did Clara Voss do to it?',
  ]) {
    it(`is not in "${question}"`, async () => expect(await reasonOf(question)).not.toMatch(/follow-up|Edda Marrow/));
  }

  it('is told in a chosen mode, too', async () => {
    const answer = await answerTo(index, { question: 'Where did she die?', earlier, mode: 'basic' });
    expect(answer.trace.reason).toContain('understood as a follow-up about Edda Marrow');
  });
});

describe('stopping', () => {
  it('ends the answer with what was given and says that it was stopped', async () => {
    const whole = await answerTo(index, { question: 'Who is Tobias Fenn?' });
    const stopped = await answerTo(index, { question: 'Who is Tobias Fenn?' }, 4);
    expect(stopped.stopped).toBe(true);
    expect(stopped.sentences.length).toBeLessThan(whole.sentences.length);
    expect(whole.stopped).toBe(false);
  });
});

it('gives the page of a quoted passage where the document has pages', async () => {
  const answer = await answerTo(index, { question: 'Which schooner struck the reef?' });
  const passage = answer.citations.flatMap(({ passages }) => passages).find(({ quote }) => quote.includes('Halcyon'));
  expect(passage?.page).toBe(3);
});

it('answers Chinese questions with the Chinese sentences', async () => {
  expect(wordsOf(await answerTo(index, { question: '灯塔有多高？' }))).toContain('灯塔高四十米');
});

it('asks for a question when there is none, and says when there are no documents', async () => {
  const empty = indexOf({
    documents: [],
    textUnits: [],
    entities: [],
    relationships: [],
    communities: [],
    communityReports: [],
  });
  for (const question of ['  ', '?', '？！…']) {
    const { sentences } = await answerTo(index, { question });
    expect(sentences).toEqual([{ text: 'Please write a question first.', role: 'plain', citations: [] }]);
  }
  const answer = await answerTo(empty, { question: 'Anything?' });
  expect(answer.notFound).toBe(true);
  expect(answer.citations).toEqual([]);
});
