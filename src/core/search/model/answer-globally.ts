import { GLOBAL_REDUCE } from '../../prompts/answers/global-reduce';
import { globalChoices } from '../parameters/global-parameters';
import { WORDS } from '../words';
import { answerBasically } from './answer-basically';
import { batchesToRead } from './batches-to-read';
import { helpingOf, type Keep } from './found';
import type { GlobalSearch } from './global-search';
import { joinFindings } from './join-findings';
import { mapReports } from './map-reports';
import { NOT_FOUND_WRITTEN, type ModeOutcome } from './mode-outcome';
import { numberedOn } from './numbered-on';
import { historyOf } from './prompt-room';
import { rateReports } from './rate-reports';
import type { SearchRun } from './search-run';
import { sectionsOf } from './trace-sections';

/** Global search (GraphRAG B2): points from each batch of reports, and one answer from all points; what came is kept as it comes. */
export async function answerGlobally(run: SearchRun, keep: Keep): Promise<ModeOutcome> {
  const choices = globalChoices(run.request.parameters?.global);
  const notes: string[] = [];
  const search: GlobalSearch = { run, choices, history: historyOf(run), notes };
  const rated = choices.dynamic ? await rateReports(run, choices, notes) : null;
  const { batches, left } = batchesToRead(search, rated?.any ? rated.rows : undefined);
  if (batches.length === 0 && !rated?.any) return fromPassages(run, notes);
  if (left.length > 0) notes.push(leftOut(left.length, batches.length));
  const contexts = numberedOn(batches);
  run.emit({ kind: 'context', sections: sectionsOf(contexts, left) });
  const passedOver = rated?.passedOver ?? [];
  const found = { contexts, left, notes, ...(passedOver.length > 0 && { passedOver }) };
  const { findings, failure } = await mapReports(search, {
    sent: batches,
    contexts,
    onPoints: (points) => keep({ ...found, findings: points }),
  });
  const helping = helpingOf(findings);
  // What was not read may hold the answer.
  if (helping.length === 0 && failure) throw failure;
  const mayAnswer = helping.length > 0 || (run.choices.generalKnowledge && batches.length > 0);
  if (!mayAnswer) return { ...found, written: NOT_FOUND_WRITTEN };
  const { reduceWords: words } = choices;
  const joining = { prompt: GLOBAL_REDUCE, words, contexts, notes, called: 'points' };
  return { ...found, written: await joinFindings(run, helping, joining) };
}

/** Before there are any reports on what is asked of. */
async function fromPassages(run: SearchRun, notes: readonly string[]): Promise<ModeOutcome> {
  const outcome = await answerBasically(run);
  return { ...outcome, lead: WORDS.noReportsRead, notes: [...notes, WORDS.noReportsRead.en, ...outcome.notes] };
}

const leftOut = (count: number, batches: number): string =>
  `${count === 1 ? 'One report was' : `${String(count)} reports were`} not read: ${String(batches)} ${batches === 1 ? 'batch is' : 'batches are'} the limit set for Global. Those that matter most were read.`;
