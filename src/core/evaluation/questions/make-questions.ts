import { mapConcurrent } from '../../async';
import type { CallOptions } from '../../platform';
import { GLOBAL_COUNT, LINK_TASKS, type LinkKind } from '../../prompts/question-making';
import type { SearchIndex } from '../../retrieval';
import type { ByteVectors } from '../../vectors/byte-vectors';
import type { EvaluationQuestion } from '../evaluation';
import type { ClaimChecker } from '../judging/claim-checker';
import type { Judge } from '../judging/judge';
import { chooseQuestions, groundDraft, type DraftQuestion } from './draft-question';
import {
  askGlobalQuestions,
  askLinkedQuestion,
  categoryGroups,
  expectedGroup,
  linkGroups,
  type FactGroup,
} from './joined-questions';
import { askLocalQuestions, passageGroups, questionPassages } from './local-questions';

/** Number of questions of each class. */
export interface QuestionCounts {
  readonly local: number;
  readonly linked: number;
  readonly global: number;
}

/** Collection that questions are made from. */
export interface QuestionSource {
  readonly index: SearchIndex;
  /** Vectors of all text units, by row. */
  readonly vectors: ByteVectors;
  /** Language to write in, in words for the model. */
  readonly language: string;
  /** Checks that assertions follow from their passages. */
  readonly checker: ClaimChecker;
}

interface MakeOptions extends CallOptions {
  /** Questions that need not be made again. */
  readonly known?: readonly string[];
  /** Called after each call with its number and the most that there will be. */
  readonly onProgress?: (done: number, of: number) => void;
  /** Takes what a call gave, before the best are chosen. */
  readonly onMade?: (questions: readonly EvaluationQuestion[]) => Promise<void>;
}

/** Questions that are made for one that is kept, and local ones for one that joins several. */
const OVERSAMPLED = 1.5;
const PARTS = 2;
const KINDS = Object.keys(LINK_TASKS) as readonly LinkKind[];

const countMade = (wanted: number): number => Math.ceil(OVERSAMPLED * wanted);
const countLocals = ({ local, linked, global }: QuestionCounts): number =>
  countMade(Math.max(local, PARTS * linked, PARTS * global));
const countThemes = ({ global }: QuestionCounts): number => Math.ceil(countMade(global) / GLOBAL_COUNT);

/**
 * Makes questions of all classes: local ones first, of which the others are made. There may be fewer than wanted; none nearly equals another or
 * one of `known`. For a price, those that are made of others are taken to be as many as they can be. Throws ModelError, and the signal's reason
 * through `ask`.
 */
export async function makeQuestions(
  maker: Judge,
  { index, vectors, language, checker }: QuestionSource,
  wanted: QuestionCounts,
  { known = [], onProgress, onMade, signal }: MakeOptions = {},
): Promise<readonly EvaluationQuestion[]> {
  const groups = passageGroups(questionPassages(index, vectors, countLocals(wanted)));
  const total = groups.length + countMade(wanted.linked) + countThemes(wanted);
  let done = 0;
  const ask = async <T>(items: readonly T[], make: (item: T) => Promise<readonly DraftQuestion[]>) => {
    const made = await mapConcurrent(items, maker.parallel, async (item) => {
      const drafts = await Promise.all(
        (await make(item)).map((draft) => groundDraft(draft, checker, signal ? { signal } : {})),
      );
      const grounded = drafts.filter((draft) => draft !== null);
      await onMade?.(grounded.map(({ question }) => question));
      onProgress?.(++done, total);
      return grounded;
    });
    return made.flat();
  };
  const locals = await ask(groups, (group) => askLocalQuestions(maker, group, language));
  const facts = locals.map(({ question }) => question);
  const groupsOf = (found: typeof linkGroups, groups: number, size: number): readonly FactGroup[] =>
    maker.rehearse ? Array.from({ length: groups }, (_, at) => expectedGroup(at, size)) : found(index, facts);
  const links = linkTries(groupsOf(linkGroups, countMade(wanted.linked), EXPECTED.linked), countMade(wanted.linked));
  const linked = await ask(links, async ({ group, kind }) => {
    const draft = await askLinkedQuestion(maker, group, kind, language);
    return draft ? [draft] : [];
  });
  const themes = groupsOf(categoryGroups, countThemes(wanted), EXPECTED.category).slice(0, countThemes(wanted));
  const global = await ask(themes, (group) => askGlobalQuestions(maker, group, language));
  const chosen: EvaluationQuestion[] = [];
  const choose = (drafts: readonly DraftQuestion[], count: number, kinds?: number): void => {
    const other = [...known, ...chosen.map(({ question }) => question)];
    chosen.push(...chooseQuestions(drafts, count, other, kinds).map(({ question }) => question));
  };
  choose(locals, wanted.local);
  choose(linked, wanted.linked, KINDS.length);
  choose(global, wanted.global);
  return chosen;
}

/** Each group with a kind of its own, and then with another one. */
const linkTries = (
  groups: readonly FactGroup[],
  count: number,
): readonly { readonly group: FactGroup; readonly kind: LinkKind }[] =>
  KINDS.flatMap((_, round) =>
    groups.flatMap((group, at) => ({ group, kind: KINDS[(round + at) % KINDS.length] ?? 'bridge' })),
  ).slice(0, count);

/** Expected facts of a linked question, and of a category. */
const EXPECTED = { linked: 4, category: 12 };
