import type { Network } from './fetch-file';

/** The network of a worker. Tells the page's ledger where requests were redirected to, host only: such addresses carry signatures. */
export function browserNetwork(): Network {
  const blocked = new Set<string>();
  addEventListener('securitypolicyviolation', (event) => {
    blocked.add((event as SecurityPolicyViolationEvent).blockedURI);
  });
  const ledger = new BroadcastChannel('burrow-redirects');
  return {
    fetch: (url, init) => fetch(url, init),
    wait: (milliseconds, signal) =>
      new Promise((resolve, reject) => {
        const stop = () => {
          clearTimeout(timer);
          reject(signal.reason as Error);
        };
        const timer = setTimeout(() => {
          signal.removeEventListener('abort', stop);
          resolve();
        }, milliseconds);
        signal.addEventListener('abort', stop, { once: true });
        if (signal.aborted) stop();
      }),
    isOffline: () => !navigator.onLine,
    isSealed: (url) => blocked.has(url) || blocked.has(new URL(url).origin),
    redirected: (url) => {
      const { origin, pathname } = new URL(url);
      ledger.postMessage({ kind: 'allowed', url: `${origin}${pathname}`, time: Date.now(), by: 'download' });
    },
  };
}
