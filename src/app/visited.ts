const FLAG = 'burrow.visited';
/** The name of the storage adapter's database; other pages of this origin may have others. */
const DATABASE = 'burrow';

export function rememberVisit(): void {
  localStorage.setItem(FLAG, '1');
}

/** Whether a collection was open here before, as far as can be told at once. */
export function surelyVisited(): boolean {
  return localStorage.getItem(FLAG) !== null;
}

/** Whether a collection was open here before. The browser writes the flag seconds late, so after a crash only the database tells. */
export async function visitedBefore(): Promise<boolean> {
  if (surelyVisited()) return true;
  try {
    const databases = await indexedDB.databases();
    return databases.some(({ name }) => name === DATABASE);
  } catch {
    return false; // this window keeps nothing, so it kept nothing
  }
}
