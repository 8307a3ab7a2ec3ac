import { describe, expect, it } from 'vitest';
import { headline } from '../../../src/core/reports/extractive/compose-report';
import { isPoorSentence } from '../../../src/core/reports/context/sentence-pool';
import { estimateTokens } from '../../../src/core/text/tokens';
import { kept, reportInput, reportsOn, sourcesOf, write, type ReportInput, type Source } from './report-fixtures';

const MILL: Source = {
  id: 'mill',
  text: `The Mill at Arden

Agnes Holt bought the mill at Arden in 1871 from Thomas Breck. The mill had stood empty for nine years before that.
Agnes Holt and Thomas Breck quarrelled over the weir in the spring of 1872. The weir at Arden raised the river by two
feet and flooded the lower meadow. Judge Prowse ruled that Thomas Breck had sold the weir together with the mill.
Judge Prowse lodged with Agnes Holt during the hearing, which the newspapers held against him. In 1880 Agnes Holt gave
the mill to her niece Clara Venn. Clara Venn turned the mill at Arden into a paper works with forty hands.
Year | Hands | Tons
1881 | 40 | 212 | Clara Venn | Agnes Holt`,
  headingStarts: [0],
};
const QUARRY: Source = {
  id: 'quarry',
  text: `Silas Dunn opened the slate quarry at Pell with money from Ruth Amory. Ruth Amory never saw the quarry in her life.
Silas Dunn hired sixty men from the coast and paid them in tokens. The tokens of Silas Dunn were taken only in the shop
of Ruth Amory. The quarry at Pell closed after the flood of 1890. Ruth Amory sued Silas Dunn for the loss.`,
};
const NAMES = ['Agnes Holt', 'Thomas Breck', 'Judge Prowse', 'Clara Venn', 'Silas Dunn', 'Ruth Amory', 'Loner'];
const input = reportInput([MILL, QUARRY], NAMES);
const texts = new Map([MILL, QUARRY].map(({ id, text }) => [id, text]));

describe('reports without a model', () => {
  const reports = write(input);

  it('exist for every community of two or more members and for no other', () => {
    const expected = input.communities.filter(({ size }) => size >= 2).map(({ community }) => community);
    expect(expected.length).toBeGreaterThan(1);
    expect(reports.map(({ community }) => community)).toEqual(expected);
    expect(reports.every(({ method }) => method === 'extractive')).toBe(true);
  });

  it('say nothing that is not a sentence of a document, and tell which', () => {
    const flat = (text: string): string => text.replace(/\s+/gu, ' ');
    for (const report of reports) {
      const { summary, findings } = sourcesOf(report);
      const quote = (spans: (typeof findings)[number]): string =>
        spans.map((span) => flat(texts.get(span.document_id)?.slice(span.start, span.end) ?? '')).join(' ');
      expect(summary.map(quote).join(' ')).toBe(report.summary);
      expect(findings.map(quote)).toEqual(report.findings.map(({ explanation }) => explanation));
      const sentences = new Set(
        input.textUnits.flatMap((unit) =>
          unit.sentence_starts.map((s, i) => `${unit.document_id}:${s}:${unit.sentence_ends[i]}`),
        ),
      );
      for (const span of [...summary, ...findings].flat()) {
        expect(sentences).toContain(`${span.document_id}:${span.start}:${span.end}`);
      }
    }
  });

  it('hold findings that repeat neither each other nor the summary', () => {
    for (const report of reports) {
      expect(report.findings.length).toBeGreaterThan(0);
      expect(new Set(report.findings.map(({ summary }) => summary)).size).toBe(report.findings.length);
      const { summary, findings } = sourcesOf(report);
      const spans = [...summary, ...findings].flat().map((span) => `${span.document_id}:${span.start}`);
      expect(new Set(spans).size).toBe(spans.length);
    }
  });

  it('choose neither headings nor rows of a table while there are sentences', () => {
    const all = reports.map((report) => report.full_content).join('\n');
    expect(all).not.toContain('212');
    expect(all).not.toContain('The Mill at Arden');
  });

  it('are titled after the most connected members', () => {
    expect(reports.find(({ size }) => size === 4)?.title).toMatch(/^Agnes Holt, /);
  });

  it('name people and places before common nouns', () => {
    const text =
      'The weir broke and Agnes Holt saw the weir. Thomas Breck mended the weir for Agnes Holt. The weir held. ' +
      'The flood took the weir and the flood took the mill of Agnes Holt. Thomas Breck blamed the flood.';
    const [report] = write(reportInput([{ id: 'weir', text }], ['weir', 'flood', 'Agnes Holt', 'Thomas Breck']));
    expect(report?.title).toMatch(/^(?:Agnes Holt, Thomas Breck|Thomas Breck, Agnes Holt) and (?:weir|flood)$/);
  });

  it('carry GraphRAG’s content: markdown, and JSON with four spaces in its key order', () => {
    const [report] = reports;
    const findings = report?.findings.map((finding) => `## ${finding.summary}\n\n${finding.explanation}`) ?? [];
    expect(report?.full_content).toBe([`# ${report?.title}`, report?.summary, ...findings].join('\n\n'));
    const parsed = JSON.parse(report?.full_content_json ?? '{}') as Record<string, unknown>;
    expect(Object.keys(parsed)).toEqual(['title', 'summary', 'findings', 'rating', 'rating_explanation']);
    expect(report?.full_content_json).toContain('\n    "summary"');
    expect(parsed['rating']).toBe(report?.rank);
  });

  it('are rated from 0 to 10, higher for more members, weight and documents', () => {
    const [large, small] = [4, 2].map((size) => reports.find((report) => report.size === size));
    expect(large?.rank).toBeGreaterThan(small?.rank ?? 10);
    expect(reports.every(({ rank }) => rank > 0 && rank < 10)).toBe(true);
    expect(large?.rating_explanation).toContain('4 connected members');
  });

  it('are the same when they are asked for twice, and on the same rows later', () => {
    const first = reportsOn(input);
    const asked = reports.map(({ community }) => first.of(community));
    expect(reports.map(({ community }) => first.of(community))).toEqual(asked);
    for (const [at, { community }] of reports.entries()) expect(first.of(community)).toBe(asked[at]);
    const later = reportsOn({ ...input }, {}, first.composed);
    for (const [at, { community }] of reports.entries()) expect(later.of(community)).toBe(asked[at]);
  });

  it('are composed when they are asked for, and for nothing else', () => {
    const asked = reportsOn(input);
    const rows = input.communities.filter(({ size }) => size >= 2);
    for (const row of rows) {
      const report = reports.find(({ community }) => community === row.community);
      expect(asked.title(row)).toBe(report?.title);
      expect(asked.rank(row)).toBe(report?.rank);
      expect(asked.id(row)).toBe(report?.id);
      expect(asked.communityOf(asked.id(row))).toBe(row.community);
    }
    expect(asked.composed.size).toBe(0);
    asked.of(rows[0]?.community ?? -1);
    expect([...asked.composed.keys()]).toEqual([rows[0]?.community]);
  });

  it('are composed anew where what they rest on has changed, and only there', () => {
    const first = reportsOn(input);
    for (const { community } of reports) first.of(community);
    const documents = input.documents.map((row) =>
      row.id === 'quarry' ? { ...row, text: row.text.replace('sixty men', 'ninety men') } : row,
    );
    const later = reportsOn({ ...input, documents }, {}, first.composed);
    const isOfQuarry = (text = ''): boolean => text.includes('Silas Dunn');
    for (const { community, full_content } of reports) {
      if (isOfQuarry(full_content)) expect(later.of(community)?.full_content).not.toContain('sixty men');
      else expect(later.of(community)).toBe(first.of(community));
    }
    expect(reports.map(({ full_content }) => isOfQuarry(full_content))).toContain(false);
    expect(reports.some(({ full_content }) => full_content.includes('sixty men'))).toBe(true);
    const shorter = reportsOn(input, { max_findings: 1 }, first.composed);
    for (const { community } of reports) expect(shorter.of(community)?.findings).toHaveLength(1);
  });

  it('are not kept in the table, where earlier versions wrote them', () => {
    expect(kept({ ...input, previous: reports })).toEqual([]);
    const none: ReportInput['previous'] = [];
    expect(kept({ ...input, previous: none })).toBe(none);
  });

  it('do not depend on the order of the rows', () => {
    const turned = {
      ...input,
      entities: input.entities.toReversed(),
      relationships: [...input.relationships].reverse(),
      communities: input.communities.toReversed(),
    };
    expect(write(turned)).toEqual(reports);
  });

  it('exist even where no evidence was kept', () => {
    const relationships = input.relationships.map((row) => ({
      ...row,
      evidence_document_ids: [],
      evidence_starts: [],
      evidence_ends: [],
    }));
    const bare = write({ ...input, relationships, textUnits: [], documents: [] });
    expect(bare.length).toBe(reports.length);
    expect(bare[0]?.summary).toMatch(/appear together\.$/);
    expect(bare[0]?.findings).toEqual([]);
  });
});

describe('reports on curated relationships', () => {
  const curated = reportInput([MILL, QUARRY], NAMES, 'curated');

  it('head their findings with the descriptions and say so', () => {
    const reports = write(curated);
    expect(reports.every(({ method }) => method === 'curated')).toBe(true);
    expect(reports.flatMap(({ findings }) => findings.map(({ summary }) => summary))).toContain(
      'Silas Dunn is tied to Ruth Amory by the record',
    );
    for (const report of reports) expect(sourcesOf(report).findings.every((spans) => spans.length > 0)).toBe(true);
  });

  it('head a finding with one sentence of a description', () => {
    const relationships = curated.relationships.map((row) => ({
      ...row,
      description: `${row.description}. A second sentence says more.`,
    }));
    const headings = write({ ...curated, relationships }).flatMap(({ findings }) => findings.map((one) => one.summary));
    expect(headings).toContain('Silas Dunn is tied to Ruth Amory by the record');
    expect(headings.join()).not.toContain('second');
  });

  it('are extracted all the same when descriptions are turned off', () => {
    const reports = write(curated, { use_descriptions: false });
    expect(reports.every(({ method }) => method === 'extractive')).toBe(true);
  });
});

describe('reports in Chinese', () => {
  it('are made of Chinese sentences without spaces between them', () => {
    const text =
      '林秋月在一九零三年创办了江边的纺织厂。周大海向林秋月借出了第一笔钱。林秋月与周大海后来为河水争执多年。' +
      '周大海的儿子把纺织厂的旧机器卖给了邻县。林秋月晚年把纺织厂交给工人自己管理，周大海没有反对。';
    const [report] = write(reportInput([{ id: 'zh', text, language: 'zh' }], ['林秋月', '周大海']));
    expect(report?.title).toBe('周大海、林秋月');
    expect(report?.summary).toMatch(/。$/);
    expect(report?.full_content).not.toMatch(/。 /);
    expect(report?.findings.length).toBeGreaterThan(0);
  });
});

describe('a community whose evidence is too long', () => {
  const groups = Array.from({ length: 6 }, (_, g) => Array.from({ length: 6 }, (_, i) => `Person${g}x${i}`));
  const sentences = groups.flatMap((group, g) => [
    ...group.flatMap((a, i) =>
      group
        .slice(i + 1)
        .map((b, j) => `${a} wrote letter number ${g}${i}${j} to ${b} about harvest and ${'abcdef'[g]}${i}${j}corn.`),
    ),
    `${group[0]} met ${groups[(g + 1) % 6]?.[0]} once at the market in town ${g}.`,
  ]);
  const big = reportInput([{ id: 'letters', text: sentences.join(' ') }], groups.flat());

  it('is written from the reports of its sub-communities', () => {
    const tight = { ...big, communities: nested(big.communities) };
    const reports = write(tight, { max_input_tokens: 250 });
    const parent = reports.find(({ children }) => children.length > 0);
    const fromChildren = new Set(
      reports
        .filter((report) => report.parent === parent?.community)
        .flatMap((report) =>
          Object.values(sourcesOf(report))
            .flat(2)
            .map(({ start }) => start),
        ),
    );
    const quoted = parent ? Object.values(sourcesOf(parent)).flat(2) : [];
    const between = (start: number): boolean =>
      sentences.some((s) => s.includes(' met ') && sentences.join(' ').indexOf(s) === start);
    expect(estimateTokens(sentences.join(' '))).toBeGreaterThan(250);
    expect(quoted.length).toBeGreaterThan(0);
    for (const { start } of quoted) expect(fromChildren.has(start) || between(start)).toBe(true);
  });

  /** The communities found, under one parent that holds them all. */
  function nested(rows: typeof big.communities): typeof big.communities {
    const top = rows.filter(({ level }) => level === 0);
    const [first] = top;
    if (!first) return rows;
    const parent = {
      ...first,
      id: 'parent',
      community: 999,
      children: top.map(({ community }) => community),
      entity_ids: top.flatMap(({ entity_ids }) => entity_ids),
      relationship_ids: big.relationships.map(({ id }) => id),
      size: 36,
    };
    return [
      parent,
      ...rows.map((row) => ({ ...row, level: row.level + 1, parent: row.parent < 0 ? 999 : row.parent })),
    ];
  }
});

describe('a headline', () => {
  it.each([
    ['But the mill stood empty.', 'The mill stood empty'],
    [
      'Judge Prowse lodged with Agnes Holt during the hearing, which the newspapers held against him for many years.',
      'Judge Prowse lodged with Agnes Holt during the hearing',
    ],
    ['林秋月晚年把纺织厂交给工人自己管理。', '林秋月晚年把纺织厂交给工人自己管理'],
    ['Nobody came into politics to shut a mill," said Holt.', 'Nobody came into politics to shut a mill, said Holt'],
    ['"Mill" means the mill at Arden.', '"Mill" means the mill at Arden'],
    ['3. Add the flour to the water.', 'Add the flour to the water'],
    [
      'If the owner of the mill is nevertheless resolved upon the weir, I advise that the lower meadow be drained first.',
      'If the owner of the mill is nevertheless resolved upon the weir, I advise that the lower…',
    ],
    [
      'Professor Agnes Holt of the university in the old town, who had lodged there for nine years, spoke of the weir.',
      'Professor Agnes Holt of the university in the old town, who had lodged there for nine…',
    ],
  ])('of %j is %j', (sentence, words) => {
    expect(headline(sentence)).toBe(words);
  });

  it('ends with an ellipsis between words when no clause is short enough', () => {
    expect(headline('word '.repeat(60))).toMatch(/^Word( word)+…$/);
  });
});

describe('a sentence', () => {
  it.each([
    'Contents',
    'Table 4.2 | 12 | 13',
    '1871 1872 1873 1874 (5) 6',
    'The Mill At Arden And Its Owners',
    'Yes.',
    'Who sold the weir together with the mill?',
    'year: 1871\nhands: forty of them\nowner: Agnes Holt',
    'Subject: the weir and who is to pay for it all.',
  ])('like %j is poor', (text) => {
    expect(isPoorSentence(text)).toBe(true);
  });

  it.each(['Agnes Holt bought the mill at Arden in 1871.', '林秋月在一九零三年创办了江边的纺织厂。'])(
    'like %j is not',
    (text) => {
      expect(isPoorSentence(text)).toBe(false);
    },
  );
});
