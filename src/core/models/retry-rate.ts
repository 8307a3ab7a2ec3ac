import type { SettingStore } from '../platform';
import type { ChatChoice } from './chat-model';
import { choiceName } from './speed';

/** Replies of a model in which something was asked for in a form, the older ones weighing less. */
export interface RetryRate {
  readonly replies: number;
  /** Replies among these without anything of use. */
  readonly invalid: number;
}

const NO_REPLIES: RetryRate = { replies: 0, invalid: 0 };
/** Weight that is left of each earlier reply: some fifty make the picture. */
const KEPT = 0.98;
/** Valid replies that are assumed beside those seen, so that one bad reply does not treble a price. */
const ASSUMED = 2;

/** The rate as known after a reply. */
export const rateAfter = ({ replies, invalid }: RetryRate = NO_REPLIES, isValid: boolean): RetryRate => ({
  replies: replies * KEPT + 1,
  invalid: invalid * KEPT + (isValid ? 0 : 1),
});

/** Expected calls for one reply of use, 1 to `attempts`. */
export function callsPerReply({ replies, invalid }: RetryRate = NO_REPLIES, attempts: number): number {
  const share = invalid / (replies + ASSUMED);
  return Array.from({ length: attempts }, (_, attempt) => share ** attempt).reduce((sum, one) => sum + one, 0);
}

const SETTING = 'model replies';

/** Rate seen of a model in this browser; undefined before its first reply. */
export async function knownRate(settings: SettingStore, choice: ChatChoice): Promise<RetryRate | undefined> {
  const kept = (await settings.get(SETTING)) as Readonly<Record<string, RetryRate>> | undefined;
  const rate = kept?.[choiceName(choice)];
  const isRate = rate && Number.isFinite(rate.replies) && rate.invalid >= 0 && rate.invalid <= rate.replies;
  return isRate ? rate : undefined;
}

export async function keepRate(settings: SettingStore, choice: ChatChoice, rate: RetryRate): Promise<void> {
  await settings.change(SETTING, { [choiceName(choice)]: rate });
}
