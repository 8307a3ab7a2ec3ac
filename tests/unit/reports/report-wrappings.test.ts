import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { reportLimits } from '../../../src/core/reports/model/limits';
import { isReport, readReport } from '../../../src/core/reports/model/report-draft';

interface Case {
  readonly title: string;
  /** Lines of the reply. */
  readonly reply: readonly string[];
  /** The report that it holds; null where it holds none. */
  readonly report: unknown;
}

const FOLDER = 'tests/fixtures/report-wrappings';
const cases = ['seen', 'own'].flatMap((folder) =>
  readdirSync(`${FOLDER}/${folder}`).map(
    (file) => JSON.parse(readFileSync(`${FOLDER}/${folder}/${file}`, 'utf8')) as Case,
  ),
);

describe('a report that stands', () => {
  it.each(cases.filter(({ report }) => report !== null))('$title is read', ({ reply, report }) => {
    const draft = readReport(reply.join('\n'), reportLimits('full'));
    expect(isReport(draft)).toBe(true);
    expect(draft).toMatchObject(report as object);
  });
});

describe('no report is made', () => {
  it.each(cases.filter(({ report }) => report === null))('of a reply: $title', ({ reply }) => {
    const draft = readReport(reply.join('\n'), reportLimits('full'));
    expect(isReport(draft)).toBe(false);
    expect(draft?.findings ?? []).toEqual([]);
  });
});
