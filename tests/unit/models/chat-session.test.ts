import type { PreTrainedModel } from '@huggingface/transformers';
import { expect, it } from 'vitest';
import { forwardInSlices } from '../../../src/adapters/models/transformers/chat-session';
import type { Library } from '../../../src/adapters/models/transformers/library';

/** As much of a tensor of one row as slicing needs. */
function row(numbers: readonly number[]) {
  return {
    dims: [1, numbers.length],
    numbers,
    slice: (_rows: null, [start, end]: readonly [number, number]) => row(numbers.slice(start, end)),
  };
}

class Cache {
  readonly entries: Record<string, unknown> = {};
  update(entries: Record<string, unknown>): void {
    Object.assign(this.entries, entries);
  }
  get_seq_length(): number {
    return 0;
  }
}

it('gives a network back what it remembers of a slice: keys and values, and states of other kinds by their names', async () => {
  const given: { readonly tokens: number; readonly remembered: readonly string[] }[] = [];
  const network = {
    forward: async (inputs: { readonly input_ids: ReturnType<typeof row>; readonly past_key_values?: Cache }) => {
      const remembered = Object.keys(inputs.past_key_values?.entries ?? {});
      given.push({ tokens: inputs.input_ids.numbers.length, remembered });
      return { logits: 0, 'present.0.key': 1, 'present_conv.0': 2, 'present_recurrent.0': 3 };
    },
  };
  const library = { DynamicCache: Cache } as unknown as Library;
  const options = { pause: () => Promise.resolve(), reading: () => undefined };
  forwardInSlices(library, network as unknown as PreTrainedModel, 'wasm', options);
  const tokens = row(Array.from({ length: 100 }, (_, at) => at));
  await network.forward({ input_ids: tokens, attention_mask: tokens } as Parameters<typeof network.forward>[0]);
  expect(given).toEqual([
    { tokens: 64, remembered: [] },
    { tokens: 36, remembered: ['past_key_values.0.key', 'past_conv.0', 'past_recurrent.0'] },
  ]);
});
