import pins from './pins.json' with { type: 'json' };

/** What a file of a model must be: its size, and its hash as in Subresource Integrity (`sha256-…`). */
export interface Pin {
  readonly bytes: number;
  readonly integrity: string;
}

/** The pinned files of one model, as `npm run pin` found them where the network allowed it. */
export interface ModelPins {
  readonly library: Pin;
  readonly config: Pin;
  /** By file name. */
  readonly tokenizer: Readonly<Record<string, Pin>>;
  readonly tensorCache: Pin;
  /** Bytes of all files together, weights included. */
  readonly downloadBytes: number;
}

/** The pins of a model of the catalogue; undefined while it has none. No model is pinned as long as pins.json is empty. */
export function pinsOf(model: string): ModelPins | undefined {
  return (pins as Readonly<Record<string, ModelPins>>)[model];
}
