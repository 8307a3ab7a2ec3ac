import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { canPersist, canPersistFiles } from '../../../src/adapters/storage/opfs/persistence';
import type { RecordStore } from '../../../src/adapters/storage/idb/record-store';

/** Answers of the browser to calls for its folder, one after the other; the last one again and again. */
let answers: readonly (DOMException | Error | 'folder')[];
let quota: number;
/** Names in Burrow's folder. */
let files: readonly string[];

beforeEach(() => {
  [answers, quota, files] = [['folder'], 1e9, []];
  const burrow = {
    values: async function* () {
      for (const name of files) yield { name, kind: 'directory' };
    },
  };
  const getDirectory = async () => {
    const [answer = 'folder', ...rest] = answers;
    if (rest.length > 0) answers = rest;
    if (answer !== 'folder') throw answer;
    return { getDirectoryHandle: async () => burrow };
  };
  vi.stubGlobal('navigator', { storage: { getDirectory, estimate: async () => ({ quota, usage: 0 }) } });
  vi.stubGlobal('FileSystemFileHandle', { prototype: { createWritable: null } });
});
afterEach(() => vi.unstubAllGlobals());

const refusal = (name: string) => new DOMException('Not now.', name);
/** Records of so many collections, or the refusal of them. */
const recordsOf = (kept: number | Error) =>
  ({
    collections: {
      list: async () => {
        if (typeof kept !== 'number') throw kept;
        return Array.from({ length: kept }, () => ({}));
      },
    },
  }) as unknown as RecordStore;

describe('files can be kept', () => {
  it.each([
    ['where the browser gives its folder', ['folder'], true],
    ['where it gives it at the second time', [refusal('InvalidStateError'), 'folder'], true],
    ['where it gives it at the third time', [refusal('UnknownError'), refusal('UnknownError'), 'folder'], true],
    ['as far as anybody knows, where it fails for an unknown reason', [new Error('Odd.')], true],
    ['as far as anybody knows, where the disk is full', [refusal('QuotaExceededError')], true],
    ['not where it refuses again and again', [refusal('UnknownError')], false],
    ['not where it refuses for reasons of its own', [refusal('SecurityError'), 'folder'], false],
    ['not where it knows no such folder', [new TypeError('getDirectory is not a function')], false],
  ] as const)('%s', async (_where, given, can) => {
    answers = given;
    expect(await canPersistFiles()).toBe(can);
  });

  it('not where the window gets no room', async () => {
    quota = 0;
    expect(await canPersistFiles()).toBe(false);
  });
});

describe('collections are kept', () => {
  it.each([
    ['where files and records can be kept', 'folder', 0, [], true],
    ['not where records are refused', 'folder', refusal('SecurityError'), [], false],
    ['not where files are refused and nothing was ever kept', refusal('UnknownError'), 0, [], false],
    ['where files are refused just now and records tell of collections', refusal('UnknownError'), 2, [], true],
    [
      'where records are refused just now and collections are there',
      'folder',
      refusal('InvalidStateError'),
      ['a'],
      true,
    ],
  ] as const)('%s', async (_where, folder, records, there, are) => {
    [answers, files] = [[folder], there];
    expect(await canPersist(recordsOf(records))).toBe(are);
  });
});
