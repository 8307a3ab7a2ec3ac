import { jsonrepair } from 'jsonrepair';
import type { Repairs } from './repairs';

/** Characters that are mended at most: jsonrepair takes a time that grows with the square of runs of quotes. What is cut off counts as lost. */
const MENDED = 40_000;

/** The JSON value in a reply, mended where it can be. Undefined when there is none. */
export function parseJson(text: string, repairs: Repairs): unknown {
  const whole = tryParse(text);
  if (whole !== undefined) return whole;
  const start = text.search(/[[{]/u);
  if (start < 0) return undefined;
  const end = Math.max(text.lastIndexOf('}'), text.lastIndexOf(']')) + 1;
  const inner = end > start ? tryParse(text.slice(start, end)) : undefined;
  if (inner !== undefined) {
    repairs.note('unwrapped');
    return inner;
  }
  const mended = tryMend(text.slice(start)) ?? (end > start ? tryMend(text.slice(start, end)) : undefined);
  if (mended !== undefined) repairs.note('mended');
  return mended;
}

function tryParse(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined; // the next way is tried
  }
}

function tryMend(text: string): unknown {
  try {
    return tryParse(jsonrepair(text.slice(0, MENDED)));
  } catch {
    return undefined; // it cannot be mended
  }
}
