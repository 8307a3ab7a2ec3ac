import type { SearchIndex } from '../retrieval/index';
import { scopeOf, type Scope } from './context/scope';
import type { Draft, DraftSentence } from './draft';
import { branchesFrom, type Branch, type BranchChoice } from './drift-branches';
import { stepAlong, stepFor, type DriftStep } from './drift-step';
import type { ContextSection, SearchRequest } from './events';
import { composeGlobal } from './global';
import { composeLocal } from './local';
import type { DriftAction } from './model/drift-action';
import { createDriftTree, type DriftTree, type FollowUpMeasure } from './model/drift-tree';
import { measureByWords } from './model/follow-up-measure';
import { driftChoices } from './parameters/drift-parameters';
import { pickEntities } from './pick-entities';
import { pickReports, type ReportPick } from './pick-reports';
import type { Question } from './question';
import { relationshipItems, reportItems, section, sourceItems } from './sections';

/** Members of a report's community that branches start from, the best connected. */
const MEMBERS = 12;
/** Further questions that are offered under one that was answered. */
const OFFERED = 5;
/** Share of the question, in per cent, that a branch must hold to be in the answer; the tree shows all. */
const LEAST_SCORE = 10;

interface Walk {
  readonly index: SearchIndex;
  readonly question: Question;
  readonly scope: Scope;
  readonly tree: DriftTree;
  /** By their questions. */
  readonly branches: Map<string, Branch>;
  /** Row numbers of entities that were come to. */
  readonly visited: Set<number>;
  /** By number of the action. */
  readonly steps: Map<number, DriftStep>;
  readonly first: Draft;
}

/**
 * DRIFT search without a model: a first answer, then further questions along relationships that lead out of the nearest reports'
 * communities, ranked by how near they are to the question and how new, each answered in the documents' own sentences.
 */
export function composeDrift(index: SearchIndex, question: Question, request: SearchRequest, level: number): Draft {
  const choices = driftChoices(request.parameters?.drift);
  const scope = scopeOf(index, request.documentIds);
  const compose = question.breadth === 'narrow' ? composeLocal : composeGlobal;
  const first = compose(index, question, scope.unit, level);
  const branches = new Map<string, Branch>();
  const steering = { stopped: new Set(request.drift?.stopped), pursued: new Set(request.drift?.pursued) };
  const tree = createDriftTree(question.typed, measureOf(index, question, branches), steering, () => undefined);
  const documentIds = documentsOf(first.sentences);
  if (first.notFound) {
    tree.change(0, { state: 'nothing found', score: 0, documentIds });
    return { ...first, actions: [...tree.actions] };
  }
  tree.change(0, { state: 'answered', answer: textOf(first.sentences), documentIds });
  const walk: Walk = { index, question, scope, tree, branches, visited: new Set(), steps: new Map(), first };
  const reports = pickReports(index, question, { level, allow: scope.unit }).slice(0, choices.reports);
  begin(walk, reports);
  tree.grow(0, [...steering.pursued]);
  for (let round = 1; ; round++) {
    const actions = tree.next(round <= choices.depth ? choices.followUps : 0, choices.depth);
    if (actions.length === 0) break;
    for (const action of actions) follow(walk, action);
  }
  return { ...draftOf(walk, reports), actions: [...tree.actions] };
}

/**
 * Begins with what the question names or means, then with the best connected of the nearest reports: along what leads out of these
 * reports' communities, and where nothing does, out of what is named.
 */
function begin(walk: Walk, reports: readonly ReportPick[]): void {
  const { index, question, scope, branches } = walk;
  const named = pickEntities(index, question).rows;
  const communities = reports.map(({ row }) => membersOf(index, row));
  const central = communities.flatMap((members) =>
    [...members].sort((a, b) => degreeOf(index, b) - degreeOf(index, a) || a - b).slice(0, MEMBERS),
  );
  const within = communities.map((members) => new Set(members));
  const leaves = (from: number, to: number): boolean => !within.some((members) => members.has(from) && members.has(to));
  if (within.length > 0) grow(walk, 0, { from: [...new Set([...named, ...central])], leaves, scope });
  if (branches.size > 0) return;
  const isNamed = new Set(named);
  grow(walk, 0, { from: named, leaves: (from, to) => !(isNamed.has(from) && isNamed.has(to)), scope });
}

function membersOf(index: SearchIndex, report: number): readonly number[] {
  const community = index.communities.byNumber.get(index.tables.communityReports[report]?.community ?? -1);
  return (community?.entity_ids ?? []).flatMap((id) => index.entities.at.get(id) ?? []);
}

const degreeOf = (index: SearchIndex, row: number): number => index.tables.entities[row]?.degree ?? 0;

function grow({ index, question, tree, branches }: Walk, parent: number, choice: BranchChoice): void {
  const found = branchesFrom(index, question, choice).filter((branch) => !branches.has(branch.question));
  const offered = found.slice(0, OFFERED);
  for (const branch of offered) branches.set(branch.question, branch);
  tree.grow(
    parent,
    offered.map((branch) => branch.question),
  );
}

/** Answers a further question from the documents, and offers what leads on from there, also where all of it was said before. */
function follow(walk: Walk, { id, question: words }: DriftAction): void {
  const { index, question, scope, tree, branches, visited, steps } = walk;
  const branch = branches.get(words);
  const within = { scope, said: saidSoFar(walk) };
  const step = branch ? stepAlong(index, question, branch, within) : stepFor(index, question, words, within);
  if (step.items.length === 0) tree.change(id, { state: 'nothing found', score: 0 });
  else {
    steps.set(id, step);
    const documentIds = documentsOf(step.items);
    tree.change(id, { state: 'answered', score: step.score, answer: textOf(step.items), documentIds });
  }
  if (!branch) return;
  visited.add(branch.from).add(branch.to);
  grow(walk, id, { from: [branch.to], leaves: (_, to) => !visited.has(to), scope });
}

function saidSoFar({ first, steps }: Walk) {
  const sentences = [...first.sentences, ...[...steps.values()].flatMap(({ items }) => items)];
  const passages = sentences.flatMap(({ cited }) => cited.filter(({ target }) => target.kind === 'passage'));
  return {
    spans: passages.flatMap((one) => one.passages.slice(0, 1)),
    texts: sentences.map(({ text }) => text),
  };
}

/** Near by words as a question, or by what its relationship's sentences say. */
function measureOf(index: SearchIndex, question: Question, branches: ReadonlyMap<string, Branch>): FollowUpMeasure {
  const byWords = measureByWords(question, (text) => index.names.namesIn(text).length > 0);
  return {
    similarity: (text) => branches.get(text)?.similarity ?? byWords.similarity(text),
    novelty: (text, asked) => byWords.novelty(text, asked),
  };
}

const textOf = (sentences: readonly DraftSentence[]): string => sentences.map(({ text }) => text).join('\n');

const documentsOf = (sentences: readonly DraftSentence[]): readonly string[] => [
  ...new Set(sentences.flatMap(({ cited }) => cited.flatMap(({ passages }) => passages.map((one) => one.document_id)))),
];

/** The first answer, then each branch that gave something under its question, the nearest to the person's question first. */
function draftOf({ index, first, steps, tree, branches }: Walk, reports: readonly ReportPick[]): Draft {
  const helping = [...steps].filter(([, { score }]) => score === null || score >= LEAST_SCORE);
  const answered = helping.sort(([a, one], [b, other]) => (other.score ?? 0) - (one.score ?? 0) || a - b);
  const parts = answered.flatMap(([id, { items }]): readonly DraftSentence[] => {
    const text = tree.actions[id]?.question ?? '';
    return [{ text, role: 'heading', cited: items.flatMap(({ cited }) => cited.slice(-1)).slice(0, 1) }, ...items];
  });
  const followed = answered.flatMap(([id]) => branches.get(tree.actions[id]?.question ?? '')?.relationship ?? []);
  const offered = [...branches.values()].map(({ relationship }) => relationship);
  const others = first.sections.filter(({ name }) => name === 'Entities');
  const all = new Set(reports.map(({ row }) => row));
  const sections = [
    section('Reports', reportItems(index, reports, all)),
    ...others,
    section('Relationships', relationshipItems(index, [...new Set([...followed, ...offered])], new Set(followed))),
    sources(index, first, new Set(answered.flatMap(([, { slots }]) => slots))),
  ].filter(({ items }) => items.length > 0);
  return { sections, sentences: [...first.sentences, ...parts], notFound: false };
}

/** The passages of the first answer and those of the branches. */
function sources(index: SearchIndex, { sections }: Draft, slots: ReadonlySet<number>): ContextSection {
  const before = sections.find(({ name }) => name === 'Sources');
  const used = new Set(before?.items.filter((item) => item.used).map(({ id }) => id));
  const fresh = [...slots].filter((slot) => !used.has(index.unitAt.get(slot)?.id ?? ''));
  const added = section(
    'Sources',
    sourceItems(
      index,
      fresh.map((id) => ({ id, score: 1 })),
      slots,
    ),
  );
  const ids = new Set(added.items.map(({ id }) => id));
  const kept = before?.items.filter(({ id }) => !ids.has(id)) ?? [];
  const items = [...kept.filter((item) => item.used), ...added.items, ...kept.filter((item) => !item.used)];
  return { name: 'Sources', tokens: (before?.tokens ?? 0) + added.tokens, items };
}
