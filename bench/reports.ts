// smoke: 500
import { COMMUNITY_PARAMETERS, makeCommunities } from '../src/core/graph/communities/communities';
import { randomNumbers } from '../src/core/random';
import { valuesOf } from '../src/core/parameters';
import { REPORT_PARAMETERS } from '../src/core/reports/extractive/report-context';
import { reportTables, type ReportSources } from '../src/core/reports/context/report-tables';
import { createReports } from '../src/core/reports/reports';
import type { DocumentRow, EntityRow, RelationshipRow, TextUnitRow } from '../src/core/tables/tables';
import { finish } from '../src/core/work';
import { lfrGraph } from './lib/lfr-graph';

/** Communities and their reports on a made-up corpus of one sentence per edge. Run: npx tsx bench/reports.ts [nodes …] */

const WORDS = 3000;
const DOCUMENTS = 200;

const cpu = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** A sentence per edge that names both ends among skewed words, in the document of the edge. */
function corpus(nodes: number): Omit<ReportSources, 'communities'> & { readonly today: string } {
  const graph = lfrGraph(nodes, 1, DOCUMENTS);
  const random = randomNumbers(2);
  const word = (): string => `w${Math.floor(WORDS * random() ** 3)}`;
  const texts: string[] = Array.from({ length: DOCUMENTS }, () => '');
  const spans = [...graph.source].map((source, edge) => {
    const document = graph.document[edge] ?? 0;
    const words = Array.from({ length: 14 }, word).join(' ');
    const sentence = `Entity${source} ${words} Entity${graph.target[edge] ?? 0} ${word()}.`;
    const start = (texts[document] ?? '').length;
    texts[document] = `${texts[document] ?? ''}${sentence} `;
    return { document, start, end: start + sentence.length };
  });
  const sentences = texts.map((_, document) => spans.filter((span) => span.document === document));
  const none = { human_readable_id: 0, title: '', method: 'no-model', text_unit_ids: [] as string[] };
  const documents = texts.map(
    (text, i) => ({ ...none, id: `d${i}`, text, heading_starts: [] }) as unknown as DocumentRow,
  );
  const textUnits = texts.map((text, i) => ({
    ...none,
    id: `u${i}`,
    document_id: `d${i}`,
    start: 0,
    end: text.length,
    sentence_starts: sentences[i]?.map(({ start }) => start),
    sentence_ends: sentences[i]?.map(({ end }) => end),
  })) as unknown as TextUnitRow[];
  const entities = Array.from({ length: nodes }, (_, node) => ({
    ...none,
    id: `e${node}`,
    key: `entity${node}`,
    title: `Entity${node}`,
    aliases: [],
    degree: 0,
  })) as unknown as EntityRow[];
  const relationships = spans.map(({ document, start, end }, edge) => ({
    ...none,
    id: `r${edge}`,
    source_id: `e${graph.source[edge] ?? 0}`,
    target_id: `e${graph.target[edge] ?? 0}`,
    description: 'appears with',
    weight: graph.weight[edge] ?? 1,
    combined_degree: 0,
    text_unit_ids: [`u${document}`],
    evidence_document_ids: [`d${document}`],
    evidence_starts: [start],
    evidence_ends: [end],
  })) as unknown as RelationshipRow[];
  return { documents, textUnits, entities, relationships, today: '2026-01-01' };
}

const defaults = valuesOf({ parameters: REPORT_PARAMETERS });

function measure(nodes: number): Record<string, unknown> {
  const input = corpus(nodes);
  const start = cpu();
  const { rows } = finish(makeCommunities({ ...input, counter: -1 }, valuesOf({ parameters: COMMUNITY_PARAMETERS })));
  const clustered = cpu();
  const on = { parameters: defaults, rows: [], idf: () => 1 };
  const reports = createReports({ ...on, tables: reportTables({ ...input, communities: rows }) });
  const all = rows.filter(({ size }) => size >= 2);
  for (const { community } of all) reports.of(community);
  const written = cpu();
  const again = createReports({ ...on, tables: reportTables({ ...input, communities: rows }) }, reports.composed);
  for (const { community } of all) again.of(community);
  return {
    entities: nodes,
    relationships: input.relationships.length,
    communities: rows.length,
    'communities ms': (clustered - start).toFixed(0),
    reports: all.length,
    'reports ms': (written - clustered).toFixed(0),
    'ms per report': ((written - clustered) / all.length).toFixed(2),
    'again, unchanged ms': (cpu() - written).toFixed(0),
  };
}

const sizes = process.argv.slice(2).map(Number);
console.log('Communities and extractive reports, CPU milliseconds');
console.table((sizes.length > 0 ? sizes : [2_000, 20_000]).map(measure));
