import { describe, expect, it } from 'vitest';
import { premisesOf, type ContextDataset, type ContextPremise } from '../../../src/core/search/context/context';
import { localContext } from '../../../src/core/search/modes/local/local';
import { scopeOf } from '../../../src/core/search/context/scope';
import { readQuestion } from '../../../src/core/search/request/question';
import { citeSentences, rowsOfPremises } from '../../../src/core/search/writer/cite-evidence';
import { indexOf } from './ask';
import { harbour } from './harbour';

const tables = harbour();
const index = indexOf({
  ...tables,
  entities: tables.entities.map((row) => ({ ...row, description: `${row.title} is of the coast.` })),
});
const scope = scopeOf(index);
const question = readQuestion(index, { question: 'Who was Edda Marrow of Grey Point?', mode: 'local' });
const context = localContext(index, question, { tokens: 8000, scope });
const premises = premisesOf(context);
const of = (dataset: ContextDataset): readonly ContextPremise[] => premises.filter((one) => one.dataset === dataset);
const saying = (premise: ContextPremise | undefined, nearest: ContextPremise | null = null) => ({
  sentence: premise?.text ?? 'Nobody says so.',
  premises: premise ? [premise] : [],
  nearest,
});
const cite = (sentences: readonly ReturnType<typeof saying>[]) =>
  citeSentences({ index, scope }, rowsOfPremises([context]), sentences);

describe('numbers of citations', () => {
  it('lead each sentence to its own words, also when two rest on the same text unit', () => {
    const [first] = of('Sources');
    const second = of('Sources').find((one) => one.number === first?.number && one !== first);
    const { sentences, citations } = cite([saying(first), saying(second), saying(first)]);
    expect(sentences.map((one) => one.citations)).toEqual([[1], [2], [1]]);
    expect(citations.map(({ passages }) => passages.map(({ quote }) => quote))).toEqual([
      [first?.text],
      [second?.text],
    ]);
  });

  it('are given to what comes nearest to a sentence as well, the same where another rests on it', () => {
    const [first, second] = of('Sources');
    const { sentences } = cite([saying(second), saying(undefined, first ?? null), saying(first)]);
    expect(sentences).toEqual([{ citations: [1] }, { citations: [], nearest: 2 }, { citations: [2] }]);
  });

  it('are one for an entity, which is followed by the passages that name it', () => {
    const [entity] = of('Entities');
    const { sentences, citations } = cite([saying(entity), saying(entity)]);
    expect(sentences[0]).toEqual(sentences[1]);
    expect(citations.filter(({ target }) => target.kind === 'entity')).toHaveLength(1);
    expect(citations.map(({ number }) => number)).toEqual(citations.map((_, at) => at + 1));
  });

  it.each(['Entities', 'Relationships'] as const)(
    'of %s never lead out of the documents that were asked',
    (dataset) => {
      const [one] = of(dataset);
      const row = one && rowsOfPremises([context]).get(one);
      if (!row) throw new Error(`The context has no ${dataset}.`);
      const bare = { ...one, spans: [] };
      const citedWith = (unit: (slot: number) => boolean) =>
        citeSentences({ index, scope: { ...scope, unit } }, new Map([[bare, row]]), [saying(bare)]).citations;
      expect(citedWith(() => true)).not.toEqual([]);
      expect(citedWith(() => false)).toEqual([]);
    },
  );

  it('never lead anywhere but to exact words of a document', () => {
    const { citations } = cite(premises.map((one) => saying(one)));
    expect(new Set(citations.map(({ target }) => target.kind))).toEqual(
      new Set(['report', 'entity', 'relationship', 'passage']),
    );
    for (const { passages } of citations) {
      expect(passages.length).toBeGreaterThan(0);
      for (const { document_id, start, end, quote } of passages) {
        expect(index.documents.get(document_id)?.text.slice(start, end)).toBe(quote);
      }
    }
  });
});
