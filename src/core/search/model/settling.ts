import { answerUnits } from '../answer/answer-units';

/** Nothing of a text is finished without one of these. */
const MAY_SETTLE = /[\n.!?…。！？।]/u;
/** So many UTF-16 code units behind such a sign tell whether it ends a sentence. */
const TELLING = 24;

/** Tells of a growing text up to where its sentences are finished, as another one has begun behind them; null where no more are than before. */
export function settling(): (text: string) => number | null {
  let settled = 0;
  /** Up to here sentences were looked for. */
  let looked = 0;
  return (text) => {
    if (!MAY_SETTLE.test(text.slice(Math.max(settled, looked - TELLING)))) return null;
    looked = text.length;
    const end = Math.max(text.lastIndexOf('\n'), answerUnits(text).at(-1)?.start ?? 0);
    if (end <= settled) return null;
    settled = end;
    return end;
  };
}
