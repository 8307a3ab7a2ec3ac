interface Wanted {
  readonly kind: string;
  readonly filename: string;
}

/** Where each map lies in the bytes behind the index: its start and its length. */
type Index = Readonly<Record<string, readonly [start: number, length: number]>>;

/**
 * Gives pdf.js' character maps out of one file that holds them all: the length of an index as four bytes, little end first, the index
 * as JSON, and the maps. The file is fetched when the first map is asked for; pdf.js takes a rejection as "not there" and reads on.
 */
export function createCharacterMaps(file: string): (wanted: Wanted) => Promise<Uint8Array> {
  let opened: Promise<(name: string) => Uint8Array> | undefined;
  return async ({ kind, filename }) => {
    if (kind !== 'cMapUrl') throw new Error(`Reading text needs no ${filename}`);
    opened ??= open(file);
    return (await opened)(filename);
  };
}

async function open(file: string): Promise<(name: string) => Uint8Array> {
  const response = await fetch(file);
  if (!response.ok) throw new Error(`The character maps are not there: ${String(response.status)}`);
  return unpackCharacterMaps(await response.arrayBuffer());
}

/** Finds a map by its name in the bytes of the packed file; throws for one that is not in it. */
export function unpackCharacterMaps(packed: ArrayBuffer): (name: string) => Uint8Array {
  const length = new DataView(packed).getUint32(0, true);
  const index = JSON.parse(new TextDecoder().decode(new Uint8Array(packed, 4, length))) as Index;
  return (name) => {
    const place = Object.hasOwn(index, name) ? index[name] : undefined;
    if (!place) throw new Error(`There is no character map ${name}`);
    return new Uint8Array(packed, 4 + length + place[0], place[1]).slice();
  };
}
