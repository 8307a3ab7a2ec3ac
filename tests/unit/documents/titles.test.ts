import { describe, expect, test } from 'vitest';
import { zipTexts } from '../../../scripts/lib/docx-writer';
import { openPdfInNode } from '../../../scripts/lib/open-pdf-in-node';
import { readSource } from '../../../src/adapters/documents/read-source';

async function titleOf(path: string, content: Uint8Array | string): Promise<string> {
  const result = await readSource({ path, bytes: new Blob([content as BlobPart]) }, { openPdf: openPdfInNode });
  return (result.kind === 'documents' && result.documents[0]?.title) || '';
}

describe('the title of a document', () => {
  test.each([
    ['Report on the Lower Dam\n\nThe dam leaks.\n', 'Report on the Lower Dam'],
    ['老茶馆的故事\n\n王芳开了一家茶馆。\n', '老茶馆的故事'],
    ['The dam leaks.\n\nIt always did.\n', 'notes'],
    ['A line of prose that runs on\nto the next line.\n', 'notes'],
    ['Dear Harriet\n\nThank you.\n', 'notes'],
    ['From: Ada <ada@example.org>\n\nHello.\n', 'notes'],
    ['Only a title', 'notes'],
  ])('of the plain text %j is %s', async (text, title) => {
    expect(await titleOf('notes.txt', text)).toBe(title);
  });

  test('is the first heading of a Word document that brings no list of styles', async () => {
    const heading = '<w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr><w:r><w:t>The Lease</w:t></w:r></w:p>';
    const body = `<w:document xmlns:w="w"><w:body>${heading}<w:p><w:r><w:t>Rent.</w:t></w:r></w:p></w:body></w:document>`;
    const bytes = await zipTexts({ '[Content_Types].xml': '<Types/>', 'word/document.xml': body });
    expect(await titleOf('lease-14.docx', bytes)).toBe('The Lease');
  });

  test('is the file name where the first heading stands far down', async () => {
    const page = `<body><p>${'The dam leaks. '.repeat(100)}</p><h2>Further remarks</h2><p>It did.</p></body>`;
    expect(await titleOf('dam-report.html', page)).toBe('dam-report');
  });

  test('holds nothing that turns the letters around', async () => {
    expect(await titleOf('inject-\u202Etxt.exe.txt', 'Some text.')).toBe('inject-txt.exe');
  });
});
