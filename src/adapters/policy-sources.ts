/**
 * Lists the origins that this worker may connect to, from the policy of its script. A change of the policy ends its
 * workers.
 */
export async function policySources(): Promise<readonly string[]> {
  const { headers } = await fetch(location.href);
  const policy = headers.get('Content-Security-Policy') ?? '';
  return /connect-src ([^;]*)/u.exec(policy)?.[1]?.split(' ') ?? [];
}
