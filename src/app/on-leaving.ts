/** Calls back whenever the page is about to end, or is hidden and may end without a word. Returns what ends that; nothing is done where there is no page. */
export function onLeaving(act: () => void): () => void {
  if (typeof document === 'undefined') return () => undefined;
  const hidden = (): void => {
    if (document.visibilityState === 'hidden') act();
  };
  document.addEventListener('visibilitychange', hidden);
  globalThis.addEventListener('pagehide', act);
  return () => {
    document.removeEventListener('visibilitychange', hidden);
    globalThis.removeEventListener('pagehide', act);
  };
}
