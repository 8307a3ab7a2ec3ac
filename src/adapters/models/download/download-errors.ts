import { ModelError, StorageError } from '../../../core/errors';
import { message, type Message } from '../../../core/message';
import type { ModelFile } from './model-files';

const KEPT = message`Whatever came is kept, and the next try goes on from there.`;
const IMPORT = message`Or get the files on another machine and import the folder.`;

/** Trait of messages that name what was kept. */
const traits = ['says what was kept'] as const;

/** A size for people: `2.1 GB`. */
export function formatSize(bytes: number): string {
  if (bytes >= 1e9) return `${(bytes / 1e9).toFixed(1)} GB`;
  return bytes >= 1e6 ? `${String(Math.round(bytes / 1e6))} MB` : `${String(Math.ceil(bytes / 1e3))} kB`;
}

/** Error of a host that refused, and will refuse again. */
export function refusedError(file: ModelFile, status: number): ModelError {
  const host = new URL(file.url).host;
  const detail = `${String(status)} ${file.url}`;
  if (status === 401 || status === 403) {
    const words = message`${host} does not give “${file.path}” to everyone (status ${status}): its maker asks for an account or a signed licence. Choose another model. ${IMPORT}`;
    return new ModelError(words, { detail });
  }
  if (status === 404 || status === 410) {
    const words = message`“${file.path}” is no longer at its address on ${host} (status ${status}). Reload for a newer Burrow, or choose another model. ${IMPORT}`;
    return new ModelError(words, { detail });
  }
  return new ModelError(message`${host} answered with status ${status} for “${file.path}”. ${KEPT} Try again later.`, {
    detail,
    traits,
  });
}

/** All tries were in vain. */
export function unreachableError(
  file: ModelFile,
  state: { readonly offline: boolean; readonly cause: unknown },
): ModelError {
  const host = new URL(file.url).host;
  const options = { cause: state.cause, detail: file.url, traits };
  if (state.offline) {
    return new ModelError(message`This machine is offline. ${KEPT} Try again when the network is back.`, options);
  }
  const words = message`${host} could not be reached, or the connection broke again and again. ${KEPT} Check the network (a proxy or a firewall may block that host) and try again.`;
  return new ModelError(words, options);
}

export function sealedError(file: ModelFile): ModelError {
  return new ModelError(
    message`Sealed mode is on, so nothing was asked for. Switch it off in Settings to download, or import the model from a folder.`,
    { detail: file.url },
  );
}

/** The bytes are not what they should be, twice. */
export function wrongFileError(file: ModelFile, reason: Message): ModelError {
  const words = message`“${file.path}” from ${new URL(file.url).host} is not what it should be: ${reason}. It was thrown away, the other files are kept. Try again later; the model may just be changed there.`;
  return new ModelError(words, { detail: file.url, traits });
}

/** A login page of the network, or a proxy's notice, with a status as if it were the file. */
export function webPageError(file: ModelFile): ModelError {
  const { host } = new URL(file.url);
  const words = message`A web page came from ${host} instead of “${file.path}”: a login page of this network, or a proxy, may stand between. ${KEPT} Open https://${host} in another tab to see it, then try again.`;
  return new ModelError(words, { detail: file.url, traits });
}

export function fileTooLargeError(file: ModelFile): ModelError {
  const words = message`“${file.path}” from ${new URL(file.url).host} is far larger than it should be, so it was not taken; the other files are kept. The model may have been changed there: reload for a newer Burrow, or choose another model.`;
  return new ModelError(words, { detail: file.url, traits });
}

/** Error of a server that sends the file from its beginning again and again. */
export function unstableFileError(file: ModelFile): ModelError {
  const words = message`“${file.path}” from ${new URL(file.url).host} did not come whole: it changed on its way, or had to be begun anew, again and again. The other files are kept. Try again later, or in another network.`;
  return new ModelError(words, { detail: file.url, traits });
}

export function noSpaceError(needed: number, free: number): StorageError {
  if (free <= 0) {
    const words = message`The model needs ${formatSize(needed)}, and the browser gives this window no room for it, so it cannot be kept. Nothing was fetched. Open Burrow in an ordinary window if this one is private; else free some space or delete another model.`;
    return new StorageError(words, { traits });
  }
  const offer =
    free < needed ? message`the browser offers ${formatSize(free)}` : message`the browser does not give that much`;
  return new StorageError(
    message`The model needs ${formatSize(needed)} more on this disk; ${offer}. Nothing was fetched. Free some space, delete another model or choose a smaller one.`,
    { traits },
  );
}

/** The disk became full on the way. */
export function diskFullError(cause: unknown): StorageError {
  return new StorageError(
    message`The disk, or the share of it that the browser gives, is full. What came so far is kept. Free some space or delete another model, then resume.`,
    { cause, traits },
  );
}

export function unknownModelError(model: string): ModelError {
  return new ModelError(message`This model is not in the list of this version of Burrow. Reload the page.`, {
    detail: model,
  });
}

export function modelBusyError(title: string): ModelError {
  return new ModelError(
    message`“${title}” is being downloaded or deleted already, here or in another tab. Wait for it, or pause it there.`,
  );
}
