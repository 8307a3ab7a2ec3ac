import { StorageError } from '../../core/errors';
import { joinMessages, message, type Message } from '../../core/message';
import { checkOutside } from '../../core/models/model-hosts';

/** An address that a person typed, or of a link. */
export interface TypedAddress {
  /** Address of a file, or of a folder with a slash at its end. */
  readonly url: string;
  readonly origin: string;
  readonly host: string;
  /** True if it is on the page's own site, which needs no permission. */
  readonly isHere: boolean;
  /** True if nobody can read along on the way. */
  readonly isEncrypted: boolean;
}

const LOOPBACK: readonly string[] = ['localhost', '127.0.0.1'];

/** Reads a whole address, or a path beside the page at `base`. Throws StorageError for what is no address, or one that is never used. */
export function readTypedAddress(typed: string, base: string): TypedAddress {
  const refused = (words: Message): StorageError =>
    new StorageError(joinMessages(words, message`Nothing was sent.`), {
      detail: typed,
      traits: ['says what was kept'],
    });
  const text = typed.trim();
  const url = URL.parse(text, base);
  if (!text || !url || !/^https?:$/u.test(url.protocol)) {
    throw refused(
      message`This is not an address. It looks like https://name.github.io/index/, or like index/ for a folder beside this page.`,
    );
  }
  if (url.username || url.password)
    throw refused(message`An address with a name or a password in it is not used. The files must be public.`);
  const { origin, hostname, host, port, protocol } = url;
  const [isHere, isEncrypted] = [origin === new URL(base).origin, protocol === 'https:'];
  if (!isHere && !LOOPBACK.includes(hostname))
    checkOutside(hostname, { port: port ? `:${port}` : '', encrypted: isEncrypted }, refused);
  url.hash = '';
  // What has no ending is a folder.
  if (!/\.[^/]*$|\/$/u.test(url.pathname)) url.pathname += '/';
  return { url: url.href, origin, host, isHere, isEncrypted: isEncrypted || LOOPBACK.includes(hostname) };
}
