import type { AnswerSentence } from '../../core/search/events';
import { instructionIn } from '../../core/search/instructing-words';

/** What is shown behind a sentence that is not to be taken as it stands. */
export interface ShownDoubt {
  readonly sign: string;
  /** The same in an exported text, where it stands alone; missing where the sign says it all. */
  readonly told?: string;
  /** One sentence on what the sign means. */
  readonly words: string;
  /** Of a sentence that may well be right: nothing speaks against it. */
  readonly isSoft: boolean;
}

type Reason = NonNullable<AnswerSentence['doubt']>;

const COMPARE = 'Read it before you rely on the sentence.';
const NOT_FOUND = 'Nothing that was looked at in the documents says this';
const REASONS: Readonly<Record<Reason, Omit<ShownDoubt, 'isSoft'>>> = {
  words: {
    sign: 'compare',
    told: 'no passage says this in these words',
    words: `No passage says this in these words. The one that comes nearest may say the same, or something else. ${COMPARE}`,
  },
  'worked out': {
    sign: 'worked out',
    words:
      'No passage has this number as it stands, but it can be worked out from those of the passage. Check the sum.',
  },
  number: {
    sign: 'check the number',
    words: 'A passage tells of this, but with another number, or has the number of something else.',
  },
  name: { sign: 'check the name', words: 'A passage tells of this, but the name does not stand there.' },
  opposite: {
    sign: 'check: the opposite?',
    words: 'A passage tells of this with a word that says the opposite or something else of its kind.',
  },
  denied: {
    sign: 'check: denied?',
    words: 'Of the sentence and the passage, one denies something and the other does not.',
  },
  order: {
    sign: 'check: turned round?',
    words: 'A passage has these words in another order, so they may be said of someone or something else.',
  },
  further: {
    sign: 'check: goes further?',
    words: 'The passage says this with a limit, such as “nearly” or “may”, or only as somebody’s opinion.',
  },
  said: {
    sign: 'somebody’s words',
    words: 'The passage gives this as what somebody says. See who it is before you take it for a fact.',
  },
  joined: {
    sign: 'check: put together?',
    words: 'Its parts stand in different places, and no passage says them of one another.',
  },
  cause: {
    sign: 'check the cause',
    words: 'The passages tell of both, but not that one is the cause of the other.',
  },
};
/** What the nearest passage has instead, for a sentence that none says. */
const INSTEAD: Readonly<Partial<Record<Reason, string>>> = {
  number: 'the passage that comes nearest has another number',
  name: 'the name does not stand in the passage that comes nearest',
  opposite: 'the passage that comes nearest says the opposite, or something else of its kind',
  denied: 'of the sentence and the passage that comes nearest, one denies something and the other does not',
};
const SOFT: ReadonlySet<Reason> = new Set<Reason>(['words', 'worked out', 'said']);
/** Of answers from before reasons were kept. */
const UNTOLD: ShownDoubt = { sign: 'check this', words: REASONS.words.words, isSoft: true };
const OWN: ShownDoubt = {
  sign: 'the model’s own',
  told: 'the model’s own knowledge',
  words: 'The model says this from its own knowledge; no document stands behind it.',
  isSoft: false,
};

const INSTRUCTING: ShownDoubt = {
  sign: 'speaks to a model',
  words:
    'These words seem to be meant for a model that reads the document, not for you: somebody may want to steer it.',
  isSoft: false,
};

const INSTRUCTED: ShownDoubt = {
  ...INSTRUCTING,
  words:
    'It rests only on words that seem to be meant for a model that reads the document, not for you: somebody may want to steer it.',
};

/** Of what was not held against the documents. */
const UNCHECKED: Readonly<Record<NonNullable<AnswerSentence['unchecked']>, ShownDoubt>> = {
  code: {
    sign: 'not checked',
    words: 'This stands as code or maths, so nothing in it was held against the documents.',
    isSoft: true,
  },
  stopped: {
    sign: 'stopped here',
    words:
      'The answer stops within this sentence. Words are missing, so it was not held against the documents: nothing is said for or against it.',
    isSoft: true,
  },
};

/** How far a sentence of an answer is to be trusted; null where nothing is to be said. */
export function shownDoubt(
  sentence: Pick<AnswerSentence, 'support' | 'doubt'> &
    Partial<Pick<AnswerSentence, 'text' | 'role' | 'isInstructed' | 'unchecked'>>,
): ShownDoubt | null {
  const { text = '', role, isInstructed, support, unchecked } = sentence;
  if (unchecked) return UNCHECKED[unchecked];
  if (isInstructed && (support === 'supported' || support === 'partly')) return INSTRUCTED;
  return supportDoubt(sentence) ?? (role !== 'plain' && instructionIn(text) !== null ? INSTRUCTING : null);
}

function supportDoubt({ support, doubt }: Pick<AnswerSentence, 'support' | 'doubt'>): ShownDoubt | null {
  if (support === 'general') return OWN;
  if (support === 'partly') return doubt ? { ...REASONS[doubt], isSoft: SOFT.has(doubt) } : UNTOLD;
  if (support !== 'unsupported') return null;
  const instead = doubt && INSTEAD[doubt];
  return {
    sign: 'not found',
    told: 'not found in the documents',
    words: instead ? `${NOT_FOUND}: ${instead}.` : `${NOT_FOUND}.`,
    isSoft: false,
  };
}
