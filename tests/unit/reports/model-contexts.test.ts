import { describe, expect, it } from 'vitest';
import type { ContextChoice } from '../../../src/core/reports/context/context-page';
import type { CommunityReportRow } from '../../../src/core/tables/tables';
import { write, type ReportInput } from './report-fixtures';
import { GROUPS, letters } from './letters';
import { claim, communityOf, contextsOf, MILL, NAMES, QUARRY, ROOMY, toWrite, world } from './mill';

const none = () => undefined;
const TIGHT: ContextChoice = { form: 'compact', tokens: 500 };
const keyOf = (input: ReportInput, title: string, choice = ROOMY): string | undefined =>
  contextsOf(input).outline(communityOf(input, title), choice)?.key;

describe('what a model is shown of a community', () => {
  const input = world([MILL, QUARRY]);

  it('is GraphRAG’s tables, numbered from 1, each sentence once', () => {
    const { text } = toWrite(input, 'Agnes Holt').context;
    expect(text.split('\n').slice(0, 3)).toEqual([
      '-----Entities-----',
      'id,title,description',
      '1,Agnes Holt,Agnes Holt bought the mill at Arden in 1871 from Thomas Breck.',
    ]);
    expect(text).toContain('\n\n-----Relationships-----\nid,source,target,description\n1,Agnes Holt,Judge Prowse,');
    const sentences = MILL.text.split(/(?<=\.) /u);
    for (const sentence of sentences) expect(text.split(sentence).length, sentence).toBeLessThanOrEqual(2);
  });

  it('holds every relationship inside it and none of elsewhere', () => {
    const { shown } = toWrite(input, 'Agnes Holt').context;
    const inside = input.relationships.filter(({ source_id }) => !/Dunn|Amory/u.test(source_id));
    expect(shown.Relationships.map(({ id }) => id).sort()).toEqual(inside.map(({ id }) => id).sort());
  });

  it('says the predicate of a relationship without a description, with the sentence that proves it', () => {
    const read = (rows: ReportInput['relationships']) =>
      rows.map((row) => ({
        ...row,
        method: 'm',
        description: '',
        keywords: row.source === 'Silas Dunn' ? ['borrowed from'] : [],
      }));
    const { text } = toWrite({ ...input, relationships: read(input.relationships) }, 'Silas Dunn').context;
    expect(text).toContain('Silas Dunn,Ruth Amory,borrowed from: Silas Dunn opened the slate quarry');
  });

  it('holds claims, quoted where they need it, and degrees in the full form', () => {
    const claims = [claim(input, 'Silas Dunn', 'He owed, it is said, "a fortune".')];
    const { text, shown } = toWrite(input, 'Silas Dunn', { form: 'full', tokens: 2000 }, claims).context;
    expect(text).toContain(
      '-----Claims-----\nid,subject_id,type,status,description\n1,Silas Dunn,debt,SUSPECTED,"He owed, it is said, ""a fortune""."',
    );
    expect(text).toContain('id,title,description,degree');
    expect(text).toContain('id,source,target,description,combined_degree');
    expect(shown.Claims[0]?.spans).toEqual([{ document_id: 'mill', start: 0, end: 20 }]);
  });

  it('shows members without a relationship after the others', () => {
    const lonely = world(
      [MILL, { ...QUARRY, text: `${QUARRY.text} The parish of Pell was poor in those days.` }],
      [...NAMES, 'Pell'],
    );
    const id = 'e-Pell';
    const communities = lonely.communities.map((row) =>
      row.entity_ids.includes('e-Silas Dunn')
        ? { ...row, entity_ids: [id, ...row.entity_ids.filter((one) => one !== id)] }
        : row,
    );
    const apart = lonely.relationships.filter((row) => row.source_id !== id && row.target_id !== id);
    const { shown } = toWrite({ ...lonely, communities, relationships: apart }, 'Silas Dunn').context;
    expect(shown.Entities.at(-1)?.id).toBe(id);
  });

  it('is cut at the budget, sentences before relationships', () => {
    const { outline, context } = contextsOf(letters());
    const choice: ContextChoice = { form: 'compact', tokens: 150 };
    const small = context(101, choice, none);
    expect(small?.tokens).toBeLessThanOrEqual(150);
    const lines = outline(101, choice)?.page.lines.Relationships ?? [];
    expect(lines.length).toBeLessThan(10);
    expect(lines.map(({ sentence }) => sentence !== null)).toContain(true);
    expect(lines.at(-1)?.sentence).toBeNull();
  });

  it('names every document whose words are in it', () => {
    expect(toWrite(letters(), 'Person0x0').context.documentIds).toEqual(
      Array.from({ length: GROUPS }, (_, g) => `letters-${String(g)}`),
    );
    expect(toWrite(input, 'Silas Dunn').context.documentIds).toEqual(['quarry']);
  });
});

describe('a community whose own tables are too long', () => {
  const input = letters();
  const contexts = contextsOf(input);

  it('has the reports of sub-communities in place of what is theirs, as few as will do', () => {
    const whole = contexts.outline(100, { form: 'compact', tokens: 4000 });
    expect(whole?.standIns).toEqual([]);
    const some = contexts.outline(100, { form: 'compact', tokens: 1200 });
    expect(some?.standIns.length).toBeGreaterThan(0);
    expect(some?.standIns.length).toBeLessThan(GROUPS);
    const [first] = some?.standIns ?? [];
    const replaced = new Set(first?.row.relationship_ids);
    expect(some?.page.lines.Relationships.filter(({ id }) => replaced.has(id))).toEqual([]);
    const between = input.relationships.filter(
      ({ id }) => !input.communities.slice(1).some((row) => row.relationship_ids.includes(id)),
    );
    expect(some?.page.lines.Relationships.map(({ id }) => id)).toEqual(
      expect.arrayContaining(between.map(({ id }) => id)),
    );
  });

  it('shows the best sentences of a sub-community that no model has reported on', () => {
    const { text = '', tokens = 0, shown } = contexts.context(100, TIGHT, none) ?? {};
    expect(text).toContain('----Reports-----\nid,full_content\n1,');
    expect(text).toMatch(/Person0x0, .* wrote a long letter/u);
    expect(tokens).toBeLessThanOrEqual(TIGHT.tokens);
    expect(shown?.Reports[0]?.spans.length).toBeGreaterThan(0);
  });

  const modelReport = (key: string | undefined): CommunityReportRow => {
    const standing = write(input).find(({ community }) => community === 101);
    if (!standing) throw new Error('There is no report on 101.');
    return {
      ...standing,
      method: 'm',
      context_hash: key ?? '',
      full_content: '# Letters\n\nThey wrote a lot [Data: Entities (1)].',
    };
  };

  it('shows what a model reported on a sub-community, without references, as long as that is valid', () => {
    const valid = modelReport(contexts.outline(101, TIGHT)?.key);
    const reportOf = (report: CommunityReportRow) => (community: number) => (community === 101 ? report : undefined);
    expect(contexts.context(100, TIGHT, reportOf(valid))?.text).toContain('Letters. They wrote a lot.');
    const stale = { ...valid, context_hash: 'model:compact:500:00000000000000000000000000000000' };
    expect(contexts.context(100, TIGHT, reportOf(stale))?.text).not.toContain('They wrote a lot');
  });

  it('does not become dirty when a report on a sub-community is written', () => {
    const valid = modelReport(contexts.outline(101, TIGHT)?.key);
    expect(contexts.context(100, TIGHT, () => valid)?.key).toBe(contexts.context(100, TIGHT, none)?.key);
  });

  it('becomes dirty when the context of such a sub-community changes', () => {
    const texts = input.documents.map(({ id, text }) => ({
      id,
      text: text.replace('about the harvest and acorn', 'about the drought'),
    }));
    const changed = {
      ...letters(),
      documents: input.documents.map((row, at) => ({ ...row, text: texts[at]?.text ?? '' })),
    };
    expect(contextsOf(changed).outline(100, TIGHT)?.key).not.toBe(contexts.outline(100, TIGHT)?.key);
  });

  it('is cut where even all reports are too long', () => {
    const narrow: ContextChoice = { form: 'compact', tokens: 200 };
    const outline = contexts.outline(100, narrow);
    expect(outline?.standIns.length).toBe(2);
    expect(contexts.context(100, narrow, none)?.tokens).toBeLessThanOrEqual(200);
  });
});

describe('the hash of a context', () => {
  const before = keyOf(world([MILL]), 'Agnes Holt');

  it('tells the form and the budget, without which it could not be found again', () => {
    expect(before).toMatch(/^model:compact:1000:[0-9a-f]{32}$/u);
    expect(keyOf(world([MILL]), 'Agnes Holt', { form: 'full', tokens: 900 })).toMatch(/^model:full:900:/u);
  });

  it('stays when an unrelated document is added, before or after', () => {
    expect(keyOf(world([MILL, QUARRY]), 'Agnes Holt')).toBe(before);
    expect(keyOf(world([{ ...QUARRY, id: 'a' }, MILL]), 'Agnes Holt')).toBe(before);
  });

  it('stays when a member is named elsewhere, in a sentence that connects it with no other', () => {
    const elsewhere = { id: 'a', text: 'Agnes Holt was seen at the fair in a yellow hat.' };
    expect(keyOf(world([elsewhere, MILL]), 'Agnes Holt')).toBe(before);
  });

  it('stays when everything is numbered otherwise', () => {
    const input = world([MILL]);
    const turned: ReportInput = {
      ...input,
      entities: input.entities.map((row) => ({ ...row, human_readable_id: 900 - row.human_readable_id })).reverse(),
      relationships: input.relationships
        .map((row) => ({ ...row, human_readable_id: 500 - row.human_readable_id }))
        .reverse(),
      communities: input.communities.map((row) => ({
        ...row,
        community: row.community + 77,
        human_readable_id: 3,
        title: 'Other',
      })),
    };
    expect(keyOf(turned, 'Agnes Holt')).toBe(before);
  });

  it('stays when members become better known elsewhere', () => {
    const input = world([MILL]);
    const entities = input.entities.map((row) => ({ ...row, degree: row.degree + 3 }));
    expect(keyOf({ ...input, entities }, 'Agnes Holt')).toBe(before);
  });

  it('stays with sub-communities that are numbered otherwise', () => {
    const input = letters();
    const shift = (number: number): number => (number < 0 ? number : 300 - number);
    const communities = input.communities
      .map((row) => ({
        ...row,
        community: shift(row.community),
        parent: shift(row.parent),
        children: row.children.map(shift),
      }))
      .reverse();
    const renumbered = contextsOf({ ...input, communities }).outline(200, TIGHT);
    expect(renumbered?.key).toBe(contextsOf(input).outline(100, TIGHT)?.key);
  });

  it('changes when a document that is quoted changes, is moved about in, or is deleted', () => {
    const edited = { ...MILL, text: MILL.text.replace('1871', '1873') };
    expect(keyOf(world([edited]), 'Agnes Holt')).not.toBe(before);
    const moved = { ...MILL, text: `The parish book says this. ${MILL.text}` };
    expect(keyOf(world([moved]), 'Agnes Holt')).not.toBe(before);
    const second = { id: 'second', text: 'Clara Venn leased the mill to Thomas Breck in 1890 for ten years.' };
    expect(keyOf(world([MILL, second]), 'Agnes Holt')).not.toBe(before);
  });

  it('changes when a claim about a member or its description changes', () => {
    const input = world([MILL]);
    const community = communityOf(input, 'Agnes Holt');
    const claims = [claim(input, 'Clara Venn', 'She never paid.')];
    expect(contextsOf(input, claims).outline(community, ROOMY)?.key).not.toBe(before);
    const entities = input.entities.map((row) => ({ ...row, description: `${row.title}, it is said.` }));
    expect(keyOf({ ...input, entities }, 'Agnes Holt')).not.toBe(before);
  });
});
