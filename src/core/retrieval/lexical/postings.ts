const PAGE_BITS = 16;
const PAGE = 1 << PAGE_BITS;
const FIRST_BLOCK = 4;
const LAST_BLOCK = 1024;

/**
 * Growing lists of unsigned 32-bit values in one pool of pages, without one object per list: a list is a chain of
 * blocks that double in size from 4 to 1024, each block ending in the address of the next.
 */
interface Postings {
  readonly pages: Uint32Array[];
  /** First free address of the pool. */
  free: number;
  /** Per list: address of its first block, address at which the next value goes, end of that block, length. */
  heads: Uint32Array;
  tails: Uint32Array;
  limits: Uint32Array;
  lengths: Uint32Array;
  lists: number;
}

/** No lists yet. */
export function emptyPostings(): Postings {
  const table = (): Uint32Array => new Uint32Array(1024);
  return { pages: [], free: 0, heads: table(), tails: table(), limits: table(), lengths: table(), lists: 0 };
}

/** Adds an empty list and returns its number. */
export function addList(postings: Postings): number {
  const list = postings.lists++;
  if (list >= postings.heads.length) growTables(postings);
  const start = allocate(postings, FIRST_BLOCK);
  postings.heads[list] = start;
  postings.tails[list] = start;
  postings.limits[list] = start + FIRST_BLOCK - 1;
  postings.lengths[list] = 0;
  return list;
}

/** Appends a value to a list. */
export function append(postings: Postings, list: number, value: number): void {
  let at = postings.tails[list] ?? 0;
  const limit = postings.limits[list] ?? 0;
  if (at === limit) {
    const length = postings.lengths[list] ?? 0;
    const size = Math.min(LAST_BLOCK, Math.max(FIRST_BLOCK, nextPowerOfTwo(length)));
    const block = allocate(postings, size);
    write(postings, limit, block);
    postings.limits[list] = block + size - 1;
    at = block;
  }
  write(postings, at, value);
  postings.tails[list] = at + 1;
  postings.lengths[list] = (postings.lengths[list] ?? 0) + 1;
}

/** Copies a list into `into`, which must have room for `lengths[list]` values, and returns its length. */
export function copyList(postings: Postings, list: number, into: Uint32Array): number {
  const length = postings.lengths[list] ?? 0;
  let at = postings.heads[list] ?? 0;
  let size = FIRST_BLOCK;
  for (let done = 0; done < length;) {
    const page = postings.pages[at >>> PAGE_BITS] ?? new Uint32Array(0);
    const from = at & (PAGE - 1);
    const count = Math.min(size - 1, length - done);
    into.set(page.subarray(from, from + count), done);
    done += count;
    if (done >= length) break;
    at = page[from + size - 1] ?? 0;
    size = Math.min(LAST_BLOCK, Math.max(FIRST_BLOCK, nextPowerOfTwo(done)));
  }
  return length;
}

function allocate(postings: Postings, size: number): number {
  const left = PAGE - (postings.free & (PAGE - 1));
  if (left < size) postings.free += left;
  const start = postings.free;
  if (start >>> PAGE_BITS >= postings.pages.length) postings.pages.push(new Uint32Array(PAGE));
  postings.free += size;
  return start;
}

function write(postings: Postings, address: number, value: number): void {
  const page = postings.pages[address >>> PAGE_BITS];
  if (page) page[address & (PAGE - 1)] = value;
}

function growTables(postings: Postings): void {
  const grow = (table: Uint32Array): Uint32Array => {
    const larger = new Uint32Array(table.length * 2);
    larger.set(table);
    return larger;
  };
  postings.heads = grow(postings.heads);
  postings.tails = grow(postings.tails);
  postings.limits = grow(postings.limits);
  postings.lengths = grow(postings.lengths);
}

function nextPowerOfTwo(value: number): number {
  return 2 ** (32 - Math.clz32(value));
}
