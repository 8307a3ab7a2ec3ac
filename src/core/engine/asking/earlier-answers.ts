import type { Answer, AnswerSentence } from '../../search/answer/answer';
import { KEPT_PARTS } from '../../ports/storage-parts';
import type { ConversationStore, Turn } from '../../conversations/conversations';
import { isTurn } from '../../conversations/turn-schema';
import { type Evidence, type PassageEvidence, NO_EVIDENCE, type Citation } from '../../search/evidence/evidence';
import type { Verdict, VerdictReason } from '../../search/grounding/verdict';

/** A sentence as answers had them before there were verdicts. */
interface EarlierSentence {
  readonly text: string;
  readonly citations: readonly number[];
  readonly nearest?: number;
  readonly at?: AnswerSentence['at'];
  readonly support?: string;
  readonly doubt?: string;
  readonly unchecked?: string;
}

/** An answer as it was kept before there was evidence. */
type EarlierAnswer = Omit<Answer, 'evidence' | 'sentences'> & { readonly sentences: readonly EarlierSentence[] };

/** The same store, with the answers of earlier versions read as those of this one. */
export function upgradeConversations(store: ConversationStore): ConversationStore {
  return {
    ...store,
    turns: async (conversation, after, most) =>
      (await store.turns(conversation, after, most)).map((kept) => ({ ...kept, turn: upgradedTurn(kept.turn) })),
    findTurns: async (collection, ids) =>
      (await store.findTurns(collection, ids)).map((found) => ({ ...found, turn: upgradedTurn(found.turn) })),
    turnsUntil: async (conversation, id, most) => (await store.turnsUntil(conversation, id, most)).map(upgradedTurn),
    changeTurn: (conversation, id, change, updated) =>
      store.changeTurn(conversation, id, (before) => change(before && upgradedTurn(before)), updated),
    changeTurns: (conversation, after, change) =>
      store.changeTurns(conversation, after, (before) => {
        const turn = upgradedTurn(before);
        const next = change(turn);
        return next === turn ? before : next;
      }),
  };
}

/** A turn of whichever version; of one that is damaged, the question, and that its answer is lost. */
function upgradedTurn(turn: Turn): Turn {
  if (!isTurn(turn)) return withoutAnswer(turn);
  if ('evidence' in turn.answer) return turn;
  const { request, followUps, ...rest } = turn;
  const method = (before: string | undefined) => (before === 'extractive' ? 'evidence' : before);
  return {
    ...rest,
    ...(request && {
      request: { ...request, ...(request.method && { method: method(request.method) as 'evidence' }) },
    }),
    ...(followUps && { followUps: { ...followUps, method: method(followUps.method) ?? followUps.method } }),
    answer: upgradeAnswer(turn.answer as unknown as EarlierAnswer),
  };
}

function withoutAnswer({ id, question, asked }: Partial<Turn> & Pick<Turn, 'id'>): Turn {
  return {
    id,
    question: typeof question === 'string' ? question : '',
    asked: typeof asked === 'number' ? asked : 0,
    answer: {
      ...{ mode: 'basic', method: 'evidence', evidence: NO_EVIDENCE, sentences: [], citations: [] },
      ...{ notFound: false, stopped: false, failure: KEPT_PARTS.turns.notice() },
      trace: { mode: 'basic', reason: '', sections: [], milliseconds: 0, modelCalls: 0 },
    },
  };
}

/**
 * An answer of an earlier version as one of this version. Quoted sentences become evidence; what was found of a model's sentences becomes
 * verdicts.
 */
export function upgradeAnswer(answer: EarlierAnswer): Answer {
  const { sentences, ...rest } = answer;
  const placed = answer.text === undefined ? [] : sentences.flatMap((one) => upgradedSentence(one) ?? []);
  return {
    ...rest,
    method: answer.method === 'extractive' ? 'evidence' : answer.method,
    evidence: evidenceOf(answer.citations),
    sentences: placed,
  };
}

const SPEAKS_AGAINST: ReadonlySet<string> = new Set(['opposite', 'denied']);

function upgradedSentence(sentence: EarlierSentence): AnswerSentence | null {
  const { text, citations, nearest, at, support, doubt, unchecked } = sentence;
  if (!at) return null;
  const checked = (verdict: Verdict, reason?: VerdictReason): AnswerSentence => ({
    ...{ text, citations, at, verdict },
    ...(reason && { reason }),
    ...(nearest !== undefined && { nearest }),
  });
  if (unchecked === 'code' || unchecked === 'stopped') return checked('not checked', unchecked);
  if (support === 'supported') return checked('supported');
  if (support === 'general') return checked('not checked', 'general');
  if (support === undefined || support === 'nothing to support') return checked('not checked', 'no claim');
  if (doubt !== undefined && SPEAKS_AGAINST.has(doubt)) return checked('contradicted', 'negation');
  return checked('unverified', doubt === 'number' || doubt === 'name' ? doubt : 'words');
}

/** The quotations of an answer as passages, each in its own words. */
function evidenceOf(citations: readonly Citation[]): Evidence {
  const quoted = citations.flatMap(({ target, passages }): readonly PassageEvidence[] => {
    const [passage] = passages;
    if (target.kind !== 'passage' || !passage) return [];
    const { document_id: documentId, documentTitle, page, start, end, quote: text } = passage;
    const range = { start, end };
    return [
      {
        ...{ textUnitId: target.textUnitId, documentId, documentTitle, page, headingPath: [], ...range, text },
        ...{ marks: text === '' ? [] : [range], focus: range, head: '', language: 'und', score: 1, duplicates: [] },
      },
    ];
  });
  return { ...NO_EVIDENCE, passages: quoted };
}
