import { RUN_MODES } from '../../../../src/core/search/request/mode-names';
import type { RunMode } from '../../../../src/core/search/request/search-request';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SearchTables } from '../../../../src/core/retrieval';
import type { CovariateRow } from '../../../../src/core/tables/tables';
import { indexedTexts } from '../../../helpers/indexed-texts';
import { answerTo, indexOf } from '../ask';
import { harbour, HARBOUR_WORLD } from '../harbour';
import { smallWorld, type SmallWorld } from '../small-world';
import { runs } from '../../../helpers/property-runs';

const index = indexOf(harbour());
const evidenceFor = async (question: string, mode: RunMode, on = index) =>
  (await answerTo(on, { question, mode })).evidence;

describe('what a mode shows', () => {
  const question = 'How did Clara Voss come to the Harbour Company?';

  it('is in Local cards of what the question names, how these hang together, and passages', async () => {
    const { entities, connections, passages, communities, leads } = await evidenceFor(question, 'local');
    expect(entities.map(({ title, named }) => [title, named])).toEqual([
      ['Clara Voss', true],
      ['Harbour Company', true],
    ]);
    expect(connections.map(({ from, to }) => [from, to])).toEqual([['Clara Voss', 'Harbour Company']]);
    expect(passages.length).toBeGreaterThan(0);
    expect([communities, leads]).toEqual([[], []]);
  });

  it('is in Global communities, and no passages beside them', async () => {
    const { communities, passages, entities } = await evidenceFor(question, 'global');
    expect(communities.length).toBeGreaterThan(0);
    expect([passages, entities]).toEqual([[], []]);
    expect(communities.map(({ score }) => score)).toEqual(
      communities.map(({ score }) => score).toSorted((a, b) => b - a),
    );
  });

  it('is in DRIFT communities, passages, and questions to which the graph leads', async () => {
    const { communities, passages, leads } = await evidenceFor('Who was Edda Marrow?', 'drift');
    expect(communities.length).toBeGreaterThan(0);
    expect(passages.length).toBeGreaterThan(0);
    expect(new Set(leads).size).toBe(leads.length);
  });

  it.each(RUN_MODES)('is each thing once, in %s of a collection with few communities', async (mode) => {
    const few = await indexedTexts({
      'mill.txt': 'Anna Berg sold the mill of Boras to Karl Vogt in 1931. Karl Vogt sold it to Tagged Ltd.',
    });
    const { communities, entities, passages } = await evidenceFor('Who is Anna Berg?', mode, few);
    for (const ids of [
      communities.map(({ community }) => String(community)),
      entities.map(({ id }) => id),
      passages.map(({ textUnitId }) => textUnitId),
    ])
      expect(new Set(ids).size).toBe(ids.length);
  });

  it('is in Basic passages alone', async () => {
    const { passages, ...others } = await evidenceFor(question, 'basic');
    expect(passages.length).toBeGreaterThan(0);
    expect(others).toMatchObject({ entities: [], connections: [], communities: [], leads: [] });
  });
});

describe('Global', () => {
  const three: SmallWorld = {
    ...HARBOUR_WORLD,
    communities: ['Edda Marrow', 'Clara Voss', 'Tobias Fenn'].flatMap((member, at) => [
      {
        community: 2 * at,
        level: 0,
        parent: -1,
        members: [member],
        report: { title: `Broad ${member}`, rank: 5, findings: ['The toll paid for the lighthouse at Grey Point.'] },
      },
      {
        community: 2 * at + 1,
        level: 1,
        parent: 2 * at,
        members: [member],
        report: { title: `Narrow ${member}`, rank: 5, findings: ['The toll paid for the lighthouse at Grey Point.'] },
      },
    ]),
  };

  it('shows the broadest communities on a question about the whole, and deeper ones on one with a subject', async () => {
    const on = indexOf(smallWorld(three));
    const whole = await evidenceFor('What are the main themes?', 'global', on);
    expect(whole.communities.map(({ level }) => level)).toEqual([0, 0, 0]);
    const specific = await evidenceFor('Who paid for the lighthouse at Grey Point?', 'global', on);
    expect(specific.communities.map(({ level }) => level)).toContain(1);
  });

  it('never shows nothing while there is a document, whatever is asked and however far the index is', async () => {
    const bare = { communities: [], communityReports: [] };
    const early = [harbour(), { ...harbour(), ...bare }, { ...harbour(), ...bare, entities: [], relationships: [] }];
    for (const on of early.map((tables) => indexOf(tables))) {
      for (const question of [
        'What are the main themes?',
        'Summarise these documents',
        '这些文档的主题是什么？',
        'Who paid the toll?',
      ]) {
        for (const documentIds of [[], ['company']]) {
          const { evidence } = await answerTo(on, { question, mode: 'global', documentIds });
          expect(evidence.communities.length + evidence.passages.length, question).toBeGreaterThan(0);
        }
      }
    }
  });
});

/** Two documents that share entities and communities, each sentence of the second with a word of its own. */
const SECRET = 'Zorblat';
const NAMES = ['Ada Quill', 'Bo Lindt', 'Cem Oral', 'Dov Perl', 'Eli Roth'];
const texts = (by: string) =>
  fc
    .array(fc.uniqueArray(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 6 })
    .map((sentences) => sentences.map((names, at) => `${names.join(' and ')} ${by} in ${String(1900 + at)}.`));
const worlds = fc.record({
  open: texts('met at the mill'),
  hidden: texts(`hid the ${SECRET}`),
  communities: fc.array(fc.subarray(NAMES, { minLength: 1 }), { minLength: 1, maxLength: 4 }),
});

function tablesOf({
  open,
  hidden,
  communities,
}: {
  open: readonly string[];
  hidden: readonly string[];
  communities: readonly (readonly string[])[];
}): SearchTables {
  const tables = smallWorld({
    documents: [
      { id: 'open', title: 'Open', paragraphs: open },
      { id: 'hidden', title: `The ${SECRET}`, paragraphs: hidden },
    ],
    entities: [
      ...NAMES.map((title) => ({ title, type: 'person', description: `${title} hid the ${SECRET}.` })),
      { title: SECRET, type: 'thing' },
    ],
    communities: communities.map((members, at) => ({
      ...{ community: at, level: at % 2, parent: -1, members: [...members, SECRET] },
      report: { title: `On the ${SECRET}`, rank: 5, findings: [hidden[0] ?? '', open[0] ?? ''] },
    })),
  });
  const touches = (ids: readonly string[]): boolean => ids.some((id) => id.startsWith('hidden'));
  return {
    ...tables,
    // What was made from open passages alone cannot hold the word.
    entities: tables.entities.map((row) =>
      touches(row.text_unit_ids) ? row : { ...row, description: `${row.title} met somebody.` },
    ),
    relationships: tables.relationships.map((row) => ({
      ...row,
      description: touches(row.text_unit_ids) ? `hid the ${SECRET} with` : 'met',
    })),
  };
}

const claimOf = (document_id: string, subject_id: string, description: string): CovariateRow => ({
  ...{
    id: `claim of ${document_id}`,
    human_readable_id: 0,
    covariate_type: 'claim',
    type: 'deed',
    description,
    subject_id,
  },
  ...{
    object_id: null,
    status: 'TRUE',
    start_date: null,
    end_date: null,
    source_text: '',
    text_unit_id: `${document_id}-0`,
  },
  ...{ method: 'A model', document_id, evidence_start: 0, evidence_end: 5 },
});

it('no word that only documents which were not chosen have is shown in any mode, nor given to a model', async () => {
  await fc.assert(
    fc.asyncProperty(
      worlds,
      fc.constantFrom(
        'What did Ada Quill and Bo Lindt do?',
        'What are the main themes?',
        'Who hid the Zorblatt?',
        'Dov Perl',
      ),
      fc.constantFrom(...RUN_MODES),
      async (world, question, mode) => {
        const on = indexOf(tablesOf(world));
        const claims = NAMES.flatMap((name) => [
          claimOf('hidden', name, `${name} hid the ${SECRET}.`),
          claimOf('open', name, `${name} was at the mill.`),
        ]);
        const { evidence, trace } = await answerTo(on, { question, mode, documentIds: ['open'] }, { claims });
        const { missing, ...shown } = evidence;
        expect(JSON.stringify(shown)).not.toMatch(/zorblat/iu);
        expect(JSON.stringify(missing.flatMap(({ suggestions, searched }) => [...suggestions, searched]))).not.toMatch(
          /zorblat/iu,
        );
        expect(JSON.stringify(trace.sections)).not.toMatch(/zorblat/iu);
      },
    ),
    runs(40),
  );
});

it('questions to which the graph leads are none on what only other documents say', async () => {
  const on = await indexedTexts({
    'open.txt':
      'Ada Quill met Bo Lindt at the mill. Ada Quill and Bo Lindt rowed home. Bo Lindt kept the mill with Ada Quill.',
    'more.txt': 'In May came Bo Lindt. Later Bo Lindt saw Ada Quill again.',
    'hidden.txt':
      'Ada Quill hid the cup with Zeno Brack. Zeno Brack and Ada Quill fled to Corran. Zeno Brack sold the cup.',
    'also.txt': 'In June came Zeno Brack. Later Zeno Brack saw Ada Quill again.',
  });
  const open = on.tables.documents.find(({ text }) => text.includes('rowed home'))?.id ?? '';
  const everywhere = await evidenceFor('Who was Ada Quill?', 'drift', on);
  expect(everywhere.leads.join(' ')).toContain('Zeno Brack');
  const { evidence } = await answerTo(on, { question: 'Who was Ada Quill?', mode: 'drift', documentIds: [open] });
  expect(evidence.leads.join(' ')).not.toMatch(/Brack|Corran/u);
});
