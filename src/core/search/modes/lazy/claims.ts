import { message, type Message } from '../../../message';
import { GLOBAL_REDUCE } from '../../../prompts/answers';
import type { Hit } from '../../../vectors/top-k';
import type { BuiltContext, ContextRow } from '../../context/context';
import { assemble, fillTable, formOf, renumberContexts, unusedRow } from '../../context/context-table';
import type { History } from '../../context/history';
import { sourceEntries } from '../../context/source-entries';
import { contextOverflow, historyOf, tokensForData, tokensForWords } from '../../model-call/token-budget';
import { traceSections } from '../../trace';
import { mapBatches, type MapCall } from '../../writer/map-batches';
import { NOT_FOUND_WRITTEN, type ModeOutcome, type SearchRun } from '../../writer/search-run';
import { helpfulFindings, joinFindings, type SaveProgress } from '../../writer/write-answer';
import { lazyChoices, type LazyChoices } from './parameters';
import { CLAIMS_SHAPE, LAZY_CLAIMS } from './prompts';
import type { TestedPassages } from './test-passages';

/** Words of the claims of a call for each claim. */
export const CLAIM_WORDS = 40;

/** Draws claims from the relevant passages, some at a time, and joins them into one answer. */
export async function answerFromClaims(
  run: SearchRun,
  { relevant, irrelevant, notes: before }: TestedPassages,
  keep: SaveProgress,
): Promise<ModeOutcome> {
  const choices = lazyChoices(run.request.parameters?.lazy);
  const notes: Message[] = [...before];
  const map = claimsCall(run, choices, { notes, history: historyOf(run) });
  const batches = claimBatches(map, relevant, choices.passages);
  const contexts = renumberContexts(batches);
  const left = unread(run, irrelevant);
  run.emit({ kind: 'context', sections: traceSections(contexts, left) });
  const found = { contexts, left, notes };
  const onPoints = (findings: Parameters<SaveProgress>[0]['findings']): void => keep({ ...found, findings });
  const { findings, failure } = await mapBatches(map, { sent: batches, contexts, onPoints });
  const helping = helpfulFindings(findings);
  // The answer may stand in the rest.
  if (helping.length === 0 && failure) throw failure;
  const mayAnswer = helping.length > 0 || (run.choices.generalKnowledge && batches.length > 0);
  if (!mayAnswer) return { ...found, written: NOT_FOUND_WRITTEN };
  const joining = { prompt: GLOBAL_REDUCE, words: choices.answerWords, contexts, notes, called: 'points' } as const;
  return { ...found, written: await joinFindings(run, helping, joining) };
}

/** The call for the claims of some passages. */
function claimsCall(
  run: SearchRun,
  { claims }: LazyChoices,
  { notes, history }: { readonly notes: Message[]; readonly history: History },
): MapCall<typeof CLAIMS_SHAPE> {
  const words = claims * CLAIM_WORDS;
  return {
    ...{ run, history, notes },
    dataset: 'Sources',
    prompt: LAZY_CLAIMS,
    shape: CLAIMS_SHAPE,
    values: {
      points: String(claims),
      max_words: String(words),
      history: history.text,
      question: run.question.typed,
    },
    maxTokens: tokensForWords(run, words),
    temperature: 0,
    points: claims,
    pointsOf: ({ claims: all }) =>
      all.map(({ claim, sources, score }) => ({ description: claim, numbers: sources, score })),
    working: {
      all: (done, of) => message`Reading relevant passages: ${done} of ${of} batches done.`,
      one: (batch) => message`Reading relevant passages: ${batch}.`,
    },
  };
}

/** Passages in their order, so many in a batch, or as many as there is room for. Throws ModelError where there is room for none. */
function claimBatches(
  { run, prompt, values, maxTokens }: MapCall<typeof CLAIMS_SHAPE>,
  hits: readonly Hit[],
  each: number,
): readonly BuiltContext[] {
  const tokens = tokensForData(run, prompt, values, maxTokens);
  const batches: BuiltContext[] = [];
  for (let left = hits; left.length > 0;) {
    const entries = sourceEntries(run.index, left.slice(0, each));
    const table = fillTable(formOf('Sources'), entries, tokens, run.scope);
    const rows = table.rows.filter(({ used }) => used);
    if (rows.length === 0) throw contextOverflow(run);
    batches.push(assemble([{ ...table, rows }], tokens));
    const read = new Set(rows.map(({ row }) => row));
    left = left.filter(({ id }) => !read.has(id));
  }
  return batches;
}

/** Tested passages that are not relevant, as the trace lists them. */
function unread({ index }: SearchRun, hits: readonly Hit[]): readonly ContextRow[] {
  return [...sourceEntries(index, hits)].map((entry) => unusedRow(formOf('Sources'), entry));
}
