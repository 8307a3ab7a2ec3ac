import { aligner, alignAnswer, type AlignOptions } from '../alignment/align-answer';
import type { AlignedSentence } from '../alignment/alignment';
import { groundIndex } from '../alignment/ground-index';
import { likenessOf } from '../alignment/likeness';
import { answerStream } from '../answer/answer-stream';
import { hasWords } from '../asking-words';
import { groundsOf, type BuiltContext } from '../context/context';
import { rowsOfGrounds } from './cite-grounds';
import { citedSentences } from './cited-sentences';
import { shownWords, withoutMarker } from './not-found-marker';
import type { AnswerSentence } from '../events';
import type { SearchRun } from './search-run';
import { settling } from './settling';
import { withoutThoughts } from './thoughts';
import { isCut, isUncheckedCode, unjudged } from './unchecked';
import { NOTHING_WRITTEN, type Written } from './written';

/** Tells an answer as it is written: its words at once, its citations sentence by sentence. */
export interface AnswerWriter {
  add(delta: string): void;
  /** What was written so far is void. */
  restart(reason: string): void;
  /** The whole, when nothing more will come; `broken` where it did not come to its end. */
  finish(broken?: boolean): Written;
  /** The whole again, with its doubtful sentences held against what was shown by their vectors, too, where there is an embedder. */
  compared(): Promise<Written>;
}

type Writing = Pick<SearchRun, 'index' | 'scope' | 'choices' | 'emit' | 'vectorise'>;

/** Writes an answer as its words come, and holds it against the rows of these contexts. */
export function answerWriter(run: Writing, contexts: readonly BuiltContext[]): AnswerWriter {
  const rowOf = rowsOfGrounds(contexts);
  const grounds = groundIndex(contexts.flatMap(groundsOf), (ground) => rowOf.get(ground)?.title ?? '');
  const alignedSoFar = aligner(grounds);
  const begun = () => ({
    stream: answerStream(),
    thoughts: withoutThoughts(),
    words: shownWords((text) => run.emit({ kind: 'text', text })),
    settledAt: settling(),
  });
  let now = begun();
  let isBroken = false;

  const aligned = (options?: AlignOptions): readonly AlignedSentence[] => {
    const answer = withoutMarker(now.stream.soFar());
    // A mark for knowledge of its own excuses nothing where it was told to have none.
    const allowed = run.choices.generalKnowledge ? answer : { ...answer, general: [] };
    return options ? alignAnswer(allowed, grounds, options) : alignedSoFar(allowed);
  };
  const cited = (sentences: readonly AlignedSentence[], text: string): Pick<Written, 'sentences' | 'citations'> => {
    const told = citedSentences(run, rowOf, sentences, text);
    const withCode = (one: AnswerSentence): AnswerSentence =>
      isUncheckedCode(one) ? { ...one, unchecked: 'code' } : one;
    return { ...told, sentences: told.sentences.map(withCode) };
  };
  /** Citations of the sentences that are finished. */
  const tell = (): void => {
    if (now.words.told === 0) return;
    const { text } = withoutMarker(now.stream.soFar());
    const end = now.settledAt(text);
    if (end === null) return;
    const settled = aligned().filter((one) => one.end <= end);
    run.emit({ kind: 'cited', ...cited(settled, text) });
  };
  const written = (options?: AlignOptions): Written => {
    const { text } = withoutMarker(now.stream.soFar());
    if (!hasWords(text)) return { ...NOTHING_WRITTEN, notFound: now.words.notFound };
    const whole = aligned(options);
    const last = whole.at(-1);
    const stops = isBroken && last !== undefined && isCut(text.slice(last.start, last.end));
    const sentences = stops ? [...whole.slice(0, -1), unjudged(last)] : whole;
    const told = cited(sentences, text);
    return {
      text,
      ...told,
      sentences: stops ? stopped(told.sentences) : told.sentences,
      notFound: now.words.notFound,
      wrongHints: sentences.reduce((sum, one) => sum + one.wrongHints, 0),
      baseless: isBaseless(sentences),
    };
  };
  return {
    add(delta) {
      now.words.add(now.stream.feed(now.thoughts(delta)), false);
      tell();
    },
    restart(reason) {
      const isShown = now.words.told > 0;
      now = begun();
      if (isShown) run.emit({ kind: 'restart', reason });
    },
    finish(broken = false) {
      isBroken = broken;
      now.words.add(now.stream.end(), true);
      return written();
    },
    async compared() {
      if (!run.vectorise) return written();
      const found = await likenessOf(withoutMarker(now.stream.soFar()), aligned(), grounds, run.vectorise);
      if (!found) return written();
      return 'words' in found ? { ...written(), uncompared: found.words } : written(found);
    },
  };
}

/** The same, the last one being the one in which the answer stops; code says that nothing in it is checked. */
const stopped = (sentences: readonly AnswerSentence[]): readonly AnswerSentence[] =>
  sentences.map((one, at) => (at === sentences.length - 1 && !one.unchecked ? { ...one, unchecked: 'stopped' } : one));

/** Whether something is said and no word of it is held by what was shown. Other words for the same thing are no sign of that. */
function isBaseless(sentences: readonly AlignedSentence[]): boolean {
  const said = sentences.filter(({ support }) => support !== 'nothing to support' && support !== 'general');
  return said.length > 0 && said.every(({ support, score }) => support === 'unsupported' && score === 0);
}
