import type { ModelFile } from '../files/model-file';
import { listFault } from '../files/webllm-list';

/** What of a file is looked at to tell a web page. */
const HEAD = 1024;
const PAGE = /^\uFEFF?\s*(?:<!--[\s\S]*?-->\s*)*<(?:!doctype|html|head|body)\b/iu;

/**
 * What a file's own bytes tell against it, in words that go on from “it is not what it should be:”; undefined for nothing. JSON has to be
 * JSON, a list has to name files, and nothing may be the web page of a proxy or a login that answers in the host's place.
 */
export async function whatDoesNotRead(file: ModelFile, bytes: Blob): Promise<string | undefined> {
  if (PAGE.test(await bytes.slice(0, HEAD).text())) {
    return 'it is a web page; a login page of this network, or a proxy, may stand between';
  }
  return file.path.endsWith('.json') ? faultOfJson(file, await bytes.text()) : undefined;
}

/** Whether a stored file has to be fetched again, since nothing can be read from it. */
export async function isSpoilt(file: ModelFile, read: (file: ModelFile) => Promise<unknown>): Promise<boolean> {
  if (!file.path.endsWith('.json')) return false;
  try {
    const parsed = await read(file);
    return file.list !== undefined && listFault(file.list, parsed) !== undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return true;
    throw error;
  }
}

function faultOfJson({ list }: ModelFile, text: string): string | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    return list && listFault(list, parsed);
  } catch (error) {
    if (error instanceof SyntaxError) return 'it is not JSON';
    throw error;
  }
}
