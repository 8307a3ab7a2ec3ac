import { winAnsi } from './win-ansi';

/** A PDF string in hexadecimal: WinAnsi for page content. */
export function pdfText(text: string): string {
  return `<${winAnsi(text)
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')}>`;
}

/** A PDF text string for metadata and outlines: UTF-16 with a byte order mark, in hexadecimal. */
export function pdfInfoText(text: string): string {
  const units = Array.from({ length: text.length }, (_, index) => text.charCodeAt(index).toString(16).padStart(4, '0'));
  return `<feff${units.join('')}>`;
}

/** A stream object's body; `content` has a letter for each byte. */
export function pdfStream(content: string): string {
  return `<< /Length ${content.length} >>\nstream\n${content}\nendstream`;
}

/** Writes numbered objects (the first one is number 1) into a PDF file with its cross-reference table; a letter stands for a byte. */
export function assemblePdf(objects: readonly string[], trailer: string): Uint8Array {
  let body = '%PDF-1.4\n';
  const offsets: number[] = [];
  objects.forEach((object, index) => {
    offsets.push(body.length);
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
  });
  const start = body.length;
  body += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`;
  for (const offset of offsets) body += `${String(offset).padStart(10, '0')} 00000 n \n`;
  body += `trailer\n<< /Size ${objects.length + 1} ${trailer} >>\nstartxref\n${start}\n%%EOF\n`;
  return Uint8Array.from(body, (letter) => letter.charCodeAt(0));
}
