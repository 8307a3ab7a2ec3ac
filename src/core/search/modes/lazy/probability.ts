import type { ReplyToken } from '../../../models/chat-model';

/**
 * Reads the probability of an option, 0 to 1, among all options where the reply names one. Each counts by its likeliest spelling, so that more than
 * half is the option that the model would say. Undefined unless just one token names an option, beside others that were told.
 */
export function probabilityOf(
  option: string,
  options: readonly string[],
  tokens: readonly ReplyToken[] = [],
): number | undefined {
  const naming = tokens.filter(({ token }) => options.includes(wordOf(token)));
  const [place] = naming;
  if (!place || naming.length > 1) return undefined;
  const shares = options.map((one) => {
    const spellings = place.likeliest.filter(({ token }) => wordOf(token) === one);
    return Math.max(0, ...spellings.map(({ probability }) => probability));
  });
  const all = shares.reduce((sum, share) => sum + share, 0);
  return all > 0 ? (shares[options.indexOf(option)] ?? 0) / all : undefined;
}

/** The word of a token, without the blanks and signs around it. */
const wordOf = (token: string): string => token.replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase();
