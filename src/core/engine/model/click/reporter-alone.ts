import { readingChoices, type ReadingChoices } from '../../../index/model-steps';
import type { ChatModelInfo } from '../../../models/chat-model';
import type { EditedPrompt } from '../../../prompts/prompt';
import { listOutdatedReports, type OutdatedReport } from '../../../reports/staleness/outdated-reports';
import type { EngineEnv } from '../../env';
import type { OpenCollection } from '../../open-collection';
import { readingOptions } from '../asking/reading-options';
import { reportingOn, type Reporting } from '../reporting';

/** What reports on single communities, ahead of an index run. */
export interface ReporterAlone {
  readonly model: ChatModelInfo;
  readonly choices: ReadingChoices;
  /** A person's own words by prompt name. */
  readonly prompts: Readonly<Record<string, EditedPrompt>>;
  readonly reporting: Omit<Reporting, 'dirty'>;
  /** Undefined where a model's report stands (where `layer` is given, one of that layer) and where there is nothing to show. */
  dirtyOf(community: number, layer?: string): OutdatedReport | undefined;
}

/** The chosen model as it would report on the open collection now; null when none is chosen. */
export async function reporterAlone(
  open: OpenCollection,
  { models, settings }: Pick<EngineEnv, 'models' | 'settings'>,
): Promise<ReporterAlone | null> {
  const model = (await models.chat('reports'))?.info;
  if (!model) return null;
  const { parameters } = open.store.state;
  const choices = readingChoices(parameters);
  const { prompts, contextWindow } = await readingOptions(choices, model, settings);
  const { tables } = open;
  const reporting = reportingOn(tables, parameters, { contextWindow, form: choices.depth }, { which: 'none' });
  const { contexts, choice } = reporting;
  const dirtyOf: ReporterAlone['dirtyOf'] = (number, layer) => {
    const isThis = ({ community }: { readonly community: number }): boolean => community === number;
    const own = {
      communities: tables.communities.filter(isThis),
      community_reports: tables.community_reports.filter(isThis),
    };
    return listOutdatedReports(own, contexts, choice, { which: 'all', most: 1, leastSize: 2 }, layer)[0];
  };
  return { model, choices, prompts, reporting, dirtyOf };
}
