import type { FollowUps } from '../../search/answer/answer';
import type { TracedCall } from '../../search/trace';
import type { EarlierTurn, SearchRequest } from '../../search/request/search-request';
import { anySignal } from '../../async';
import { ModelError } from '../../errors';
import type { ConversationChange, Turn } from '../../conversations/conversations';
import { MOST_HISTORY } from '../../search/request/search-request';
import { scopeOf } from '../../search/context/scope';
import { documentsRead } from '../../conversations/redact-answer';
import { leadsFrom } from '../../search/questions/questions';
import { mainLanguage } from '../../retrieval/lexical/languages';
import { readQuestion } from '../../search/request/question';
import { proposeQuestions } from '../../search/writer/propose-questions';
import { answerChoices } from '../../search/parameters';
import type { CallOptions } from '../../platform';
import { createAsker } from './ask-model';
import { editedPrompts } from '../session/setting-calls';
import type { SearchIndex } from '../../retrieval';
import type { Searched } from '../collections/snapshot';
import type { CollectionRecord } from '../../ports/collections';
import type { IndexTables } from '../../tables/tables';
import type { Session } from '../session/session';

interface Proposed {
  readonly followUps: FollowUps;
  readonly calls: readonly TracedCall[];
  /** Documents whose words may be in the questions or the calls. */
  readonly documentIds: readonly string[];
}

/** Turns that are read: a question, those before it that a model may see, and their comparisons. */
const TURNS_READ = 1 + 2 * MOST_HISTORY;

/** Context of a turn in its conversation. */
interface Around {
  /** The turn and those before it, oldest first. */
  readonly turns: readonly Turn[];
  /** Removes the questions that the conversation has already. */
  readonly news: (questions: readonly string[]) => Promise<readonly string[]>;
  readonly signal: AbortSignal;
}

/** Proposes questions that follow a kept answer: by the model that wrote it, else along the graph. See `AskingCalls.followUps`. */
export async function followUps(
  session: Session,
  conversationId: string,
  turnId: string,
  { signal = new AbortController().signal }: CallOptions = {},
): Promise<ConversationChange | null> {
  const { conversations } = session.env;
  const open = await session.whole();
  const turns = await conversations.turnsUntil(conversationId, turnId, TURNS_READ);
  const turn = turns.at(-1);
  if (!turn || !wantsMore(turn)) return null;
  const news = async (questions: readonly string[]): Promise<readonly string[]> => {
    const asked = await conversations.asked(conversationId, questions);
    return questions.filter((one) => !asked.includes(one));
  };
  const proposed = await propose(session, open, turn, { turns, news, signal });
  signal.throwIfAborted();
  if (proposed.followUps.questions.length + proposed.calls.length === 0) return null;
  return session.conversations.run(async () => {
    if (isStale(open.tables, proposed)) return null;
    return conversations.changeTurn(conversationId, turnId, (now) => (now ? withProposed(now, proposed) : null));
  });
}

const countOf = ({ request }: Turn): number => answerChoices(request?.parameters?.answers).followUps;

/** An answer that was stopped, or that found nothing, leads nowhere. */
function wantsMore(turn: Turn): boolean {
  const { notFound, stopped, text, evidence } = turn.answer;
  const isFound = !notFound && (text !== undefined || evidence.instead === undefined);
  return !turn.followUps && isFound && !stopped && countOf(turn) > 0;
}

async function propose(
  session: Session,
  open: Searched & { readonly record: CollectionRecord },
  turn: Turn,
  { turns, news, signal }: Around,
): Promise<Proposed> {
  const { answer, scope: documentIds = [] } = turn;
  const question = answer.trace.searchedFor ?? turn.question;
  const calls: TracedCall[] = [];
  const model = answer.text === undefined ? null : await session.env.models.chat('answers');
  if (model && answer.text !== undefined) {
    const history = before(turn, turns);
    const request: SearchRequest = { mode: 'auto', ...turn.request, question, documentIds, history };
    const { ask, over } = createAsker(session, open.record.id, model.info, { signal });
    const found = await proposeQuestions(open.index, request, answer.text, {
      model: model.info,
      prompts: await editedPrompts(session.env.settings),
      ask,
      claims: open.tables.covariates,
      carried: documentsRead(answer),
      emit: (event) => void (event.kind === 'call' && calls.push(event.call)),
      signal: anySignal(signal, over),
    }).catch((error: unknown) => {
      if (signal.aborted || !(error instanceof ModelError)) throw error;
      return [];
    });
    const questions = await news(found);
    if (questions.length > 0)
      return { followUps: { questions, method: model.info.title }, calls, documentIds: documentsSent(calls) };
  }
  const here = open.tables.documents.map(({ id }) => id);
  const questions = await news(alongGraph(open.index, turn, question));
  return { followUps: { questions, method: 'evidence' }, calls, documentIds: [...here, ...documentsSent(calls)] };
}

/** Lists earlier questions, newest first; once where modes were compared. */
const before = (turn: Turn, turns: readonly Turn[]): readonly EarlierTurn[] =>
  turns
    .slice(0, turns.indexOf(turn))
    .filter(({ comparedWith }) => comparedWith === undefined)
    .map(({ question, answer }) => ({ question, answer: answer.text ?? '', documentIds: documentsRead(answer) }))
    .reverse();

/** Questions to which the graph leads from what an answer shows, else from what the question names. */
function alongGraph(index: SearchIndex, turn: Turn, question: string): readonly string[] {
  const { answer, scope: documentIds = [], request } = turn;
  const scope = scopeOf(index, { documentIds, ...(request?.filters && { filters: request.filters }) });
  const shown = answer.evidence.entities.flatMap(({ id }) => index.entities.at.get(id) ?? []);
  const rows = shown.length > 0 ? shown : readQuestion(index, { question, mode: 'auto' }).entities;
  return leadsFrom(index, rows, countOf(turn), mainLanguage(index.tables.documents), scope);
}

const documentsSent = (calls: readonly TracedCall[]): readonly string[] =>
  calls.flatMap(({ documentIds }) => documentIds);

/** Checks for a document that was read and deleted meanwhile. */
function isStale({ documents }: IndexTables, { documentIds }: Proposed): boolean {
  const here = new Set(documents.map(({ id }) => id));
  return documentIds.some((id) => !here.has(id));
}

function withProposed(turn: Turn, { followUps, calls: made }: Proposed): Turn {
  if (made.length === 0) return { ...turn, followUps };
  const { trace } = turn.answer;
  const calls = [...(trace.calls ?? []), ...made];
  const modelCalls = calls.filter(({ remembered }) => !remembered).length;
  return { ...turn, followUps, answer: { ...turn.answer, trace: { ...trace, calls, modelCalls } } };
}
