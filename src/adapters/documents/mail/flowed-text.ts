/**
 * Joins the lines of text that flows (RFC 3676, `format=flowed`). A line that ends with a space goes on in the next one
 * of the same depth of quoting. The line of a signature ends what stands above it.
 *
 * @param deletesSpace - Takes the space at a break away (`delsp=yes`), as text without spaces between words needs it.
 */
export function joinFlowedLines(text: string, deletesSpace: boolean): string {
  const pieces: string[] = [];
  let depth = 0;
  let goesOn = false;
  for (const line of text.split(/\r?\n/u)) {
    const marks = /^>*/u.exec(line)?.[0] ?? '';
    // A space before the words is put there so that they are not taken for marks.
    const words = line.slice(marks.length).replace(/^ /u, '');
    const isSignature = words === '-- ';
    if (!goesOn || isSignature || marks.length !== depth) pieces.push('\n', marks && `${marks} `);
    depth = marks.length;
    goesOn = !isSignature && words.endsWith(' ');
    pieces.push(goesOn && deletesSpace ? words.slice(0, -1) : words);
  }
  return pieces.join('').slice(1);
}
