import { StorageError } from '../../core/errors';
import { joinMessages, message, type Message } from '../../core/message';

const KEPT = message`What is here already is kept.`;
const traits = ['says what was kept'] as const;

const failure = (words: Message, url: string, cause?: unknown): StorageError =>
  new StorageError(joinMessages(words, KEPT), { detail: url, cause, traits });

/** The host sent other bytes than what was published. */
const changed = (words: Message, url: string): StorageError =>
  new StorageError(joinMessages(words, KEPT), { detail: url, traits: [...traits, 'other content'] });

/** Error of a file that is missing, or that the host hides. */
const missing = (words: Message, url: string, cause?: unknown): StorageError =>
  new StorageError(joinMessages(words, KEPT), { detail: url, cause, traits: [...traits, 'missing'] });

/** The last part of an address, as a name for people. */
function nameOf(url: string): string {
  const { pathname } = new URL(url);
  const last = pathname.split('/').findLast((part) => part !== '') ?? pathname;
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

const hostOf = (url: string): string => new URL(url).host;

/** The policy has no such host: it was never allowed, or was withdrawn, or nothing may leave. */
export function notAllowedError(url: string): StorageError {
  return failure(
    message`Burrow may not ask ${hostOf(url)}: you have not allowed it, or sealed mode is on. Open the address again to allow it, or switch sealed mode off under Settings, Models. Nothing was sent.`,
    url,
  );
}

/** Error of a host that does not answer, as far as the page can see. */
export function unreachableError(url: string, { offline, cause }: { offline: boolean; cause: unknown }): StorageError {
  return failure(
    offline
      ? message`This machine is offline, so nothing can be fetched from ${hostOf(url)}. Try again when the network is back.`
      : message`${hostOf(url)} could not be reached, or the connection broke twice. Check the address and the network, then try again.`,
    url,
    cause,
  );
}

/** Error of a host that answers, but not to pages of this site. */
export function corsError(url: string, { origin, cause }: { origin: string; cause: unknown }): StorageError {
  return failure(
    message`${hostOf(url)} answers, but does not let pages of other sites read its files, or has no such file. Whoever runs it can allow that with the header Access-Control-Allow-Origin: ${origin} (or *). Or download the file and import it here.`,
    url,
    cause,
  );
}

/** The same of a single file, on a host that others were read from: many give that permission only for files that are there. */
export function hiddenError(url: string, cause: unknown): StorageError {
  return missing(
    message`There is no “${nameOf(url)}” at this address on ${hostOf(url)}, or it is not let read from here. Check the address.`,
    url,
    cause,
  );
}

export function redirectError(url: string, cause?: unknown): StorageError {
  return failure(
    message`${hostOf(url)} sends on to another host, which you have not allowed, so it was not followed. Open the address that it leads to.`,
    url,
    cause,
  );
}

/** Error of a refused request, by its status. */
export function statusError(url: string, status: number): StorageError {
  const [host, name] = [hostOf(url), nameOf(url)];
  if (status === 404 || status === 410)
    return missing(
      message`There is no “${name}” at this address on ${host} (status ${status}). Check the address.`,
      url,
    );
  if (status === 401 || status === 403)
    return missing(
      message`${host} does not give “${name}” to everyone, or has no such file (status ${status}). Burrow signs in nowhere: the file must be public.`,
      url,
    );
  return failure(message`${host} answered with status ${status} for “${name}”. Try again later.`, url);
}

/** A host whose every unknown address leads to its page, or a login page in between. */
export function webPageError(url: string): StorageError {
  return missing(
    message`A web page came from ${hostOf(url)} in place of “${nameOf(url)}”. Either there is no such file, or a login page of this network stands between. Check the address, and open it in another tab to see the page.`,
    url,
  );
}

/** The host sends a large file whole where a part was asked for. */
export function noPartsError(url: string): StorageError {
  return failure(
    message`${hostOf(url)} does not send parts of files (it ignores the header Range), and “${nameOf(url)}” is too large to be fetched whole for every question. Lay the files on another host, such as GitHub Pages, or import the whole collection as a file.`,
    url,
  );
}

export function tooLargeError(url: string, most: number): StorageError {
  return failure(
    message`“${nameOf(url)}” on ${hostOf(url)} is larger than the ${Math.round(most / 1e6)} MB that are taken at most. Download it and import it as a file.`,
    url,
  );
}

/** Error of a file with fewer bytes than in the index, or with others than requested. */
export function changedError(url: string): StorageError {
  return changed(
    message`“${nameOf(url)}” on ${hostOf(url)} is shorter than it should be, or other bytes came than were asked for. The index may just be changed there: try again in a while, and tell whoever published it if that does not help.`,
    url,
  );
}

export function tooSlowError(url: string, seconds: number): StorageError {
  const words = message`${hostOf(url)} took longer than ${Math.round(seconds)} seconds to send “${nameOf(url)}”. Check the network, then try again.`;
  return new StorageError(joinMessages(words, KEPT), { detail: url, traits: [...traits, 'fell silent'] });
}
