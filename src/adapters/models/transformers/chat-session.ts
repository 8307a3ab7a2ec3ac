import type { PreTrainedModel, PreTrainedTokenizer } from '@huggingface/transformers';
import type { TransformersChatModel } from '../../../core/models/catalogue/chat-transformers';
import type { Backend } from './backend';
import { forwardInSlices } from './forward-in-slices';
import type { Library } from './library';

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
  /** Told before each slice of a long prompt how many of its tokens are read; throws to give up. */
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

/** The smaller of what the model can read, as its configuration says, and what Burrow lets it. */
export function contextWindow(model: TransformersChatModel, config: object): number {
  const own = 'max_position_embeddings' in config ? Number(config.max_position_embeddings) : NaN;
  return own > 0 ? Math.min(own, model.contextWindow) : model.contextWindow;
}

function endTokens({ generation_config: config }: PreTrainedModel): ReadonlySet<number> {
  const ends: unknown = (config as { eos_token_id?: unknown } | null)?.eos_token_id;
  return new Set([ends].flat().filter((end): end is number => typeof end === 'number'));
}
