import { policySources } from '../policy-sources';
import type { AddressNetwork } from './address-request';

/** Milliseconds in which a browser reports a refusal by the policy, after the failure itself. */
const TELLS_WITHIN = 100;

/** The network of a worker, within the policy of its script. Reports redirects to the page's ledger. */
export async function browserAddressNetwork(): Promise<AddressNetwork> {
  const refused = new Set<string>();
  addEventListener('securitypolicyviolation', (event) => {
    refused.add((event as SecurityPolicyViolationEvent).blockedURI);
  });
  const ledger = new BroadcastChannel('burrow-redirects');
  return {
    fetch: (url, init) => fetch(url, init),
    origin: location.origin,
    allowed: await policySources(),
    readable: new Set(),
    isOffline: () => !navigator.onLine,
    isRefused: async (url) => {
      await new Promise((resolve) => setTimeout(resolve, TELLS_WITHIN));
      const { origin, pathname } = new URL(url);
      return [url, origin, origin + pathname].some((one) => refused.has(one));
    },
    redirected: (url) => {
      const { origin, pathname } = new URL(url);
      ledger.postMessage({ kind: 'allowed', url: `${origin}${pathname}`, time: Date.now(), by: 'address' });
    },
  };
}
