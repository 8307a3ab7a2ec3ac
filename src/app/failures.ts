/** True when reading once more can end another way: the reader stopped or fell silent, the file itself was not refused. */
export function canReadAgain(reason: string): boolean {
  return /made no progress for|The reader stopped while/.test(reason);
}

/** The reason without the file's name before it, since the name stands beside it. */
export function reasonAlone(path: string, reason: string): string {
  const name = path.split(/[/\\]/).at(-1) ?? path;
  return reason.startsWith(`${name}: `) ? reason.slice(name.length + 2) : reason;
}
