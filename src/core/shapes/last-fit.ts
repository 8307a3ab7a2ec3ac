import { jsonValues, type JsonValue } from './json-values';
import { Repairs } from './repairs';

/** A JSON value read as a shape. */
export interface Fit<T> {
  readonly value: T;
  /** Share of the shape that is there. */
  readonly given: number;
  /** True if that is enough for an answer. */
  readonly isWhole: boolean;
}

/** Reads a JSON value as a shape. Undefined where nothing of the shape is in it. */
type ReadValue<T> = (value: unknown, repairs: Repairs) => Fit<T> | undefined;

interface FoundFit<T> extends Fit<T> {
  readonly repairs: Repairs;
  readonly isInner: boolean;
}

interface Candidate<T> extends FoundFit<T> {
  readonly at: JsonValue;
}

/** Values inside of values that are looked at, and how deep. */
const MOST_VALUES = 2_000;
const DEEPEST = 8;

/**
 * Reads the JSON of a reply: finds its values, looks into wrappers and quoted JSON, reads each as the shape, and takes the last that fits. Where none
 * fits wholly, one that was cut counts, and then the one of which most is there. Undefined where nothing fits.
 */
export function readLastFit<T>(text: string, read: ReadValue<T>, repairs: Repairs): T | undefined {
  const search = new FitSearch(read);
  const candidates = search.inText(text);
  const whole = candidates.filter(({ isWhole }) => isWhole);
  const best =
    whole.filter(({ at }) => at.form !== 'cut').at(-1) ?? whole[0] ?? fullest(candidates.filter(isOutermost));
  if (!best) return undefined;
  if (best.at.form !== 'whole') repairs.note('mended');
  else if (best.isInner || isWithinWords(text, best.at)) repairs.note('unwrapped');
  for (const repair of best.repairs.list) repairs.note(repair);
  return best.value;
}

class FitSearch<T> {
  readonly #read: ReadValue<T>;
  #count = 0;

  constructor(read: ReadValue<T>) {
    this.#read = read;
  }

  inText(text: string, depth = 0): readonly Candidate<T>[] {
    return [...jsonValues(text)].flatMap((at) => this.#inValue(at.value, depth).map((fit) => ({ ...fit, at })));
  }

  /** The value itself where it is an answer, or else what is in it. */
  #inValue(value: unknown, depth: number): readonly FoundFit<T>[] {
    if (depth > DEEPEST || ++this.#count > MOST_VALUES) return [];
    if (typeof value === 'string') return /[[{]/u.test(value) ? this.inText(value, depth + 1).map(innerFit) : [];
    if (typeof value !== 'object' || value === null) return [];
    const repairs = new Repairs();
    const fit = this.#read(value, repairs);
    const own = fit && { ...fit, repairs, isInner: false };
    if (own?.isWhole) return [own];
    const inner = Object.values(value).flatMap((one) => this.#inValue(one, depth + 1).map(innerFit));
    const whole = inner.filter(({ isWhole }) => isWhole);
    if (whole.length > 0) return whole;
    return own ? [own] : inner;
  }
}

const innerFit = <F>(fit: F): F & { readonly isInner: true } => ({ ...fit, isInner: true });

/** Checks that a part of an answer is not within one that was found before it. */
const isOutermost = <T>({ at }: Candidate<T>, place: number, all: readonly Candidate<T>[]): boolean =>
  !all.slice(0, place).some((other) => other.at !== at && other.at.start <= at.start && at.end <= other.at.end);

const fullest = <T>(candidates: readonly Candidate<T>[]): Candidate<T> | undefined =>
  candidates.reduce<Candidate<T> | undefined>((best, one) => (best && best.given > one.given ? best : one), undefined);

const isWithinWords = (text: string, { start, end }: JsonValue): boolean =>
  text.slice(0, start).trim() !== '' || text.slice(end).trim() !== '';
