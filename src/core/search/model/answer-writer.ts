import { NOT_FOUND } from '../../prompts/answers/rules';
import { aligner, alignAnswer, type AlignOptions } from '../alignment/align-answer';
import type { AlignedSentence } from '../alignment/alignment';
import { groundIndex } from '../alignment/ground-index';
import { likenessOf } from '../alignment/likeness';
import { answerStream } from '../answer/answer-stream';
import { answerUnits } from '../answer/answer-units';
import { numberCitations } from '../citations';
import { groundsOf, type BuiltContext } from '../context/context';
import type { DraftSentence } from '../draft';
import type { AnswerSentence, SearchEvent } from '../events';
import { citeGrounds, rowsOfGrounds } from './cite-grounds';
import type { SearchRun } from './search-run';
import { withoutThoughts } from './thoughts';
import type { Written } from './written';

/** Tells an answer as it is written: its words at once, its citations sentence by sentence. */
export interface AnswerWriter {
  add(delta: string): void;
  /** What was written so far is void. */
  restart(reason: string): void;
  /** The whole, when nothing more will come. */
  finish(): Written;
  /** The whole again, with its doubtful sentences held against what was shown by their vectors, too, where there is an embedder. */
  compared(): Promise<Written>;
}

const ONLY_NOT_FOUND = new RegExp(`^[\\s\\p{P}]*${NOT_FOUND}[\\s\\p{P}]*$`, 'iu');
const BEGINS_NOT_FOUND = new RegExp(`^[\\s\\p{P}]*${NOT_FOUND}[.!:\\s\\p{P}]*`, 'iu');

/** Nothing of a text is finished without one of these. */
const MAY_SETTLE = /[\n.!?…。！？।]/u;
/** So many UTF-16 code units behind such a sign tell whether it ends a sentence. */
const TELLING = 24;

type Writing = Pick<SearchRun, 'index' | 'scope' | 'choices' | 'emit' | 'vectorise'>;

/** Writes an answer as its words come, and holds it against the rows of these contexts. */
export function answerWriter(run: Writing, contexts: readonly BuiltContext[]): AnswerWriter {
  const rowOf = rowsOfGrounds(contexts);
  const grounds = groundIndex(contexts.flatMap(groundsOf), (ground) => rowOf.get(ground)?.title ?? '');
  const alignedSoFar = aligner(grounds);
  let stream = answerStream();
  let thoughts = withoutThoughts();
  /** Clean text that may yet turn out to be the words for "not found". */
  let held = '';
  let notFound = false;
  let told = 0;
  /** Up to here the citations are told. */
  let settled = 0;
  /** Up to here sentences were looked for. */
  let looked = 0;
  const emit = (event: SearchEvent): void => run.emit(event);

  const show = (text: string, isEnd: boolean): void => {
    held += text;
    if (!isEnd && isBeginning(held)) return;
    if (BEGINS_NOT_FOUND.test(held) && told === 0) {
      notFound = true;
      held = held.replace(BEGINS_NOT_FOUND, '');
    }
    if (held === '') return;
    emit({ kind: 'text', text: held });
    told += held.length;
    held = '';
  };
  const aligned = (options?: AlignOptions): readonly AlignedSentence[] => {
    const answer = withoutMarker(stream.soFar());
    // A mark for knowledge of its own excuses nothing where it was told to have none.
    const allowed = run.choices.generalKnowledge ? answer : { ...answer, general: [] };
    return options ? alignAnswer(allowed, grounds, options) : alignedSoFar(allowed);
  };
  const withCitations = (sentences: readonly AlignedSentence[], text: string) => {
    const drafts = sentences.map((one): DraftSentence => ({
      text: text.slice(one.start, one.end),
      role: 'sentence',
      cited: citeGrounds(run.index, rowOf, one.grounds, run.scope.unit),
    }));
    const numbered = numberCitations({ sentences: drafts });
    const shown = numbered.sentences.map((sentence, at): AnswerSentence => {
      const { start, end, support, doubt } = sentences[at] as AlignedSentence;
      return { ...sentence, at: { start, end }, support, ...(doubt && { doubt }) };
    });
    return { sentences: shown, citations: numbered.citations };
  };
  /** Citations of the sentences that are finished: another one has begun behind them. */
  const tell = (): void => {
    const { text } = withoutMarker(stream.soFar());
    if (told === 0 || !MAY_SETTLE.test(text.slice(Math.max(settled, looked - TELLING)))) return;
    looked = text.length;
    const end = Math.max(text.lastIndexOf('\n'), answerUnits(text).at(-1)?.start ?? 0);
    if (end <= settled) return;
    settled = end;
    const { sentences, citations } = withCitations(
      aligned().filter((one) => one.end <= end),
      text,
    );
    emit({ kind: 'cited', sentences, citations });
  };
  const written = (options?: AlignOptions): Written => {
    const { text } = withoutMarker(stream.soFar());
    const sentences = aligned(options);
    const wrongHints = sentences.reduce((sum, one) => sum + one.wrongHints, 0);
    const baseless = isBaseless(sentences);
    return { text, ...withCitations(sentences, text), notFound, wrongHints, baseless };
  };
  return {
    add(delta) {
      show(stream.feed(thoughts(delta)), false);
      tell();
    },
    restart(reason) {
      const isShown = told > 0;
      stream = answerStream();
      thoughts = withoutThoughts();
      held = '';
      notFound = false;
      told = 0;
      settled = 0;
      looked = 0;
      if (isShown) emit({ kind: 'restart', reason });
    },
    finish() {
      show(stream.end(), true);
      return written();
    },
    async compared() {
      if (!run.vectorise) return written();
      const found = await likenessOf(withoutMarker(stream.soFar()), aligned(), grounds, run.vectorise);
      if (!found) return written();
      return 'words' in found ? { ...written(), uncompared: found.words } : written(found);
    },
  };
}

/** Whether something is said and no word of it is held by what was shown. Other words for the same thing are no sign of that. */
function isBaseless(sentences: readonly AlignedSentence[]): boolean {
  const said = sentences.filter(({ support }) => support !== 'nothing to support' && support !== 'general');
  return said.length > 0 && said.every(({ support, score }) => support === 'unsupported' && score === 0);
}

/** Whether the words for "not found" may still be coming. */
function isBeginning(text: string): boolean {
  const begun = text.replace(/^[\s\p{P}]+/u, '').toUpperCase();
  return NOT_FOUND.startsWith(begun) || ONLY_NOT_FOUND.test(text);
}

/** The answer without the words for "not found" in front; what stood behind them moves up. */
function withoutMarker<A extends ReturnType<ReturnType<typeof answerStream>['soFar']>>(answer: A): A {
  const marker = BEGINS_NOT_FOUND.exec(answer.text)?.[0].length ?? 0;
  if (marker === 0) return answer;
  const moved = (at: number): number => Math.max(0, at - marker);
  return {
    ...answer,
    text: answer.text.slice(marker),
    hints: answer.hints.map((hint) => ({ ...hint, at: moved(hint.at) })),
    general: answer.general.map(moved),
  };
}
