const WANTED = 'burrow.tell';

/** Tells the end of something long outside the page, if the person wants that and is not looking at it. */
export function tellOutside(words: string): void {
  if (!wantsToBeTold() || document.visibilityState === 'visible') return;
  new Notification('Burrow', { body: words, tag: 'burrow-index' });
}

/** Whether the browser can tell, and whether it was asked. */
export function canTell(): NotificationPermission | 'never' {
  return 'Notification' in globalThis ? Notification.permission : 'never';
}

export function wantsToBeTold(): boolean {
  return canTell() === 'granted' && localStorage.getItem(WANTED) === 'yes';
}

/** Asks the browser where it was not asked yet; resolves with true when the person will be told. */
export async function askToTell(): Promise<boolean> {
  const allowed = canTell() !== 'never' && (await Notification.requestPermission()) === 'granted';
  if (allowed) localStorage.setItem(WANTED, 'yes');
  return allowed;
}

export function tellNoMore(): void {
  localStorage.removeItem(WANTED);
}
