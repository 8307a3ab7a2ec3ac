import { describe, expect, it } from 'vitest';
import { zlibPacking } from '../../../../scripts/lib/zlib-packing';
import { readSectionIndex, writeSection, type KeyOf } from '../../../../src/core/hosted/block-files';
import { clusterSizes } from '../../../../src/core/hosted/vector-blocks';
import { readLengths, writeLengths } from '../../../../src/core/hosted/lengths';
import { inReadingOrder } from '../../../../src/core/hosted/reading-order';
import { bareRow, rowFrom } from '../../../../src/core/hosted/rows';
import { EMPTY_TABLES } from '../../../../src/core/index/index-tables';

async function written<K extends string | number>(firsts: readonly K[]): Promise<Map<string, Uint8Array<ArrayBuffer>>> {
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  const blocks = firsts.map((first) => ({ first, bytes: new TextEncoder().encode(`block of ${first}`) }));
  await writeSection('words', blocks, {
    packing: zlibPacking,
    take: async (name, bytes) => void files.set(name, bytes),
  });
  return files;
}

const read = <T extends keyof KeyOf>(packed: Uint8Array<ArrayBuffer> | undefined, keys: T) =>
  readSectionIndex(packed ?? new Uint8Array(), { section: 'words', keys, files: 1, packing: zlibPacking });

describe('the index of a section', () => {
  it('tells the first key of each block and where it begins', async () => {
    const files = await written(['a', 'ä', '木']);
    const index = await read(files.get('words.index'), 'text');
    expect(index.firsts).toEqual(['a', 'ä', '木']);
    expect(index.files).toEqual([{ name: 'words.0.pack', bytes: files.get('words.0.pack')?.length }]);
    const pack = files.get('words.0.pack')?.slice(index.starts[1], index.starts[2]) ?? new Uint8Array();
    expect(new TextDecoder().decode(await zlibPacking.unpack(pack, 100))).toBe('block of ä');
    expect((await read((await written([0, 7, 300])).get('words.index'), 'number')).firsts).toEqual([0, 7, 300]);
  });

  it('is refused where keys do not rise, or bytes are missing', async () => {
    const index = (await written(['b', 'a'])).get('words.index');
    await expect(read(index, 'text')).rejects.toThrow(/A part of this index is damaged/u);
    await expect(read(index?.slice(0, -4), 'text')).rejects.toThrow(/A part of this index is damaged/u);
    await expect(read(await zlibPacking.pack(new Uint8Array([9])), 'text')).rejects.toThrow(
      /A part of this index is damaged/u,
    );
    await expect(read(await zlibPacking.pack(new Uint8Array(1000).fill(9)), 'text')).rejects.toThrow(
      /A part of this index is damaged/u,
    );
  });
});

describe('lengths', () => {
  it('come back within a twentieth, and places exactly', () => {
    const texts = Float32Array.of(0, 1, 2, 17, 400, 123_456);
    const places = { firsts: Uint32Array.of(0, 4, 90), communities: Uint32Array.of(2, 3) };
    const back = readLengths(writeLengths({ texts, entities: texts, reports: new Float32Array(), ...places }));
    for (const [at, length] of texts.entries()) {
      expect(Math.abs((back.texts[at] ?? NaN) - length)).toBeLessThanOrEqual(length / 20);
    }
    expect([back.firsts, back.communities]).toEqual([places.firsts, places.communities]);
  });

  it('are refused where bytes are missing', () => {
    expect(() => readLengths(Uint8Array.of(200, 1, 3))).toThrow(RangeError);
  });
});

describe('ids in rows', () => {
  it.each([
    [['u5', 'u6', 'u900']],
    [['u7', 'u3']],
    [['e1']],
    [['u05', 'u6']],
    [['u1', 'e2']],
    [['', 'u1']],
    [['u']],
    [['u', 'u1']],
    [['words', 'u1']],
  ])('come back as they were: %j', (ids) => {
    const row = { ...rowFrom('entities', {}), text_unit_ids: ids };
    const stored: unknown = JSON.parse(JSON.stringify(bareRow('entities', row)));
    expect(rowFrom('entities', stored).text_unit_ids).toEqual(ids);
  });
});

describe('the reading order', () => {
  it('has each community before its parts, and these before the next one', () => {
    const community = (number: number, parent: number, size: number) => ({
      ...rowFrom('communities', {}),
      ...{ id: `g${number}`, community: number, parent, size },
    });
    const communities = [
      community(0, -1, 5),
      community(1, -1, 9),
      community(2, 0, 3),
      community(3, 1, 4),
      community(4, 1, 5),
    ];
    const ordered = inReadingOrder({ ...EMPTY_TABLES, communities });
    expect(ordered.communities.map((row) => row.community)).toEqual([1, 4, 3, 0, 2]);
  });

  it('has documents of one community beside each other', () => {
    const document = (id: string) => ({ ...rowFrom('documents', {}), id });
    const unit = (id: string) => ({ ...rowFrom('text_units', {}), id: `${id}-unit`, document_id: id });
    const entity = (id: string, documents: readonly string[]) => ({
      ...rowFrom('entities', {}),
      ...{ id, text_unit_ids: documents.map((one) => `${one}-unit`) },
    });
    const community = (number: number, entity_ids: readonly string[]) => ({
      ...rowFrom('communities', {}),
      ...{ community: number, parent: -1, size: entity_ids.length, entity_ids },
    });
    const names = ['a', 'b', 'c', 'd'];
    const ordered = inReadingOrder({
      ...EMPTY_TABLES,
      documents: names.map(document),
      text_units: names.map(unit),
      entities: [entity('x', ['a', 'c']), entity('y', ['b', 'd'])],
      communities: [community(0, ['x']), community(1, ['y'])],
    });
    expect(ordered.documents.map(({ id }) => id)).toEqual(['a', 'c', 'b', 'd']);
    expect(ordered.text_units.map(({ document_id }) => document_id)).toEqual(['a', 'c', 'b', 'd']);
  });
});

describe('clusters of vectors', () => {
  it.each([
    [1_000_000, 384],
    [300_000, 3072],
    [50, 16],
  ])('of %i rows of %i numbers hold all of them, and their centroids stay small', (rows, dims) => {
    const { count, largest } = clusterSizes(rows, dims);
    expect(count * largest).toBeGreaterThanOrEqual(rows);
    expect(count * dims).toBeLessThan(9_000_000);
  });
});
