/** What the service worker lets this worker connect to, from the policy of its script: a change of it ends the workers that it binds. */
export async function policySources(): Promise<readonly string[]> {
  const { headers } = await fetch(location.href);
  const policy = headers.get('Content-Security-Policy') ?? '';
  return /connect-src ([^;]*)/u.exec(policy)?.[1]?.split(' ') ?? [];
}
