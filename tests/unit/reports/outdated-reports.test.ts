import { describe, expect, it } from 'vitest';
import { NO_MODEL } from '../../../src/core/provenance';
import { APPEARS_WITH, appearsWithId } from '../../../src/core/graph/derive/derive-relationships';
import type { ContextChoice } from '../../../src/core/reports/context/context-page';
import { withoutLayers } from '../../../src/core/reports/staleness/valid-reports';
import type { CommunityReportRow, RelationshipRow } from '../../../src/core/tables/tables';
import { write, type ReportInput } from './report-fixtures';
import { letters } from './letters';
import { contextsOf } from './mill';

const WIDE: ContextChoice = { form: 'compact', tokens: 4000 };
const TIGHT: ContextChoice = { form: 'compact', tokens: 500 };
/** Six of the ten relationships of a group have room. */
const NARROW: ContextChoice = { form: 'compact', tokens: 300 };
const none = () => undefined;

interface Writing {
  readonly choice?: ContextChoice;
  readonly cites?: readonly string[];
  readonly reportOf?: (community: number) => CommunityReportRow | undefined;
}

/** A report by a model on what a community's context is now. */
function written(
  input: ReportInput,
  community: number,
  { choice = WIDE, cites = [], reportOf = none }: Writing = {},
): CommunityReportRow {
  const context = contextsOf(input).context(community, choice, reportOf);
  const plain = write(input).find((row) => row.community === community);
  if (!context || !plain) throw new Error('There is nothing to report on.');
  const sources = cites.map((id) => ({ document_id: 'letters-0', start: 0, end: 9, kind: 'relationship', id }));
  return {
    ...plain,
    method: 'Tiny',
    full_content: `# Letters\n\nOf ${String(community)} they wrote a lot.`,
    context_hash: context.key,
    context_lines: context.hashes.lines,
    context_beyond: context.hashes.beyond,
    context_documents: context.hashes.documents,
    finding_sources: JSON.stringify([sources]),
    summary_sources: '[]',
  };
}

/** The same where so many relationships say something else, of unchanged documents. */
function reworded(input: ReportInput, count: number): ReportInput {
  const relationships = input.relationships.map((row, at) => (at < count ? { ...row, keywords: ['praised'] } : row));
  return { ...input, relationships };
}

/** The same with one more document, in which a relationship is said, too. */
function sayingToo(input: ReportInput, relationship: string, text: string): ReportInput {
  const [document] = input.documents;
  const [unit] = input.textUnits;
  if (!document || !unit) throw new Error('There are no documents.');
  return {
    ...input,
    documents: [...input.documents, { ...document, id: 'echo', text }],
    textUnits: [...input.textUnits, { ...unit, id: 'u-echo', document_id: 'echo', text, start: 0, end: text.length }],
    relationships: input.relationships.map((row) =>
      row.id === relationship ? { ...row, text_unit_ids: [...row.text_unit_ids, 'u-echo'] } : row,
    ),
  };
}

/** Makes the row that an earlier version kept beside a stated relationship where both also appear together. */
function beside(row: RelationshipRow): RelationshipRow {
  const key = (title: string) => ({ key: title.toLowerCase() });
  const id = appearsWithId(key(row.source), key(row.target));
  const [source = '', target = ''] = [row.source, row.target].sort();
  return { ...row, id, source, target, method: NO_MODEL, description: APPEARS_WITH, keywords: [] };
}

const changedIn = (input: ReportInput, report: CommunityReportRow) => contextsOf(input).changedLines(report);

describe('a report of a model of which little has changed', () => {
  const input = letters();
  const [first] = input.relationships;
  const report = written(input, 100);

  it('stands, and counts the lines that have', () => {
    expect(changedIn(input, report)).toBe(0);
    expect(changedIn(reworded(input, 2), report)).toBe(2);
    const some = Math.ceil(report.context_lines.length / 10) + 1;
    expect(changedIn(reworded(input, some), report)).toBeUndefined();
  });

  it('keeps the count in its row, until they are as they were', () => {
    const rows = (of: ReportInput, previous: CommunityReportRow) => write({ ...of, previous: [previous] });
    const reportIn = (all: readonly CommunityReportRow[]) => all.find(({ community }) => community === 100);
    const later = reportIn(rows(reworded(input, 2), report));
    expect(later).toEqual({ ...report, lines_changed: 2 });
    expect(later && reportIn(rows(input, later))).toEqual(report);
  });

  it('does not stand where what it cites has changed', () => {
    const citing = written(input, 100, { cites: [first?.id ?? ''] });
    expect(changedIn(input, citing)).toBe(0);
    expect(changedIn(reworded(input, 1), citing)).toBeUndefined();
  });

  it('stands where it was told, too, that pairs appear together of which now only what was stated has a row', () => {
    const relationships = input.relationships.map((row) => ({ ...row, method: 'Tiny', keywords: ['wrote to'] }));
    const more = relationships.slice(0, 8).map(beside);
    const ids = more.map(({ id }) => id);
    const half = {
      ...input,
      relationships: [...relationships, ...more],
      communities: input.communities.map((row) =>
        row.community === 100 ? { ...row, relationship_ids: [...row.relationship_ids, ...ids] } : row,
      ),
    };
    const citing = written(half, 100, { cites: ids.slice(0, 1) });
    expect(citing.context_lines.length).toBe(report.context_lines.length + 8);
    expect(changedIn({ ...input, relationships }, citing)).toBe(0);
    expect(changedIn({ ...input, relationships: relationships.slice(8) }, citing)).toBeUndefined();
  });

  it('does not stand where any document that it was shown words of is gone or another one, however little that was', () => {
    const [, ...others] = input.documents;
    expect(changedIn({ ...input, documents: others }, report)).toBeUndefined();
    const documents = input.documents.map((row, at) => (at === 3 ? { ...row, text: `${row.text} The end.` } : row));
    expect(changedIn({ ...input, documents }, report)).toBeUndefined();
    expect(changedIn({ ...input, documents }, written(input, 101))).toBe(0);
  });

  it('stands where a document is gone of which others say all that was shown, in the same words, and names it no more', () => {
    const changed = reworded(input, 1);
    const both = sayingToo(changed, first?.id ?? '', 'They praised her.');
    const shared = written(both, 101);
    expect(shared.context_documents.some((mark) => mark.startsWith('echo:'))).toBe(true);
    expect(changedIn(changed, shared)).toBe(0);
    const row = write({ ...changed, previous: [shared] }).find(({ community }) => community === 101);
    expect(row).toEqual({ ...shared, context_documents: written(changed, 101).context_documents });
    expect(changedIn(input, shared)).toBeUndefined();
  });

  it('does not stand then where it was told of a part by a report', () => {
    const changed = reworded(input, 1);
    const both = sayingToo(changed, first?.id ?? '', 'They praised her.');
    const part = written(both, 101, { choice: TIGHT });
    const reportOf = (community: number) => (community === 101 ? part : undefined);
    const parent = written(both, 100, { choice: TIGHT, reportOf });
    expect(changedIn(both, parent)).toBe(0);
    expect(changedIn(changed, parent)).toBeUndefined();
  });

  it('does not stand where it does not say what it was written from', () => {
    const older = { ...report, context_lines: [], context_documents: [] };
    expect(changedIn(input, older)).toBe(0);
    expect(changedIn(reworded(input, 1), older)).toBeUndefined();
  });

  it('counts what has changed behind the reports of its parts', () => {
    const parent = written(input, 100, { choice: TIGHT });
    expect(contextsOf(input).outline(100, TIGHT)?.standIns.length).toBeGreaterThan(0);
    expect(changedIn(reworded(input, 1), parent)).toBe(1);
  });

  it('rests on those lines of its parts alone that it was shown, where no model reported on them', () => {
    const context = contextsOf(input).context(100, TIGHT, none);
    const parts = context?.shown.Reports.map(({ id }) => Number(id)) ?? [];
    const ofParts = parts.flatMap((part) => written(input, part).context_lines);
    const shown = ofParts.filter((line) => context?.hashes.lines.includes(line));
    expect(shown.length).toBeGreaterThan(0);
    expect(shown.length).toBeLessThan(ofParts.length / 2);
    const unseen = input.relationships.filter(
      (row) => !context?.text.includes(`${row.source} wrote a long letter to ${row.target}`),
    );
    expect(unseen.length).toBeGreaterThan(input.relationships.length / 2);
    const ids = new Set(
      unseen.filter(({ source, target }) => source.slice(0, 7) === target.slice(0, 7)).map(({ id }) => id),
    );
    const relationships = input.relationships.map((row) => (ids.has(row.id) ? { ...row, keywords: ['praised'] } : row));
    expect(changedIn({ ...input, relationships }, written(input, 100, { choice: TIGHT }))).toBe(0);
  });

  it('does not go when a model reports on a part of it', () => {
    const parent = written(input, 100, { choice: TIGHT });
    const part = written(input, 101, { choice: TIGHT });
    const rows = write({ ...input, previous: [parent, part] });
    expect(rows.find(({ community }) => community === 101)?.method).toBe('Tiny');
    expect(rows.find(({ community }) => community === 100)).toEqual(parent);
    const now = reworded(input, 1);
    expect(
      changedIn(now, written(now, 100, { choice: TIGHT, reportOf: (number) => (number === 101 ? part : undefined) })),
    ).toBe(0);
  });

  it('is quoted in the report above, which then rests on the same documents', () => {
    const now = reworded(input, 1);
    const part = written(input, 101, { choice: TIGHT });
    const shown = { ...part, context_documents: [...part.context_documents, ...report.context_documents].sort() };
    expect(changedIn(now, shown)).toBe(1);
    const reportOf = (community: number) => (community === 101 ? shown : undefined);
    const parent = contextsOf(now).context(100, TIGHT, reportOf);
    expect(parent?.text).toContain('Of 101 they wrote a lot.');
    expect(parent?.hashes.documents).toEqual(expect.arrayContaining([...shown.context_documents]));
    const [, ...others] = now.documents;
    const above = written(now, 100, { choice: TIGHT, reportOf });
    expect(changedIn({ ...now, documents: others }, above)).toBeUndefined();
  });
});

describe('a report of a model whose lines have made room for others', () => {
  const input = letters();
  const report = written(input, 101, { choice: NARROW });
  const inGroup = input.communities.find(({ community }) => community === 101)?.relationship_ids ?? [];
  const shown =
    contextsOf(input)
      .context(101, NARROW, none)
      ?.shown.Relationships.map(({ id }) => id) ?? [];
  const others = inGroup.filter((id) => !shown.includes(id));
  const group = input.communities.find(({ community }) => community === 101)?.entity_ids ?? [];
  /** The same where the members of the group have so many neighbours, so that other relationships rank first. */
  const ranked = (degrees: readonly number[]): ReportInput => ({
    ...input,
    entities: input.entities.map((row) => ({ ...row, degree: degrees[group.indexOf(row.id)] ?? row.degree })),
  });
  /** One, two or three of the others rank before the last that are shown: those with the last member. */
  const raised = (count: 1 | 2 | 3): ReportInput =>
    ranked({ 1: [9, 5, 0, 0, 1], 2: [9, 1, 0, 0, 5], 3: [1, 0, 0, 0, 9] }[count]);
  const withLast = others.filter((id) => id.endsWith('x4'));
  const without = (ids: readonly string[]): ReportInput => ({
    ...input,
    relationships: input.relationships.filter(({ id }) => !ids.includes(id)),
  });

  it('stands as if nothing had changed where they are still said and the others were there before', () => {
    expect([shown.length, others.length]).toEqual([6, 4]);
    expect(changedIn(raised(3), report)).toBe(0);
    const now = contextsOf(raised(3))
      .context(101, NARROW, none)
      ?.shown.Relationships.map(({ id }) => id);
    expect(now).toEqual(expect.arrayContaining([...withLast]));
  });

  it('stands where what it cites has made room and is still said', () => {
    const citing = written(input, 101, { choice: NARROW, cites: shown.slice(-1) });
    expect(changedIn(raised(1), citing)).toBe(0);
    expect(changedIn(without(shown.slice(-1)), citing)).toBeUndefined();
  });

  it('does not stand where more than a third of all its lines has', () => {
    const choice: ContextChoice = { form: 'compact', tokens: 250 };
    const narrower = written(input, 101, { choice });
    expect(narrower.context_lines).toHaveLength(9);
    expect(changedIn(raised(3), narrower)).toBe(0);
    expect(changedIn(ranked([0, 9, 9, 9, 9]), narrower)).toBeUndefined();
  });

  it('counts what was not there when it was written', () => {
    const before = (ids: readonly string[]) => written(without(ids), 101, { choice: NARROW });
    expect(changedIn(raised(1), before(withLast.slice(0, 1)))).toBe(1);
    expect(changedIn(raised(2), before(withLast.slice(0, 2)))).toBeUndefined();
  });

  it('counts all that is new to it where it does not say what was there', () => {
    const older = { ...report, context_beyond: [] };
    expect(changedIn(raised(1), older)).toBe(1);
    expect(changedIn(raised(2), older)).toBeUndefined();
  });

  it('keeps nothing of what found no room and is no longer said', () => {
    const rows = (of: ReportInput) => write({ ...of, previous: [report] });
    const beyondIn = (of: ReportInput) => rows(of).find(({ community }) => community === 101)?.context_beyond;
    expect(beyondIn(input)).toEqual(report.context_beyond);
    const less = beyondIn(without(others.slice(0, 1))) ?? [];
    expect(less).toHaveLength(others.length - 1);
    expect(report.context_beyond).toEqual(expect.arrayContaining([...less]));
  });
});

describe('a report of a model that does not stand', () => {
  const input = letters();
  const report = written(input, 101);
  const rowIn = (of: ReportInput, previous: readonly CommunityReportRow[]) =>
    write({ ...of, previous }).find(({ community }) => community === 101);
  const much = reworded(input, 20);
  const aside = rowIn(much, [report]);

  it('is set aside, and stands again as soon as it may', () => {
    expect(changedIn(much, report)).toBeUndefined();
    expect(aside).toMatchObject({ method: 'extractive', set_aside: expect.stringContaining('they wrote a lot') });
    const still = rowIn(much, aside ? [aside] : []);
    expect(still).toEqual(aside);
    expect(rowIn(input, still ? [still] : [])).toEqual(report);
  });

  it('goes for good where a document that it was shown words of is gone', () => {
    const documents = input.documents.filter(({ id }) => id !== 'letters-0');
    expect(rowIn({ ...input, documents }, [report])?.set_aside).toBeNull();
    expect(rowIn({ ...input, documents }, aside ? [aside] : [])?.set_aside).toBeNull();
  });

  it('goes with what its model made, set aside or not', () => {
    const other = { ...report, community: 102, method: 'Large' };
    const rows = [...(aside ? [aside] : []), other];
    expect(withoutLayers(rows, new Set(['Tiny']))).toEqual([other]);
    expect(withoutLayers(rows, new Set(['Large']))).toEqual([aside]);
  });
});
