/** Lower-case extension with its dot, or an empty string. */
export function extensionOf(path: string): string {
  return /\.[^./\\]{1,12}$/u.exec(path)?.[0].toLowerCase() ?? '';
}

/** The last part of a path. */
export function fileName(path: string): string {
  return path.split('/').filter(Boolean).at(-1) ?? path;
}

/** Removes the characters that turn the writing direction: with them a name could show what it is not. */
export function stripBidiControls(text: string): string {
  return text.replace(/[\u202a-\u202e\u2066-\u2069]/gu, '');
}

/** A title made from the file name, for documents that carry none. */
export function titleFromPath(path: string): string {
  const name = fileName(path);
  const extension = extensionOf(name);
  const stem = extension && extension.length < name.length ? name.slice(0, -extension.length) : name;
  return (
    stripBidiControls(stem)
      .replace(/[_\s]+/gu, ' ')
      .trim() || name
  );
}
