import { CFB } from '@e965/xlsx';

/** The part of the library that the package leaves without types. */
const { utils, write } = CFB as {
  readonly utils: {
    cfb_new(): object;
    cfb_add(file: object, path: string, content: Uint8Array): void;
  };
  write(file: object, options: { readonly type: 'buffer' }): Buffer;
};

/** A compound file of streams, by their paths. */
export function writeCompound(streams: Readonly<Record<string, Uint8Array>>): Uint8Array {
  const file = utils.cfb_new();
  for (const [path, bytes] of Object.entries(streams)) utils.cfb_add(file, `/${path}`, bytes);
  return new Uint8Array(write(file, { type: 'buffer' }));
}

interface OutlookPart {
  /** Texts and bytes by the number of their property. */
  readonly properties: Readonly<Record<number, string | Uint8Array>>;
  /** Numbers and times by the same. */
  readonly fixed?: Readonly<Record<number, number | bigint>>;
}

export interface OutlookMessage extends OutlookPart {
  readonly recipients?: readonly OutlookPart[];
  readonly attachments?: readonly (OutlookPart & { readonly message?: OutlookMessage })[];
}

/** Writes a message of Outlook. */
export const writeOutlook = (message: OutlookMessage): Uint8Array => writeCompound(messageStreams(message, '', 32));

function messageStreams(message: OutlookMessage, folder: string, head: number): Record<string, Uint8Array> {
  const streams = partStreams(message, folder, head);
  for (const [at, one] of (message.recipients ?? []).entries())
    Object.assign(streams, partStreams(one, `${folder}__recip_version1.0_#${hex(at, 8)}/`, 8));
  for (const [at, one] of (message.attachments ?? []).entries()) {
    const path = `${folder}__attach_version1.0_#${hex(at, 8)}/`;
    Object.assign(streams, partStreams(one, path, 8));
    if (one.message) Object.assign(streams, messageStreams(one.message, `${path}__substg1.0_3701000D/`, 24));
  }
  return streams;
}

function partStreams(part: OutlookPart, folder: string, head: number): Record<string, Uint8Array> {
  const streams: Record<string, Uint8Array> = {};
  for (const [id, value] of Object.entries(part.properties)) {
    const isText = typeof value === 'string';
    const bytes = isText ? new Uint8Array(Buffer.from(value, 'utf16le')) : value;
    streams[`${folder}__substg1.0_${hex(Number(id), 4)}${isText ? '001F' : '0102'}`] = bytes;
  }
  const fixed = Object.entries(part.fixed ?? {});
  const table = Buffer.alloc(head + fixed.length * 16);
  for (const [at, [id, value]] of fixed.entries()) {
    table.writeUInt16LE(typeof value === 'bigint' ? 0x40 : 0x03, head + at * 16);
    table.writeUInt16LE(Number(id), head + at * 16 + 2);
    table.writeBigUInt64LE(BigInt(value), head + at * 16 + 8);
  }
  streams[`${folder}__properties_version1.0`] = new Uint8Array(table);
  return streams;
}

const hex = (value: number, digits: number): string => value.toString(16).toUpperCase().padStart(digits, '0');
