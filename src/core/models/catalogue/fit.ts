import { message, type Message } from '../../message';
import type { CatalogueModel } from './catalogue-model';
import type { Hardware } from '../hosts';
import type { WebllmModel } from './webllm-models';
import type { ModelConfig } from './webllm-files';

/** Fit of a model with this device. */
export interface Fit {
  readonly runs: boolean;
  /** One or two sentences for a person: why, or why not and what to do. */
  readonly reason: Message;
  /** Model to download and load: this one, or its twin for devices without f16. */
  readonly choose: CatalogueModel;
}

const GIB = 2 ** 30;
/** Largest share of the device's memory that a model may take. */
const MOST_MEMORY = 0.75;
/** The share that leaves the rest of the computer at ease, and what is taken without asking how fast the GPU is. */
const AT_EASE = 0.25;
const AT_EASE_BYTES = 4 * GIB;
/** Assumed where the browser does not report it. */
const USUAL_MEMORY = 8 * GIB;

/**
 * Checks if `model` can work on `hardware` with `freeBytes` left to store (null where unknown or where it is stored
 * already). `models` is where twins are looked up.
 */
export function fit(
  model: CatalogueModel,
  hardware: Hardware,
  freeBytes: number | null,
  models: readonly CatalogueModel[],
): Fit {
  const choose = forPrecision(model, hardware, models);
  const against = choose
    ? (gpuAgainst(choose, hardware) ?? memoryAgainst(choose, hardware) ?? diskAgainst(choose, freeBytes))
    : message`This model needs 16-bit numbers, which this GPU does not offer. Choose another model.`;
  if (against !== null) return { runs: false, reason: against, choose: choose ?? model };
  return { runs: true, reason: inFavour(choose ?? model, model, hardware), choose: choose ?? model };
}

/**
 * The model to offer first: the best that leaves this device at ease; null when none runs well. One that reads nothing but English is offered
 * where `languages` (BCP 47, of the documents) are nothing but English, or where no other runs. `models` go from small to large.
 */
export function preselect(
  models: readonly CatalogueModel[],
  hardware: Hardware,
  freeBytes: number | null,
  languages: readonly string[] = [],
): CatalogueModel | null {
  const isEnglish = languages.length > 0 && languages.every((language) => language === 'en');
  const choices = isEnglish ? [models] : [models.filter((model) => model.languages !== 'English'), models];
  for (const among of choices) {
    const best = bestOf(among, hardware, freeBytes);
    if (best) return best;
  }
  return null;
}

/** Large ones are for chat on a GPU only; WebLLM comes before others on a GPU. */
function bestOf(
  models: readonly CatalogueModel[],
  hardware: Hardware,
  freeBytes: number | null,
): CatalogueModel | null {
  const budget = atEaseBytes(hardware);
  const slowGpu = hardware.webgpu && hardware.software;
  const fits = models
    .filter(({ needs }) => !needs.webgpu || !slowGpu)
    .filter(({ needs, tier, role }) => tier !== 'large' || (needs.webgpu && role === 'chat'))
    .map((model) => fit(model, hardware, freeBytes, models))
    .filter(({ runs }) => runs)
    .map(({ choose }) => choose);
  const gentle = fits.filter(({ memoryBytes }) => memoryBytes <= budget);
  const onGpu = gentle.filter(({ needs }) => needs.webgpu);
  const first = onGpu.findLast(({ provider }) => provider === 'webllm') ?? onGpu.at(-1);
  return first ?? gentle.at(-1) ?? smallest(fits);
}

/** Bytes that a model may take without asking how fast the GPU is, so that the rest of the computer is at ease. */
export function atEaseBytes({ memory }: Hardware): number {
  return Math.min((memory ?? USUAL_MEMORY) * AT_EASE, AT_EASE_BYTES);
}

/** The next smaller model, to offer when one proved too large; null for the smallest. */
export function nextSmaller(model: CatalogueModel, models: readonly CatalogueModel[]): CatalogueModel | null {
  const smaller = models.filter(
    ({ role, provider, memoryBytes, needs }) =>
      role === model.role &&
      provider === model.provider &&
      needs.f16 === model.needs.f16 &&
      memoryBytes < model.memoryBytes * 0.9,
  );
  return smaller.sort((a, b) => a.memoryBytes - b.memoryBytes).at(-1) ?? null;
}

function forPrecision(
  model: CatalogueModel,
  hardware: Hardware,
  models: readonly CatalogueModel[],
): CatalogueModel | undefined {
  if (!model.needs.f16 || !hardware.webgpu || hardware.f16) return model;
  return models.find(({ id }) => id === model.twin);
}

function gpuAgainst({ needs, provider }: CatalogueModel, hardware: Hardware): Message | null {
  if (!needs.webgpu) return null;
  if (!hardware.webgpu) {
    return hardware.reason === 'no api'
      ? message`This browser has no WebGPU. Use a current Chrome, Edge or Safari, or choose a model that runs without it.`
      : message`This browser finds no GPU that it may use. Switch graphics acceleration on in its settings, or choose a model that runs without it.`;
  }
  if (
    provider === 'webllm' &&
    (hardware.maxComputeWorkgroupStorageSize < LEAST.shared || hardware.maxStorageBuffersPerShaderStage < LEAST.buffers)
  ) {
    return message`This GPU is too small a one for WebLLM. Choose a model that runs without a GPU.`;
  }
  const binding = boundAtMost(hardware);
  if (needs.storageBufferBytes <= binding) return null;
  return message`This model needs GPU buffers of ${mib(needs.storageBufferBytes)}; this device gives at most ${mib(binding)}. Choose a smaller model.`;
}

/** Requirements of WebLLM 0.2.86 for any GPU: bytes that a workgroup shares, and buffers that a shader binds. */
const LEAST = { shared: 32 * 2 ** 10, buffers: 10 };

/** Bytes of one buffer: WebLLM asks for 1 GiB and, where that is refused, takes 128 MiB, whatever lies between. */
function boundAtMost({ maxStorageBufferBindingSize }: Hardware & { readonly webgpu: true }): number {
  return maxStorageBufferBindingSize >= GIB ? GIB : Math.min(maxStorageBufferBindingSize, GIB / 8);
}

function memoryAgainst({ memoryBytes }: CatalogueModel, { memory }: Hardware): Message | null {
  if (memory === null || memoryBytes <= memory * MOST_MEMORY) return null;
  return message`This model takes ${memoryOf(memoryBytes)} of memory while it runs; this device has ${memoryOf(memory)}. Choose a smaller model.`;
}

function diskAgainst({ downloadBytes }: CatalogueModel, freeBytes: number | null): Message | null {
  if (freeBytes === null || downloadBytes <= freeBytes) return null;
  return message`This model needs ${disk(downloadBytes)} of disk space; the browser offers ${disk(freeBytes)}. Free some, or choose a smaller model.`;
}

function inFavour(chosen: CatalogueModel, wanted: CatalogueModel, hardware: Hardware): Message {
  if (!chosen.needs.webgpu) return message`Runs on the processor, without a GPU; slow.`;
  if (hardware.webgpu && hardware.software) {
    return message`Runs, but very slowly: this browser has no real GPU, only a software one (${hardware.adapter || message`unnamed`}).`;
  }
  return chosen === wanted
    ? message`Runs on this GPU.`
    : message`Runs on this GPU, in its 32-bit form: the GPU does not offer 16-bit numbers.`;
}

function smallest(models: readonly CatalogueModel[]): CatalogueModel | null {
  return [...models].sort((a, b) => a.memoryBytes - b.memoryBytes)[0] ?? null;
}

const mib = (bytes: number): string => `${String(Math.round(bytes / 2 ** 20))} MiB`;
/** Memory is counted in powers of two, as its makers do, disks in powers of ten. */
const memoryOf = (bytes: number): string => `${String(Number((bytes / GIB).toFixed(1)))} GB`;
const disk = (bytes: number): string => `${(bytes / 1e9).toFixed(1)} GB`;

/** Tokens; a longer prompt would be minutes of reading on most GPUs. */
const MOST = 16_384;
const STEP = 1_024;

/**
 * Tokens of prompt and reply together with which a model of WebLLM is loaded. At least the catalogue's, for which its
 * memory is known; more where the model was made for more and its memory of them leaves this device at ease. Never more
 * than the model's own.
 */
export function contextWindowOf(model: WebllmModel, config: ModelConfig | undefined, hardware: Hardware): number {
  const own = config?.context_window_size ?? model.contextWindow;
  if (own > 0 && own <= model.contextWindow) return own;
  const isSliding = (config?.sliding_window_size ?? -1) > 0;
  const token = config && tokenBytes(config, model);
  if (!token || isSliding || !hardware.webgpu || hardware.software) return model.contextWindow;
  const room = Math.max(0, atEaseBytes(hardware) - model.memoryBytes);
  const byMemory = model.contextWindow + room / (token.layer * token.layers);
  const byBuffer = boundAtMost(hardware) / token.layer;
  const window = Math.floor(Math.min(own, MOST, byMemory, byBuffer) / STEP) * STEP;
  return Math.max(window, model.contextWindow);
}

/**
 * Bytes that a layer remembers of one token: a key and a value per head. Undefined where the configuration lacks sizes.
 */
function tokenBytes({ model_config: sizes }: ModelConfig, model: WebllmModel) {
  const known = { ...sizes, ...sizes?.text_config };
  const { num_hidden_layers: layers = 0, num_attention_heads: asking = NaN, hidden_size: width = NaN } = known;
  const { num_key_value_heads: heads = asking, head_dim: numbers = width / asking } = known;
  const layer = 2 * heads * numbers * (model.needs.f16 ? 2 : 4);
  return layers > 0 && layer > 0 ? { layers, layer } : undefined;
}
