import { createHash } from 'node:crypto';
import { dataFiles, HUB, HUB_CONFIG, hubUrl, type HubPins } from '../../src/core/models/catalogue/hub-files';
import type { Pin } from '../../src/core/models/catalogue/catalogue-model';

/** The bytes at an address. */
type Download = (url: string) => Promise<Uint8Array>;

/** File of a repository on the hub; only those in Git LFS have a sum. */
interface HubFile {
  readonly rfilename: string;
  readonly size?: number;
  readonly lfs?: { readonly sha256?: string; readonly oid?: string; readonly size?: number };
}

/**
 * The newest commit of a repository, and what these of its files are in it. Of files in Git LFS the hub's list tells the size and SHA-256, so
 * that no weights are fetched; the others are. Throws when the list lacks a file or the commit.
 */
export async function pinRepository(
  repository: string,
  files: readonly string[],
  download: Download,
): Promise<HubPins> {
  const listed = await download(`${HUB}api/models/${repository}?blobs=true`);
  const { sha, siblings = [] } = JSON.parse(new TextDecoder().decode(listed)) as { sha?: string; siblings?: HubFile[] };
  if (!sha || !/^[0-9a-f]{40}$/.test(sha)) throw new Error(`the hub names no commit of ${repository}`);
  const config = await download(hubUrl(repository, HUB_CONFIG, sha));
  const further = dataFiles(files, JSON.parse(new TextDecoder().decode(config)));
  const pins: Record<string, Pin> = { [HUB_CONFIG]: pinOf(config) };
  for (const path of [...files, ...further]) {
    const file = siblings.find(({ rfilename }) => rfilename === path);
    if (!file) throw new Error(`${repository} has no ${path}`);
    pins[path] ??= pinOfLarge(file) ?? pinOf(await download(hubUrl(repository, path, sha)));
  }
  return { revision: sha, pins };
}

/** Returns the pin of these bytes. */
export function pinOf(bytes: Uint8Array): Pin {
  return { bytes: bytes.length, integrity: `sha256-${createHash('sha256').update(bytes).digest('base64')}` };
}

function pinOfLarge({ lfs, size }: HubFile): Pin | undefined {
  const hex = lfs?.sha256 ?? lfs?.oid;
  const bytes = lfs?.size ?? size;
  if (!hex || !/^[0-9a-f]{64}$/.test(hex) || bytes === undefined) return undefined;
  return { bytes, integrity: `sha256-${Buffer.from(hex, 'hex').toString('base64')}` };
}
