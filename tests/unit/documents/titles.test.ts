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
    [
      'The eBook of X\n\nThis eBook is free.\n\nTitle: The Long Quay\n       A Tale\n\nAuthor: Ada Quill\n\nCHAPTER I',
      'The Long Quay A Tale',
    ],
    ['From: Ada <ada@example.org>\nTo: Tom\nDate: 3 May 2021\nSubject: The lower dam\n\nHello.\n', 'The lower dam'],
    ['Von: Ada <ada@example.org>\nGesendet: Montag, 3. Mai 2021\nAn: Tom\nBetreff: Der Damm\n\nHallo.\n', 'Der Damm'],
    [
      '发件人：王芳 <w@example.org>\n发送时间：2021年5月3日 10:00\n收件人：李明\n主题：下游水坝\n\n你好。\n',
      '下游水坝',
    ],
    ['From: Ada\nTo: Tom\nSubject: =?utf-8?q?D=C3=A4mme?=\n\nHello.\n', 'notes'],
    ['Name: Ada\nAge: 30\nTown: Corran\n\nShe likes tea.\n', 'notes'],
    ['[跳到内容](#content)\n\n水坝漏水。\n', 'notes'],
    [`CHAPTER I\n\n${'The dam leaks. '.repeat(40)}\n\nCHAPTER II\n\n${'It did. '.repeat(60)}`, 'notes'],
  ])('of the plain text %j is %s', async (text, title) => {
    expect(await titleOf('notes.txt', text)).toBe(title);
  });

  test.each([
    ['# June 7\n\nThe ferry was discussed.\n\n# June 14\n\nIt was sold.\n', 'minutes 2021'],
    ['## 2023-06-05\n\nThe ferry was discussed.\n\n## 2023-06-12\n\nIt was sold.\n', 'minutes 2021'],
    [
      '# Minutes of June 2021\n\n## June 7\n\nThe ferry was discussed.\n\n## June 14\n\nIt was sold.\n',
      'Minutes of June 2021',
    ],
    ['# Harbour 7\n\nThe ferry was discussed.\n\n## Tides\n\nThey rise.\n', 'Harbour 7'],
  ])('is none of a series of headings that differ by their numbers: %j', async (text, title) => {
    expect(await titleOf('minutes 2021.md', text)).toBe(title);
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

  test.each([
    ['<h1>1 Introduction</h1><p>The dam leaks.</p><h1>2 Methods</h1><p>We looked.</p>', 'dam'],
    ['<h2>Contents</h2><p>Pages.</p><h2>The Lower Dam</h2><p>It leaks.</p>', 'The Lower Dam'],
    ['<title>(anonymous)</title><h1>The Lower Dam</h1><p>It leaks.</p>', 'The Lower Dam'],
    ['<h1>2 Dams</h1><p>They leak.</p><h1>About</h1><p>Us.</p>', '2 Dams'],
  ])('of the web page %s is %s', async (page, title) => {
    expect(await titleOf('dam.html', page)).toBe(title);
  });

  test('holds nothing that turns the letters around', async () => {
    expect(await titleOf('inject-\u202Etxt.exe.txt', 'Some text.')).toBe('inject-txt.exe');
  });
});
