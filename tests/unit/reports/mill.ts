import { withDegrees } from '../../../src/core/graph/derive/degrees';
import { modelContexts } from '../../../src/core/reports/staleness/valid-reports';
import type { ContextChoice } from '../../../src/core/reports/context/context-page';
import { reportTables } from '../../../src/core/reports/context/report-tables';
import type { CovariateRow } from '../../../src/core/tables/tables';
import { reportInput, type Source, type ReportInput } from './report-fixtures';

export const MILL: Source = {
  id: 'mill',
  text:
    'Agnes Holt bought the mill at Arden in 1871 from Thomas Breck. Agnes Holt and Thomas Breck quarrelled over the weir in 1872. ' +
    'Judge Prowse ruled that Thomas Breck had sold the weir together with the mill. ' +
    'Judge Prowse lodged with Agnes Holt during the hearing. In 1880 Agnes Holt gave the mill to her niece Clara Venn.',
};
export const QUARRY: Source = {
  id: 'quarry',
  text:
    'Silas Dunn opened the slate quarry at Pell with money from Ruth Amory. Silas Dunn hired sixty men from the coast. ' +
    'Ruth Amory sued Silas Dunn for the loss.',
};
export const NAMES = ['Agnes Holt', 'Thomas Breck', 'Judge Prowse', 'Clara Venn', 'Silas Dunn', 'Ruth Amory'];
export const ROOMY: ContextChoice = { form: 'compact', tokens: 1000 };
/** The standing number of an entity is its place in NAMES and this. */
const NUMBERED_FROM = 40;

/** Tables of these texts with the numbers, degrees and text units that a real index has. */
export function world(sources: readonly Source[], names: readonly string[] = NAMES, method?: string): ReportInput {
  const input = reportInput(sources, names, method);
  const entities = input.entities.map((row) => ({
    ...row,
    human_readable_id: row.human_readable_id + NUMBERED_FROM,
    text_unit_ids: sources.filter(({ text }) => text.includes(row.title)).map(({ id }) => `u-${id}`),
  }));
  return { ...input, entities: withDegrees({ entities, relationships: input.relationships }) };
}

export const contextsOf = (input: ReportInput, covariates: readonly CovariateRow[] = []) =>
  modelContexts(reportTables(input), covariates);

/** Number of the broadest community that an entity is in. */
export function communityOf(input: ReportInput, title: string, level = 0): number {
  const id = input.entities.find((row) => row.title === title)?.id ?? '';
  const row = input.communities.find((one) => one.level === level && one.entity_ids.includes(id));
  if (!row) throw new Error(`${title} is in no community of level ${String(level)}.`);
  return row.community;
}

/** Returns the context of an entity's community for a model. */
export function toWrite(
  input: ReportInput,
  title: string,
  choice: ContextChoice = ROOMY,
  covariates?: readonly CovariateRow[],
) {
  const community = communityOf(input, title);
  const context = contextsOf(input, covariates).context(community, choice, () => undefined);
  if (!context) throw new Error(`There is nothing to report on ${title}.`);
  return { context };
}

export function claim(input: ReportInput, subject: string, description: string): CovariateRow {
  return {
    id: `claim-${description}`,
    human_readable_id: 70,
    covariate_type: 'claim',
    type: 'debt',
    description,
    subject_id: subject,
    object_id: null,
    status: 'SUSPECTED',
    start_date: null,
    end_date: null,
    source_text: '',
    text_unit_id: input.textUnits[0]?.id ?? '',
    method: 'm',
    document_id: input.documents[0]?.id ?? '',
    evidence_start: 0,
    evidence_end: 20,
  };
}
