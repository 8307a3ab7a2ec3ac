import type { CallOptions } from '../ports/call-options';
import type { Clock } from '../ports/clock';
import type { SearchIndex } from '../retrieval/index';
import { hasWords } from './asking-words';
import { composeBasic } from './basic';
import { numberCitations } from './citations';
import { plain, type Draft } from './draft';
import { composeDrift } from './drift';
import type { DenseOutcome } from './dense-outcome';
import type { RunMode, SearchEvent, SearchRequest } from './events';
import { composeGlobal } from './global';
import { composeLocal } from './local';
import { planSearch, type Plan } from './plan';
import { respellingOf, type Respelling } from './respelled';
import { readQuestion, type Question } from './question';
import { unitFilter } from './retrieve-units';
import { sayOnce } from './say-once';
import { say, WORDS } from './words';
import { DEFAULT_LEVEL } from './parameters/level';

/** What a search without a model needs besides the index. */
export interface SearchEnv extends CallOptions {
  readonly clock: Clock;
  /** Compares the index with a question by meaning; null where that is not to be had. */
  readonly dense?: (question: string) => Promise<DenseOutcome | null>;
}

/**
 * Answers a question from the index by extraction: every sentence is one of the documents' or reports' own and carries
 * citations. Stops between events when the signal is aborted; the answer then says so and keeps what was given.
 */
export async function* search(
  index: SearchIndex,
  request: SearchRequest,
  { clock, signal, dense }: SearchEnv,
): AsyncGenerator<SearchEvent> {
  const started = clock.now();
  const respelling = respellingOf(index, request.question);
  const asked = respelling ? request.question.replaceAll(respelling.typed, respelling.meant) : request.question;
  const read = readQuestion(index, { ...request, question: asked });
  const plan = withRespelling(planSearch(index, request, read, 'nobody'), respelling);
  yield { kind: 'plan', ...plan };
  await clock.yield();
  const outcome = hasWords(request.question) ? await dense?.(read.text) : null;
  const question = outcome?.search ? { ...read, dense: outcome.search } : read;
  const draft = signal?.aborted ? NOTHING : composeDraft(index, request, question, plan.mode);
  yield { kind: 'context', sections: draft.sections };
  for (const action of draft.actions ?? []) yield { kind: 'action', action };
  const { sentences, citations } = numberCitations({ sentences: sayOnce(draft.sentences) });
  const given = new Set<number>();
  let shown = 0;
  for (const sentence of sentences) {
    if (signal?.aborted) break;
    for (const number of sentence.citations) {
      const citation = citations[number - 1];
      if (!citation || given.has(number)) continue;
      given.add(number);
      yield { kind: 'citation', citation };
    }
    yield { kind: 'sentence', sentence };
    shown += 1;
    await clock.yield();
  }
  const stopped = shown < sentences.length || signal?.aborted === true;
  const answer = {
    sentences: sentences.slice(0, shown),
    citations: citations.filter(({ number }) => given.has(number)),
    notFound: draft.notFound && !stopped,
    stopped,
  };
  const actions = draft.actions ? { actions: draft.actions } : {};
  const trace = { ...plan, sections: draft.sections, milliseconds: clock.now() - started, modelCalls: 0, ...actions };
  const embeddings = outcome ? { embeddings: outcome.words } : {};
  const { mode } = plan;
  yield { kind: 'answer', answer: { ...answer, mode, method: 'extractive', trace: { ...trace, ...embeddings } } };
}

/** The plan with a word on a name that is read in the documents' spelling. */
function withRespelling(plan: Plan, respelling: Respelling | null): Plan {
  if (!respelling) return plan;
  const { typed, meant } = respelling;
  return { ...plan, reason: `${plan.reason} “${typed}” stands nowhere; it is read as “${meant}”.` };
}

const NOTHING: Draft = { sections: [], sentences: [], notFound: false };

/** The whole answer of a mode at once, before its citations are numbered. */
export function composeDraft(index: SearchIndex, request: SearchRequest, question: Question, mode: RunMode): Draft {
  const only = (words: { readonly en: string; readonly zh: string }, notFound: boolean): Draft => ({
    sections: [],
    sentences: [plain(say(question, words))],
    notFound,
  });
  if (!hasWords(request.question)) return only(WORDS.noQuestion, false);
  if (index.unitAt.size === 0) return only(WORDS.empty, true);
  const allow = unitFilter(index, request.documentIds);
  const level = request.level ?? DEFAULT_LEVEL;
  switch (mode) {
    case 'local':
      return composeLocal(index, question, allow, level);
    case 'global':
      return composeGlobal(index, question, allow, level);
    case 'basic':
      return composeBasic(index, question, allow);
    case 'drift':
      return composeDrift(index, question, request, level);
  }
}
