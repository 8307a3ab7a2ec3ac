import { type ContextItem, traceSections } from '../trace';
import { ModelError, reasonOf } from '../../errors';
import { message, type Message } from '../../message';
import type { BuiltContext, ContextDataset, ContextRow } from '../context/context';
import { AnswerWriter } from './answer-writer';
import { callModel, type SearchCall } from '../model-call/call-model';
import {
  type EndedAnswer,
  type SearchRun,
  NOT_FOUND_WRITTEN,
  type ModeOutcome,
  isModelFailure,
  NOTHING_WRITTEN,
} from './search-run';
import { KNOWLEDGE } from '../../prompts/answers';
import type { Prompt } from '../../prompts/prompt';
import type { History } from '../context/history';
import { contextOverflow, answerTokens, historyOf, tokensForData, tokensForWords } from '../model-call/token-budget';
import { tableCell, lineTokens, tableRow } from '../context/context-table';
import { hasWords } from '../request/question-words';

/** Temperature of a second attempt, where the first gave nothing. */
const WARMER = 0.5;

/**
 * Lets the model write the answer and emits it as it comes. An answer that is stopped, or whose model fails, in the
 * middle is kept: `broken` has the reason. Throws ModelError, also for an empty reply, and the signal's reason, where
 * nothing came.
 */
async function writeAnswer(
  run: SearchRun,
  call: Omit<SearchCall, 'onText'>,
  contexts: readonly BuiltContext[],
): Promise<EndedAnswer> {
  for (const attempt of [0, 1]) {
    const documentIds = [...call.documentIds, ...(run.carried ?? [])];
    const writer = new AnswerWriter(run, contexts, documentIds);
    const again = attempt === 0 ? {} : { temperature: Math.max(call.temperature, WARMER), seed: attempt };
    let came = '';
    /** The longest text of a try that broke off, after which the call was sent again. */
    let earlier = '';
    const add = (text: string): void => {
      came += text;
      writer.add(text);
    };
    try {
      const reply = await callModel(run, {
        ...call,
        ...again,
        onText: (event) => {
          if (event.kind === 'delta') return add(event.text);
          if (event.endedBy && came.length > earlier.length) earlier = came;
          came = '';
          writer.restart(event.reason);
        },
      });
      // A reply that was remembered, or that came in one piece, was not told yet.
      if (reply.text.startsWith(came)) add(reply.text.slice(came.length));
      const cut = reply.finish === 'length';
      const written = writer.finish(cut);
      if (written.text.trim() !== '' || written.notFound) {
        return { ...(await writer.judged()), cut };
      }
    } catch (error) {
      if (earlier.length > came.length) {
        writer.restart(reasonOf(error));
        writer.add(earlier);
      }
      const written = writer.finish(true);
      if (written.text.trim() === '') throw error;
      return { ...written, broken: error };
    }
  }
  throw new ModelError(message`Its reply was empty, also when it was asked again.`, { traits: ['nothing usable'] });
}

/** Returns the placeholders that every prompt of an answer has, except its data. */
const answerValues = ({ choices, question }: SearchRun, history: string) => ({
  knowledge: choices.generalKnowledge ? KNOWLEDGE.allowed : KNOWLEDGE.none,
  response_type: choices.responseType,
  history,
  question: question.typed,
});

/** Estimated tokens that the prompt of such an answer leaves for data. */
export const tokensForAnswer = (run: SearchRun, prompt: Prompt): number =>
  tokensForData(run, prompt, answerValues(run, historyOf(run).text), answerTokens(run));

/** One call over one context: what local and basic search are. `more` are values of placeholders that other prompts lack. */
export async function answerFrom(
  run: SearchRun,
  prompt: Prompt,
  contextFor: (tokens: number) => BuiltContext,
  more: Readonly<Record<string, string>> = {},
): Promise<ModeOutcome> {
  const history = historyOf(run);
  const values = { ...answerValues(run, history.text), ...more };
  const maxTokens = answerTokens(run);
  const tokens = tokensForData(run, prompt, values, maxTokens);
  const context = contextFor(tokens);
  run.emit({ kind: 'context', sections: traceSections([context]) });
  if (isCrowdedOut(context, tokens)) throw contextOverflow(run);
  if (context.text === '') return { contexts: [context], written: NOT_FOUND_WRITTEN, notes: [] };
  const written = await writeAnswer(
    run,
    {
      purpose: 'answer',
      prompt,
      values: { ...values, data: context.text },
      maxTokens,
      temperature: run.choices.temperature,
      documentIds: documentsOf([context], history),
    },
    [context],
  );
  return { contexts: [context], written, notes: [] };
}

/** One call with the question and the conversation alone. Its answer says in front that nothing of it comes from the documents. */
export async function answerWithoutDocuments(
  run: SearchRun,
  prompt: Prompt,
  more: Readonly<Record<string, string>> = {},
): Promise<ModeOutcome> {
  const history = historyOf(run);
  run.emit({ kind: 'working', words: message`Asking the model without your documents.` });
  const call = {
    purpose: 'answer',
    prompt,
    values: { ...answerValues(run, history.text), ...more },
    maxTokens: answerTokens(run),
    temperature: run.choices.temperature,
    documentIds: documentsOf([], history),
  } as const;
  return { contexts: [], lead: NOT_FROM_DOCUMENTS, written: await writeAnswer(run, call, []), notes: [] };
}

const NOT_FROM_DOCUMENTS = message`This answer does not come from your documents. The model was shown none of them, and nothing was checked.`;

/** Checks that a context of so many tokens is empty for want of room, and not because nothing was found. */
export const isCrowdedOut = ({ text, tables }: Pick<BuiltContext, 'text' | 'tables'>, tokens: number): boolean =>
  text === '' && (tokens === 0 || tables.some(({ rows }) => rows.length > 0));

/** Documents whose words are in a prompt. */
export const documentsOf = (contexts: readonly BuiltContext[], history: History): readonly string[] => [
  ...new Set([...contexts.flatMap(({ documentIds }) => documentIds), ...history.documentIds]),
];

/** Intermediate finding: a point of a batch of reports, or the answer to a follow-up question. */
export interface Finding {
  readonly text: string;
  /** 0 to 100. */
  readonly score: number;
  /** References, with numbers that are unique in the whole search. */
  readonly references: readonly { readonly dataset: ContextDataset; readonly number: number }[];
}

const HEAD = '-----Findings-----\nfinding';

/** Findings for the last call, the most important first, as many as fit; each with what it rests on, so that the answer can keep that. */
function findingsTable(findings: readonly Finding[], tokens: number) {
  const lines: string[] = [];
  let used = lineTokens(HEAD);
  for (const { text, references } of [...findings].sort((a, b) => b.score - a.score)) {
    const line = tableRow([`${tableCell(text)}${markOf(references)}`]);
    const needed = lineTokens(line);
    if (used + needed > tokens) continue;
    used += needed;
    lines.push(line);
  }
  return { text: lines.length === 0 ? '' : [HEAD, ...lines].join('\n'), shown: lines.length };
}

function markOf(references: Finding['references']): string {
  const byTable = new Map<ContextDataset, number[]>();
  for (const { dataset, number } of references) byTable.set(dataset, [...(byTable.get(dataset) ?? []), number]);
  const parts = [...byTable].map(([dataset, numbers]) => `${dataset} (${[...new Set(numbers)].join(', ')})`);
  return parts.length > 0 ? ` [Data: ${parts.join('; ')}]` : '';
}

/** Words for a person on joined findings, and on those that found no room. */
const JOINED = {
  points: {
    joining: (shown: number) => message`Joining ${shown} points.`,
    leftOut: (all: number, shown: number) =>
      message`Of ${all} points the ${shown} most important found room in the last call.`,
  },
  answers: {
    joining: (shown: number) => message`Joining ${shown} answers.`,
    leftOut: (all: number, shown: number) =>
      message`Of ${all} answers the ${shown} most important found room in the last call.`,
  },
} as const;

/** Inputs of joining findings. */
interface Joining {
  readonly prompt: Prompt;
  /** Words of the answer at most. */
  readonly words: number;
  readonly contexts: readonly BuiltContext[];
  readonly notes: Message[];
  /** Kind of the findings. */
  readonly called: keyof typeof JOINED;
}

/** One answer from all findings that find room, the most important first. Throws ModelError, also where not one finds room. */
export async function joinFindings(
  run: SearchRun,
  findings: readonly Finding[],
  { prompt, words, contexts, notes, called }: Joining,
): Promise<EndedAnswer> {
  const history = historyOf(run);
  const values = { ...answerValues(run, history.text), max_words: String(words) };
  const maxTokens = tokensForWords(run, words);
  const table = findingsTable(findings, tokensForData(run, prompt, values, maxTokens));
  if (table.shown === 0 && findings.length > 0) throw contextOverflow(run);
  if (table.shown < findings.length) notes.push(JOINED[called].leftOut(findings.length, table.shown));
  run.emit({ kind: 'working', words: JOINED[called].joining(table.shown) });
  return writeAnswer(
    run,
    {
      purpose: 'reduce',
      working: message`Joining what was found.`,
      prompt,
      values: { ...values, data: table.text },
      maxTokens,
      temperature: run.choices.temperature,
      documentIds: documentsOf(contexts, history),
    },
    contexts,
  );
}

/**
 * Makes an answer of a search that was stopped, or whose model failed: its findings as a list with citations. Null
 * where there is nothing to keep: then the error is thrown. With `anything`, a stopped search also keeps a tree or
 * points without findings.
 */
export function partialAnswer(
  run: SearchRun,
  found: SearchProgress,
  error: unknown,
  anything: boolean,
): ModeOutcome | null {
  const { findings, ...seen } = found;
  const broken: unknown = run.signal.aborted ? run.signal.reason : error;
  // A search that its model ended for good is aborted, too.
  const isFailure = isModelFailure(broken);
  const isStopped = run.signal.aborted && !isFailure;
  const helping = helpfulFindings(findings);
  if (helping.length > 0 && (isStopped || isFailure)) {
    const lead = isStopped ? STOPPED : NOT_JOINED;
    return { ...seen, lead, written: { ...listed(run, helping, seen.contexts), broken } };
  }
  return isStopped && anything ? { ...seen, written: { ...NOTHING_WRITTEN, broken } } : null;
}

const STOPPED = message`It was stopped before these findings were joined into one answer:`;
const NOT_JOINED = message`The model failed before it had joined these findings into one answer:`;

/** The most important first. */
function listed(run: SearchRun, findings: readonly Finding[], contexts: SearchProgress['contexts']) {
  // Nobody waits for more than words can tell of it.
  const writer = new AnswerWriter({ ...run, checker: () => Promise.resolve(null) }, contexts, []);
  const lines = [...findings]
    .sort((a, b) => b.score - a.score)
    .map(({ text }) => `- ${text.trim().replace(/\s*\n\s*/gu, ' ')}`);
  writer.add(lines.join('\n'));
  return writer.finish();
}

/** Findings of a mode of several calls so far. */
export interface SearchProgress {
  /** Contexts with numbers that are unique in the whole search. */
  readonly contexts: readonly BuiltContext[];
  /** Reports that found no place in any context. */
  readonly left?: readonly ContextRow[];
  /** Reports that were rated and not read (global search). */
  readonly passedOver?: readonly ContextItem[];
  readonly findings: readonly Finding[];
  readonly notes: readonly Message[];
}

/** Keeps what was found so far, in place of what was kept before: it outlives the promise of a search that was stopped, or that failed. */
export type SaveProgress = (found: SearchProgress) => void;

/** Findings that are worth a place in the answer. */
export const helpfulFindings = <F extends Pick<Finding, 'text' | 'score'>>(findings: readonly F[]): readonly F[] =>
  findings.filter(({ text, score }) => hasWords(text) && score > 0);
