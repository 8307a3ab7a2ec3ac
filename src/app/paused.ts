const KEY = 'burrow.paused';

/** Collections whose indexing a person paused, so that a reload does not go on against their word. */
function pausedCollections(): ReadonlySet<string> {
  return new Set((localStorage.getItem(KEY) ?? '').split(' ').filter(Boolean));
}

export function isPaused(collection: string): boolean {
  return pausedCollections().has(collection);
}

export function rememberPause(collection: string, paused: boolean): void {
  const all = new Set(pausedCollections());
  if (paused) all.add(collection);
  else all.delete(collection);
  if (all.size > 0) localStorage.setItem(KEY, [...all].join(' '));
  else localStorage.removeItem(KEY);
}
