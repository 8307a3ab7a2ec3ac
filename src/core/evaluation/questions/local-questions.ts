import { inGroupsOf } from '../../arrays';
import { shownName, shownText } from '../../extract/model/messages';
import { LOCAL_QUESTION, localQuestionShape } from '../../prompts/question-making';
import type { SearchIndex } from '../../retrieval';
import type { TextUnitRow } from '../../tables/tables';
import { clipToTokens } from '../../text/clip';
import { estimateTokens } from '../../text/tokens';
import type { ByteVectors } from '../../vectors/byte-vectors';
import { clusterPassages, nearestToCentroid } from '../judging/passage-clusters';
import { shareOfRoom, tryJudge, type Judge } from '../judging/judge';
import { expectedQuestion, madeQuestion, type DraftQuestion } from './draft-question';

/** A passage that a question is made from. */
export interface QuestionPassage {
  /** Id of its text unit, and of its document. */
  readonly id: string;
  readonly documentId: string;
  /** Document and headings. */
  readonly title: string;
  readonly text: string;
  /** Names of entities in it, the best connected first. */
  readonly names: readonly string[];
}

/** Passages that stand for one cluster at most, and tokens from which a passage says enough. */
const NEAREST = 5;
const LEAST_TOKENS = 30;
const NAMES = 8;

/** Passages from all over a collection, at most so many: of each cluster the nearest to its centroid that says enough, then the next ones. */
export function questionPassages(index: SearchIndex, vectors: ByteVectors, count: number): readonly QuestionPassage[] {
  const byCluster = clusterPassages(vectors, count).clusters.map((cluster) =>
    nearestToCentroid(cluster, vectors, NEAREST)
      .flatMap((row) => index.unitAt.get(row) ?? [])
      .filter(({ n_tokens }) => n_tokens >= LEAST_TOKENS),
  );
  const inTurns = Array.from({ length: NEAREST }, (_, round) => byCluster.flatMap((units) => units[round] ?? []));
  return inTurns.flat().slice(0, count).map(passageOf(index));
}

const passageOf =
  (index: SearchIndex) =>
  ({ id, document_id, context, text }: TextUnitRow): QuestionPassage => {
    const named = index.entitiesIn(id).toSorted((a, b) => b.degree - a.degree);
    const names = named.slice(0, NAMES).map(({ title }) => title);
    return { id, documentId: document_id, title: context, text, names };
  };

/** Passages of one call, and tokens of each and of its question at most. */
const TOGETHER = 3;
const PASSAGE = 400;
const REPLY = 110;

const formFor = (passages: number) => ({ prompt: LOCAL_QUESTION, gives: ['passages'], reply: 8 + passages * REPLY });

/** Passages call by call. */
export const passageGroups = (passages: readonly QuestionPassage[]) => inGroupsOf(TOGETHER, passages);

/** A question on each passage of a group that states a fact; none where no reply could be used. ModelErrors of `ask` pass through. */
export async function askLocalQuestions(
  maker: Judge,
  group: readonly QuestionPassage[],
  language: string,
): Promise<readonly DraftQuestion[]> {
  const values = { passages: shownPassages(maker, group, language), language };
  const documentIds = [...new Set(group.map(({ documentId }) => documentId))];
  const form = { ...formFor(group.length), gives: [], shape: localQuestionShape(group.length) };
  const expected = { questions: group.map(({ text }, at) => ({ passage: at + 1, ...expectedQuestion(text) })) };
  const reply = await tryJudge(maker, { ...form, values, documentIds, expected });
  const asked = new Map(reply?.questions.map((one) => [one.passage, one]));
  return [...asked.values()].flatMap((made) => {
    const passage = group[made.passage - 1];
    if (!passage || made.statements.length === 0) return [];
    const question = madeQuestion(maker, { ...made, questionClass: 'local', evidence: [passage.id] });
    return [{ question, grounds: { text: passage.text, documentIds: [passage.documentId] }, quality: 1 }];
  });
}

function shownPassages(maker: Judge, group: readonly QuestionPassage[], language: string): string {
  const share = shareOfRoom(maker, formFor(group.length), { passages: 0, language: estimateTokens(language) });
  const room = Math.min(PASSAGE, Math.floor(share / group.length));
  return group
    .map(({ title, text, names }, at) => {
      const named = names.length > 0 ? `\nNames: ${names.map(shownName).join(', ')}` : '';
      const head = `[${String(at + 1)}] ${shownText(title)}${named}\n`;
      return `${head}${clipToTokens(shownText(text), Math.max(1, room - estimateTokens(head)))}`;
    })
    .join('\n');
}
