import type { PreTrainedModel, PreTrainedTokenizer, DynamicCache, Tensor } from '@huggingface/transformers';
import type { TransformersChatModel } from '../../../core/models/catalogue/transformers-chat-models';
import type { Backend, Library } from './library';

/** A loaded chat model. One generation at a time. */
export interface ChatSession {
  readonly model: TransformersChatModel;
  readonly library: Library;
  readonly tokenizer: PreTrainedTokenizer;
  readonly network: PreTrainedModel;
  /** Tokens of prompt and reply together. */
  readonly contextWindow: number;
  /** Tokens that end a reply. */
  readonly ends: ReadonlySet<number>;
  /** Called before each slice of a long prompt with the number of its tokens so far; throws to give up. */
  reading: (read: number, tokens: number) => void;
  dispose(): Promise<void>;
}

export async function openChatSession(
  library: Library,
  model: TransformersChatModel,
  backend: Backend,
  pause: () => Promise<void>,
): Promise<ChatSession> {
  const revision = model.revision ?? 'main';
  const [tokenizer, network] = await Promise.all([
    library.AutoTokenizer.from_pretrained(model.repository, { revision }),
    library.AutoModelForCausalLM.from_pretrained(model.repository, {
      revision,
      device: backend,
      dtype: model.precision,
    }),
  ]);
  const session: ChatSession = {
    model,
    library,
    tokenizer,
    network,
    contextWindow: contextWindow(model, network.config as object),
    ends: endTokens(network),
    reading: () => undefined,
    dispose: async () => {
      await network.dispose();
    },
  };
  forwardInSlices(library, network, backend, { pause, reading: (read, tokens) => session.reading(read, tokens) });
  return session;
}

/** The smaller of two windows: that of the model's configuration and Burrow's limit. */
export function contextWindow(model: TransformersChatModel, config: object): number {
  const own = 'max_position_embeddings' in config ? Number(config.max_position_embeddings) : NaN;
  return own > 0 ? Math.min(own, model.contextWindow) : model.contextWindow;
}

function endTokens({ generation_config: config }: PreTrainedModel): ReadonlySet<number> {
  const ends: unknown = (config as { eos_token_id?: unknown } | null)?.eos_token_id;
  return new Set([ends].flat().filter((end): end is number => typeof end === 'number'));
}

type Inputs = Record<string, unknown> & {
  readonly input_ids: Tensor;
  readonly attention_mask: Tensor;
  readonly past_key_values?: DynamicCache | null | undefined;
};
type Outputs = Record<string, Tensor>;

/** Tokens of a prompt that are read at once: a second or less of work on a processor. */
const SLICE = { wasm: 64, webgpu: 512 } as const;

interface SliceOptions {
  /** Resolves in a later task, so that the worker hears a stop and answers that it lives. */
  pause(): Promise<void>;
  /**
   * Called before each slice with the progress; throws to give up reading. Between two tokens of a reply a stopping
   * criterion is asked instead.
   */
  reading(read: number, tokens: number): void;
}

/** Makes a network read long prompts in slices and pause before each step. */
export function forwardInSlices(
  library: Library,
  network: PreTrainedModel,
  backend: keyof typeof SLICE,
  { pause, reading }: SliceOptions,
): void {
  const forward = network.forward.bind(network) as (inputs: Inputs) => Promise<Outputs>;
  const size = SLICE[backend];
  network.forward = async (inputs: Inputs): Promise<Outputs> => {
    const tokens = inputs.input_ids.dims[1] ?? 0;
    const past = inputs.past_key_values?.get_seq_length() ?? 0;
    let cache = inputs.past_key_values;
    let start = 0;
    for (; tokens - start > size; start += size) {
      await pause();
      try {
        reading(start, tokens);
      } catch (error) {
        await cache?.dispose();
        throw error;
      }
      const outputs = await forward({
        ...inputs,
        input_ids: inputs.input_ids.slice(null, [start, start + size]),
        attention_mask: inputs.attention_mask.slice(null, [0, past + start + size]),
        past_key_values: cache,
      });
      cache ??= new library.DynamicCache();
      cache.update(cacheEntries(outputs));
    }
    await pause();
    if (start === 0) return forward(inputs);
    return forward({ ...inputs, input_ids: inputs.input_ids.slice(null, [start, tokens]), past_key_values: cache });
  };
}

/**
 * Renames the states of the network from outputs to inputs. States other than attention's keep their own names, such as
 * `present_conv.0`.
 */
function cacheEntries(outputs: Outputs): Outputs {
  return Object.fromEntries(
    Object.entries(outputs)
      .filter(([name]) => name.startsWith('present'))
      .map(([name, tensor]) => [
        name.replace('present', name.startsWith('present_') ? 'past' : 'past_key_values'),
        tensor,
      ]),
  );
}
