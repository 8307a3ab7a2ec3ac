/** The same words at no temperature would get the same reply, whatever the seed. */
const LEAST_TEMPERATURE = 0.3;

interface Sampling {
  readonly temperature: number;
  readonly seed?: number;
}

/** The call with another seed, warm enough for that to make a difference. */
export const withOtherSeed = <Call extends Sampling>(call: Call, by: number): Call => ({
  ...call,
  seed: (call.seed ?? 0) + by,
  temperature: Math.max(call.temperature, LEAST_TEMPERATURE),
});
