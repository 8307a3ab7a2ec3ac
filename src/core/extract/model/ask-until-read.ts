import { ParseError } from '../../errors';
import type { Ask, ModelCall } from '../../models/ask';
import { Attempts } from '../../models/attempts';
import type { ChatReply } from '../../models/chat-model';
import type { LinesShape, ShapeValue } from '../../shapes/shape';
import { joinFindings, type Findings } from './findings';
import { wholeOf, type ReadReply } from './read-reply';
import type { TallyCount } from './tally';
import { isDoubtful, isUsable, withUnread, type Understood } from './understood';

export interface Question<S extends LinesShape> {
  readonly call: ModelCall;
  /** Tokens up to which the limit of the reply may be raised once a reply was cut. */
  readonly mostTokens: number;
  /** Reads what the call's shape asks for, and somewhat more leniently. Throws ParseError. */
  read(reply: ChatReply): ReadReply<S>;
  understand(lines: ShapeValue<S>): Understood;
}

export interface Answer {
  readonly findings: Findings;
  /** The reply as a turn of the conversation. */
  readonly text: string;
}

/** By how much each further attempt is warmer. */
const WARMER = 0.3;

/**
 * Asks until a reply can be used, at most `attempts` times; undefined when none can. After one that was cut or mended it goes on, after one of
 * which much is invalid it asks once more, and all that is valid counts. Replies of no use that an earlier run got do not count. Errors of `ask` pass through.
 */
export async function askUntilRead<S extends LinesShape>(
  question: Question<S>,
  attempts: number,
  ask: Ask,
  tally: TallyCount,
): Promise<Answer | undefined> {
  let answer: Answer | undefined;
  let maxTokens = question.call.maxTokens;
  const all = new Attempts(attempts);
  for (const attempt of all) {
    if (attempt.anew !== undefined && answer) break;
    const { number, ...anew } = attempt;
    const reply = await ask({ ...question.call, ...attemptOptions(number), ...anew, maxTokens });
    tally.reply(reply);
    const read = tryUnderstand(question, reply, tally);
    if (!read && all.useless(attempt, reply)) tally.failed();
    if (read) {
      const isEnough = read.isWhole && (answer !== undefined || !isDoubtful(read.found));
      answer = { findings: answer ? withoutRepeats(answer.findings, read.found) : read.found, text: turnOf(reply) };
      if (isEnough) break;
    }
    // There is no more room: a further reply would be cut as well.
    if (answer && reply.finish === 'length' && maxTokens >= question.mostTokens) break;
    if (reply.finish === 'length') maxTokens = Math.max(maxTokens, Math.min(maxTokens * 2, question.mostTokens));
  }
  return answer;
}

/** Two replies to one question; that they say the same is as it should be. */
const withoutRepeats = (one: Findings, other: Findings): Findings => ({
  ...joinFindings(one, other),
  rejected: [...one.rejected, ...other.rejected],
});

const attemptOptions = (attempt: number): Pick<ModelCall, 'temperature' | 'seed'> =>
  attempt === 0 ? { temperature: 0 } : { temperature: WARMER * attempt, seed: attempt };

const turnOf = (reply: ChatReply): string => (reply.finish === 'length' ? wholeOf(reply.text) : reply.text);

interface Read {
  readonly found: Understood;
  /** Neither cut nor mended. */
  readonly isWhole: boolean;
}

/** What a reply gives; undefined when nothing of it can be used. */
function tryUnderstand<S extends LinesShape>(
  { read, understand }: Question<S>,
  reply: ChatReply,
  tally: TallyCount,
): Read | undefined {
  try {
    const { lines, repairs } = read(reply);
    const unread = repairs.filter((repair) => repair === 'dropped').length;
    const found = withUnread(understand(lines), unread);
    tally.repaired(repairs);
    const isWhole = reply.finish === 'stop' && !repairs.includes('mended');
    if (isUsable(found)) {
      tally.used(reply);
      return { found, isWhole };
    }
    if (!reply.stale) tally.rejected(found.rejected);
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
  }
  return undefined;
}
