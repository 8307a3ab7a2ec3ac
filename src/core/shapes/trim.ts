/** Without ASCII white space at both ends. Wider white space stays: the grammars let it through, so it counts as text. */
export function trimAscii(text: string): string {
  return text.replace(/^[ \t\r\n]+|[ \t\r\n]+$/gu, '');
}
