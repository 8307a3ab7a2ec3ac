import type { CollectionView } from '../../core/engine/collections/collection-view';
import {
  dataOf,
  RECOGNISER_BYTES,
  RECOGNITION_LANGUAGES,
  recognitionLanguage,
  recognitionLanguageOf,
  type RecognitionLanguage,
} from '../../core/tables/recognition-languages';
import { isRecord } from '../../core/shapes/read-fields';
import { readStoredJson } from '../platform/stored-json';
import { languageName } from '../words/locale.svelte';

const KEY = 'burrow.recognition';

/** The language that was chosen last, and the collection for which it was. */
interface LastChoice {
  readonly collection: string;
  readonly code: string;
}

const isLastChoice = (value: unknown): value is LastChoice =>
  isRecord(value) && typeof value['collection'] === 'string' && typeof value['code'] === 'string';

export const rememberRecognitionLanguage = (collection: string, code: string): void =>
  store(localStorage, KEY, { collection, code } satisfies LastChoice);

/**
 * The language that the pictures of a collection are likely in: the one chosen for it last, that of most of its
 * documents, the one chosen for another collection, that of the browser, or English.
 */
export function likelyRecognitionLanguage(
  { collection, documents }: Pick<CollectionView, 'collection' | 'documents'>,
  tags: readonly string[],
): RecognitionLanguage {
  const last = readStoredJson(localStorage, KEY, isLastChoice);
  if (last?.collection === collection.id) return recognitionLanguage(last.code);
  const known = commonLanguage(documents) ?? (last && recognitionLanguage(last.code));
  return known ?? tags.flatMap((tag) => recognitionLanguageOf(tag) ?? [])[0] ?? recognitionLanguage(undefined);
}

function commonLanguage(documents: CollectionView['documents']): RecognitionLanguage | undefined {
  const counts = new Map<string, number>();
  for (const { language } of documents) counts.set(language, (counts.get(language) ?? 0) + 1);
  const [most] = [...counts].filter(([tag]) => tag !== 'und').sort(([, a], [, b]) => b - a);
  return most && recognitionLanguageOf(most[0]);
}

/** The languages that can be chosen, by their codes, with their names. */
export const recognitionOptions = (): readonly { readonly code: string; readonly name: string }[] =>
  RECOGNITION_LANGUAGES.map(({ code, tag }) => ({ code, name: languageName(tag) }));

/** Name of a language by the code of its data. */
export const recognitionName = (code: string): string => languageName(recognitionLanguage(code).tag);

/** Bytes that this site still has to send before a language can be read here. */
export async function bytesToFetch(code: string): Promise<number> {
  const language = recognitionLanguage(code);
  const kept = await keptFiles().catch((): readonly string[] => []); // then all of it may have to come
  const has = (name: RegExp): boolean => kept.some((url) => name.test(url));
  const missing = dataOf(language).filter((one) => !has(new RegExp(`/${one}\\.traineddata[\\w.-]*$`, 'u')));
  const core = has(/\/tesseract-core[\w.-]*\.wasm$/u) ? 0 : RECOGNISER_BYTES;
  return missing.reduce((sum, one) => sum + recognitionLanguage(one).bytes, core);
}

/** Addresses of what the service worker keeps for use offline. */
async function keptFiles(): Promise<readonly string[]> {
  const names = await caches.keys();
  const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  return kept.flat().map(({ url }) => url);
}

const LATER = 'burrow.pictures-later';

interface LaterFiles {
  readonly collection: string;
  readonly paths: readonly string[];
}

const isLater = (value: unknown): value is LaterFiles =>
  isRecord(value) && typeof value['collection'] === 'string' && Array.isArray(value['paths']);

/** Files of a collection that are not asked about again in this visit, before others come. */
export function filesForLater(collection: string): ReadonlySet<string> {
  const kept = readStoredJson(sessionStorage, LATER, isLater);
  return new Set(kept?.collection === collection ? kept.paths : []);
}

/** Keeps this also when the page is loaded anew. */
export function askLater(collection: string, paths: readonly string[]): ReadonlySet<string> {
  store(sessionStorage, LATER, { collection, paths } satisfies LaterFiles);
  return new Set(paths);
}

/** Keeps a value where the browser lets it: nothing hangs on it. */
function store(storage: Storage, name: string, value: unknown): void {
  try {
    storage.setItem(name, JSON.stringify(value));
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
  }
}
