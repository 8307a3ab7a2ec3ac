/** The reason without the file's name before it, since the name stands beside it. */
export function reasonAlone(path: string, reason: string): string {
  const name = path.split(/[/\\]/).at(-1) ?? path;
  return reason.startsWith(`${name}: `) ? reason.slice(name.length + 2) : reason;
}
