const CHANNEL = 'burrow-model-settings';

/** Tells the other tabs that something was chosen about models; what it was they look up. */
export function announceSettings(): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage('changed');
  channel.close();
}

/** Calls back whenever another part of this site has announced a choice. Returns how to stop. */
export function onSettings(callback: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = () => callback();
  return () => channel.close();
}
