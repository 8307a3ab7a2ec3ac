const ENABLED = 'burrow.tell';

/** Announces the end of long work outside the page, if the person wants that and is not looking at it. */
export function notifyHidden(words: string): void {
  if (!wantsNotifications() || document.visibilityState === 'visible') return;
  new Notification('Burrow', { body: words, tag: 'burrow-index' });
}

/** Returns the permission for notifications; `never` where the browser has none. */
export function notificationPermission(): NotificationPermission | 'never' {
  return 'Notification' in globalThis ? Notification.permission : 'never';
}

export function wantsNotifications(): boolean {
  return notificationPermission() === 'granted' && localStorage.getItem(ENABLED) === 'yes';
}

/** Asks the browser where it was not asked yet; resolves with true when it shows notifications. */
export async function allowNotifications(): Promise<boolean> {
  return notificationPermission() !== 'never' && (await Notification.requestPermission()) === 'granted';
}

/** Stores the choice on notifications. */
export function keepNotificationChoice(wanted: boolean): void {
  if (wanted) localStorage.setItem(ENABLED, 'yes');
  else localStorage.removeItem(ENABLED);
}
