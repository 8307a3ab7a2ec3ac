import type { ChatChoice, ChatUsage } from './chat-model';
import type { SettingStore } from '../platform';

/** Speed of a model on this machine, in tokens per second. */
export interface ModelSpeed {
  /** Reading a prompt. */
  readonly prefill: number;
  /** Writing. */
  readonly decode: number;
}

/** Tokens to be read and written. */
export interface TokenLoad {
  readonly promptTokens: number;
  readonly replyTokens: number;
}

/** Weight of the newest call: a few calls make the picture. */
const NEWEST = 0.25;

/** The speed as known after a call; calls that are too short change nothing. */
export function speedAfter(before: ModelSpeed | undefined, usage: ChatUsage): ModelSpeed | undefined {
  const now = speedOf(usage);
  if (!now || !before) return now ?? before;
  // Blends seconds per token, since seconds are shown: one call that was answered at once does not hide the slow ones.
  const blend = (old: number, newest: number): number => 1 / ((1 - NEWEST) / old + NEWEST / newest);
  return { prefill: blend(before.prefill, now.prefill), decode: blend(before.decode, now.decode) };
}

/**
 * The speed at which this call took as long as it did, with what lies between the engine's own work. Of a reply that came all at once only
 * the whole time is known: then reading and writing count alike.
 */
function speedOf(usage: ChatUsage): ModelSpeed | undefined {
  const { promptTokens, completionTokens, seconds, firstToken = 0 } = usage;
  const whole = (promptTokens + completionTokens) / seconds;
  if (!isRate(whole)) return undefined;
  const prefill = usage.prefillRate ?? (firstToken > 0 ? promptTokens / firstToken : undefined);
  const writing = seconds - firstToken;
  const decode = usage.decodeRate ?? (writing > 0 && completionTokens > 1 ? completionTokens / writing : undefined);
  if (!isRate(prefill) || !isRate(decode)) return { prefill: whole, decode: whole };
  const scale = (promptTokens / prefill + completionTokens / decode) / seconds;
  return { prefill: prefill * scale, decode: decode * scale };
}

const isRate = (rate: number | undefined): rate is number => rate !== undefined && Number.isFinite(rate) && rate > 0;

/** Seconds that a load takes with so many calls at a time. */
export function secondsFor({ prefill, decode }: ModelSpeed, load: TokenLoad, parallel: number): number {
  return (load.promptTokens / prefill + load.replyTokens / decode) / Math.max(1, parallel);
}

const SETTING = 'model speeds';
/** The name under which what was measured of a model is kept. */
export const choiceName = (choice: ChatChoice): string =>
  [choice.provider, choice.address ?? '', choice.model].join(' ');

/** Returns the measured speed of a model in this browser; undefined before its first call. */
export async function knownSpeed(settings: SettingStore, choice: ChatChoice): Promise<ModelSpeed | undefined> {
  const kept = (await settings.get(SETTING)) as Readonly<Record<string, ModelSpeed>> | undefined;
  const speed = kept?.[choiceName(choice)];
  return speed && isRate(speed.prefill) && isRate(speed.decode) ? speed : undefined;
}

export async function keepSpeed(settings: SettingStore, choice: ChatChoice, speed: ModelSpeed): Promise<void> {
  await settings.change(SETTING, { [choiceName(choice)]: speed });
}

/** Keeps what a call showed of a model's speed. */
export async function keepMeasured(settings: SettingStore, choice: ChatChoice, usage: ChatUsage): Promise<void> {
  const before = await knownSpeed(settings, choice);
  const speed = speedAfter(before, usage);
  if (speed && speed !== before) await keepSpeed(settings, choice, speed);
}
