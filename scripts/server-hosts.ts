const ORIGIN = /^https?:\/\/[a-z\d.-]+(?::\d+)?$/u;

/**
 * Hosts of model servers beyond this machine, from the variable BURROW_SERVER_HOSTS at build time: origins with spaces between, such as
 * `https://models.example.org http://10.0.0.5:11434`. Default none.
 */
export function serverHosts(value = process.env['BURROW_SERVER_HOSTS'] ?? ''): readonly string[] {
  const hosts = value.split(/\s+/u).filter((host) => host !== '');
  const wrong = hosts.find((host) => !ORIGIN.test(host));
  if (wrong !== undefined) {
    throw new Error(`BURROW_SERVER_HOSTS: "${wrong}" is not an origin such as https://models.example.org`);
  }
  return hosts;
}
