import type { SearchMode } from '../src/core/search/request/search-request';
import type { GoldQuestion } from '../scripts/lib/gold';
import type { Evidence, PassageEvidence } from '../src/core/search/evidence/evidence';
import type { Span } from '../src/core/tables/tables';
import { mean } from './lib/bootstrap';
import {
  degreesOf,
  goldPairs,
  ratesOf,
  tallyEntities,
  tallyPairs,
  type Pair,
  type Tally,
} from './lib/extraction-score';
import { coversHalf, spanOfPassage } from './lib/gold-evidence';
import { ask, measuredSample } from './lib/measured-sample';
import { matchEntities } from './lib/name-matches';
import { rankingsOf } from './lib/ranking';
import { printRecall } from './lib/recall-report';
import { sampleQuestions } from './lib/sample-questions';
import { table } from './lib/table';
import { quantile } from './lib/quantile';

/** Extraction, retrieval and evidence without a model on the sample, against its gold standard: `npm run bench -- sample`. */

const KINDS = ['single', 'multi-hop', 'global'] as const;
const MODES: readonly SearchMode[] = ['auto', 'local', 'global', 'basic'];
const WELL_CONNECTED = 3;
const FIRST = 3;
/** Types that the gold standard and the finder spell differently. */
const SPELT: Readonly<Record<string, string>> = { organization: 'organisation' };

const spansOf = ({ documentId }: PassageEvidence, ranges: PassageEvidence['marks']): readonly Span[] =>
  ranges.map(({ start, end }) => ({ document_id: documentId, start, end }));

const shownBy = ({ passages, communities }: Evidence): readonly Span[] => [
  ...passages.flatMap((one) => spansOf(one, [one.focus])),
  ...communities.flatMap(({ sources }) => sources),
];

const { gold, tables, index } = await measuredSample();
const { documents, entities, relationships } = tables;
const numberOf = new Map(gold.entities.map(({ id }, at) => [id, at]));
const linked = gold.relationships.map(({ source, target }): Pair => [
  numberOf.get(source) ?? -1,
  numberOf.get(target) ?? -1,
]);
const degrees = degreesOf(linked, gold.entities.length);
const wellConnected = (at: number): boolean => (degrees[at] ?? 0) >= WELL_CONNECTED;

console.log(
  `The sample without a model: ${documents.length} documents, ${tables.text_units.length} text units, ${entities.length} entities, ` +
    `${relationships.length} relationships, ${index.communities.reportOf.size} reports; ${gold.questions.length} questions`,
);
printEntities();
printRelationships();
printRetrieval();
await printEvidence();

function fixed(value: number): string {
  return value.toFixed(3);
}

function tallyRow(name: string, tally: Tally): string[] {
  const { precision, recall, f1 } = ratesOf(tally);
  const counts = [`${tally.right} of ${tally.found}`, `${tally.reached} of ${tally.gold}`];
  return [name, ...counts, ...[precision, recall, f1].map(fixed)];
}

function printEntities(): void {
  const typeOf = (type: string): string => SPELT[type] ?? type;
  const types = [...new Set([...gold.entities, ...entities].map(({ type }) => typeOf(type)))].sort();
  for (const matching of ['strict', 'partial'] as const) {
    const matches = matchEntities(entities, gold.entities, matching);
    const byType = types.map((type) =>
      tallyRow(
        type,
        tallyEntities(
          matches,
          (at) => gold.entities[at]?.type === type,
          (at) => typeOf(entities[at]?.type ?? '') === type,
        ),
      ),
    );
    const rows = [tallyRow('all', tallyEntities(matches)), ...byType];
    rows.push(tallyRow(`gold degree ≥ ${WELL_CONNECTED}`, tallyEntities(matches, wellConnected)));
    console.log(`\nEntities, ${matching} match (precision over the type found, recall over the gold type)`);
    console.log(table(['entities', 'found right', 'gold reached', 'precision', 'recall', 'F1'], rows));
  }
}

function printRelationships(): void {
  const at = new Map(entities.map(({ id }, number) => [id, number]));
  const found = relationships.map((row): Pair => [at.get(row.source_id) ?? -1, at.get(row.target_id) ?? -1]);
  const rows = (['strict', 'partial'] as const).flatMap((matching) => {
    const matches = matchEntities(entities, gold.entities, matching);
    const reached = (gold: number): boolean => (matches.ofGold[gold] ?? []).length > 0;
    const mapped = goldPairs(found, matches);
    const within = (keep: (gold: number) => boolean): Tally =>
      tallyPairs(
        mapped.filter((pair) => pair.every(keep)),
        linked.filter((pair) => pair.every(keep)),
      );
    return [
      tallyRow(
        `${matching}, all gold entities`,
        within(() => true),
      ),
      tallyRow(`${matching}, matched entities`, within(reached)),
      tallyRow(`${matching}, gold degree ≥ ${WELL_CONNECTED}`, within(wellConnected)),
    ];
  });
  console.log('\n"Appears with" between matched entities, against the pairs that the gold standard relates');
  console.log(table(['pairs', 'found right', 'gold reached', 'precision', 'recall', 'F1'], rows));
}

function printRetrieval(): void {
  const asked = sampleQuestions(gold, tables);
  const questions = asked.map(({ question }) => question);
  console.log('\nRecall of evidence over text units');
  printRecall(asked, rankingsOf(index, questions, null));
}

interface Asked {
  readonly kind: GoldQuestion['kind'];
  /** Share of the gold passages of which half is marked in the first passages, is shown of any, or is a source of a community. */
  readonly marked: number;
  readonly shown: number;
  readonly milliseconds: number;
}

async function askAll(mode: SearchMode): Promise<readonly Asked[]> {
  const all: Asked[] = [];
  for (const question of gold.questions) {
    if (question.kind === 'unanswerable') continue;
    const { answer, milliseconds } = await ask(index, question.question, mode);
    const spans = question.evidence.map((passage) => spanOfPassage(documents, passage));
    const coveredShare = (by: readonly Span[]): number => mean(spans.map((span) => (coversHalf(by, span) ? 1 : 0)));
    const { evidence } = answer;
    const marks = evidence.passages.slice(0, FIRST).flatMap((one) => spansOf(one, one.marks));
    all.push({
      kind: question.kind,
      marked: coveredShare(marks),
      shown: coveredShare(shownBy(evidence)),
      milliseconds,
    });
  }
  return all;
}

async function printEvidence(): Promise<void> {
  const rows: string[][] = [];
  for (const mode of MODES) {
    const all = await askAll(mode);
    for (const kind of [...KINDS, 'all'] as const) {
      const own = all.filter((one) => kind === 'all' || one.kind === kind);
      const times = own.map(({ milliseconds }) => milliseconds);
      rows.push([
        mode,
        kind,
        fixed(mean(own.map(({ marked }) => marked))),
        fixed(mean(own.map(({ shown }) => shown))),
        ...[0.5, 0.95].map((share) => quantile(times, share).toFixed(1)),
      ]);
    }
  }
  console.log('\nGold passages in the evidence of the answerable questions');
  const head = ['mode', 'questions', `marked in the first ${String(FIRST)}`, 'shown', 'p50 ms', 'p95 ms'];
  console.log(table(head, rows));
}
