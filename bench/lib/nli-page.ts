import { AutoModelForSequenceClassification, AutoTokenizer, env } from '@huggingface/transformers';
import { ortFiles } from '../../src/adapters/models/transformers/library';
import type { EntailmentPair, EntailmentScores } from '../../src/core/models/encoders';

/** Precisions as transformers.js calls them. */
export type Dtype = 'fp32' | 'fp16' | 'q8' | 'int8' | 'uint8' | 'q4' | 'q4f16' | 'bnb4';

const LOCAL = '/models/';

let judge: ((pairs: readonly EntailmentPair[]) => Promise<EntailmentScores[]>) | undefined;

/** Opens the model that lies under an address, and nothing else. */
async function open(base: string, dtype: Dtype): Promise<void> {
  env.allowRemoteModels = false;
  env.allowLocalModels = true;
  env.localModelPath = LOCAL;
  env.fetch = (file: string | URL | Request, options?: RequestInit) =>
    fetch(String(file).replace(LOCAL, base), options);
  env.useBrowserCache = false;
  Object.assign(env.backends.onnx.wasm ?? {}, { wasmPaths: ortFiles('wasm'), numThreads: 1 });
  const tokenizer = await AutoTokenizer.from_pretrained('nli');
  const model = await AutoModelForSequenceClassification.from_pretrained('nli', { dtype, device: 'wasm' });
  const { id2label = {} } = model.config as { readonly id2label?: Readonly<Record<string, string>> };
  const labels = Object.entries(id2label).map(([id, label]) => [Number(id), label.toLowerCase()] as const);
  const placeOf = (start: string): number | undefined => labels.find(([, label]) => label.startsWith(start))?.[0];
  const [entailment, contradiction] = [placeOf('entail'), placeOf('contradict')];
  if (entailment === undefined) throw new Error(`No label is an entailment: ${JSON.stringify(id2label)}`);
  judge = async (pairs) => {
    const premises = pairs.map(({ premise }) => premise);
    const inputs = (await tokenizer(premises, {
      text_pair: pairs.map(({ hypothesis }) => hypothesis),
      padding: true,
      truncation: true,
    })) as object;
    const { logits } = (await model(inputs)) as { readonly logits: { readonly data: Float32Array } };
    const width = logits.data.length / pairs.length;
    return pairs.map((_, row) => {
      const shares = softmax(logits.data.subarray(row * width, (row + 1) * width));
      const yes = shares[entailment] ?? 0;
      const no = contradiction === undefined ? 0 : (shares[contradiction] ?? 0);
      return { entailment: yes, contradiction: no, neutral: Math.max(0, 1 - yes - no) };
    });
  };
}

function softmax(values: Float32Array): readonly number[] {
  const most = Math.max(...values);
  const powers = [...values].map((value) => Math.exp(value - most));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}

const page = {
  open,
  judge: (pairs: readonly EntailmentPair[]): Promise<EntailmentScores[]> =>
    judge ? judge(pairs) : Promise.reject(new Error('No model is open')),
};
export type NliPage = typeof page;
Object.assign(globalThis, { bench: page });
