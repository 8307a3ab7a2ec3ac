import { dirname, extname, posix } from 'node:path';

/**
 * The source files and documents that a Markdown file names in backticks and that are not there. `files` are all paths of the repository.
 * A path counts from the Markdown file's folder or the root; a shorter one from any folder below that folder or below `src`.
 */
export function missingFiles(path, markdown, files) {
  const folder = dirname(path);
  const extensions = new Set(files.filter((file) => /^(?:src|scripts)\//u.test(file)).map((file) => extname(file)));
  const isThere = (name) =>
    files.some(
      (file) =>
        file === name ||
        file === posix.join(folder, name) ||
        (file.endsWith(`/${name}`) && (folder === '.' || file.startsWith(`${folder}/`) || file.startsWith('src/'))),
    );
  return namesIn(markdown).filter((name) => extensions.has(extname(name)) && !isThere(name));
}

/** Lists the texts in backticks that look like paths, outside of code blocks. */
const namesIn = (markdown) => [...withoutCode(markdown).matchAll(/`([\w./-]*\w\.\w+)`/gu)].map(([, name]) => name);

/** Running text, without fenced code blocks. */
export const withoutCode = (markdown) => markdown.replace(/^```[^]*?^```/gmu, '');
