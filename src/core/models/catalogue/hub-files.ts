import type { Pin } from './catalogue-model';
import hubPins from './hub-pins.json' with { type: 'json' };

/** The cache (Cache API) that holds the files of transformers.js' models, by their addresses. */
export const HUB_CACHE = 'burrow models';
/** Address of the model hub. */
export const HUB = 'https://huggingface.co/';
const NEWEST = 'main';

/** A model that transformers.js runs: a repository of the hub, and what of it is needed. */
export interface HubRepository extends Partial<HubPins> {
  /** Name on the hub, such as `Xenova/all-MiniLM-L6-v2`. */
  readonly repository: string;
  /** Paths inside the repository; all of them must be there before the model can be loaded. */
  readonly files: readonly string[];
}

/** State of a repository when `npm run pin` looked at it. */
export interface HubPins {
  /** The commit; without one, the newest is taken. */
  readonly revision: string;
  /** Pins of its files, by path. */
  readonly pins: Readonly<Record<string, Pin>>;
}

/** The pins of a repository; nothing while it has none. None has as long as hub-pins.json is empty. */
function pinsOfRepository(repository: string): HubPins | undefined {
  return (hubPins as Readonly<Record<string, HubPins>>)[repository];
}

/** The pins of a model's repository, and what the model then takes to download: exactly. */
export function pinned<T extends HubRepository & { readonly downloadBytes: number }>(
  model: T,
  known: HubPins | undefined = pinsOfRepository(model.repository),
): T {
  if (!known) return model;
  const data = Object.keys(known.pins).filter((path) => isDataOf(path, model.files));
  const sizes = [...model.files, ...data].map((path) => known.pins[path]?.bytes ?? NaN);
  const downloadBytes = sizes.reduce((sum, bytes) => sum + bytes, 0);
  return { ...model, ...known, ...(downloadBytes > 0 && { downloadBytes }) };
}

/** The file of a repository that gives the places of further weights. */
export const HUB_CONFIG = 'config.json';
/** More files of weights than this beside one network are a mistake; transformers.js takes no more either. */
const MOST_DATA_FILES = 100;

/**
 * Paths of weights that lie beside the networks among `files` (`onnx/model.onnx_data`, `onnx/model.onnx_data_1`, …).
 * `config.json` declares them for transformers.js by `use_external_data_format`: a number or true for every network, or
 * one for each by its name, with or without its precision. Any other value counts as none.
 */
export function dataFiles(files: readonly string[], config: unknown): readonly string[] {
  const declared = field(field(config, 'transformers.js_config'), 'use_external_data_format');
  return files
    .filter((path) => path.endsWith('.onnx'))
    .flatMap((path) =>
      Array.from({ length: chunks(path, declared) }, (_, at) => `${path}_data${at === 0 ? '' : `_${String(at)}`}`),
    );
}

function chunks(path: string, declared: unknown): number {
  const whole = path.slice(path.lastIndexOf('/') + 1);
  const base = whole.replace(/(?:_(?:fp16|int8|uint8|quantized|q4f16|q4|bnb4))?\.onnx$/u, '');
  const own = typeof declared === 'object' ? (field(declared, whole) ?? field(declared, base)) : declared;
  const count = Number(own === true || typeof own === 'number' ? own : 0);
  return Number.isInteger(count) && count > 0 ? Math.min(count, MOST_DATA_FILES) : 0;
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}

/** Checks for the path of weights beside one of these files. */
export const isDataOf = (path: string, files: readonly string[]): boolean =>
  files.some((file) => path.startsWith(`${file}_data`));

/** The address, and so the cache key, of a repository's file. */
export function hubUrl(repository: string, file: string, revision: string = NEWEST): string {
  return `${HUB}${repository}/resolve/${revision}/${file}`;
}

/** The addresses of everything that a model needs, with the weights that its configuration names; without one those of the catalogue. */
export function hubUrls({ repository, files, revision }: HubRepository, config?: unknown): readonly string[] {
  return [...files, ...dataFiles(files, config)].map((file) => hubUrl(repository, file, revision));
}

/** The path of a repository's file, whatever its revision; undefined for addresses of others. */
export function hubPath(repository: string, url: string): string | undefined {
  const folder = `${HUB}${repository}/resolve/`;
  return url.startsWith(folder) ? url.slice(url.indexOf('/', folder.length) + 1) : undefined;
}
