import { describe, expect, test } from 'vitest';
import { openPdfInNode } from '../../../scripts/lib/open-pdf-in-node';
import { readSource } from '../../../src/adapters/documents/read-source';
import type { ReadResult } from '../../../src/core/ports/documents';

const read = (path: string, content: string): Promise<ReadResult> =>
  readSource({ path, bytes: new Blob([content]) }, { openPdf: openPdfInNode });

async function documentOf(path: string, content: string) {
  const result = await read(path, content);
  if (result.kind !== 'documents' || !result.documents[0]) throw new Error('not read as a document');
  return result.documents[0];
}

const textOf = async (path: string, content: string): Promise<string> => (await documentOf(path, content)).text;

describe('a contact', () => {
  const card = (...lines: readonly string[]): string =>
    ['BEGIN:VCARD', 'VERSION:2.1', 'FN:Ida Holm', ...lines, 'END:VCARD', ''].join('\r\n');

  test('goes on behind an equals sign only where its field is in quoted-printable', async () => {
    const text = await textOf(
      'a.vcf',
      card('URL:https://example.org/?q=', 'TEL:123', 'KEY;ENCODING=B:AAA==', 'ROLE:Pilot'),
    );
    expect(text).toBe('Ida Holm\n\nURL: https://example.org/?q=\nTEL: 123\nROLE: Pilot');
    const quoted = card('NOTE;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:The k=C3=A6=', 'r quay=', 'TEL:123');
    expect(await textOf('b.vcf', quoted)).toBe('Ida Holm\n\nNOTE: The kær quayTEL:123');
  });

  test('keeps a backslash that is escaped before a letter or a semicolon', async () => {
    expect(await textOf('a.vcf', card('NOTE:C:\\\\notes\\, all\\nof them', 'ADR:a\\;b;c\\\\;d'))).toBe(
      'Ida Holm\n\nNOTE: C:\\notes, all of them\nADR: a;b, c\\, d',
    );
  });
});

test('an entry of Atom is read as the kind of text that it says', async () => {
  const page =
    '<div xmlns="http://www.w3.org/1999/xhtml"><p>First<br/>line.</p><ul><li>one</li><li>a &lt; b</li></ul></div>';
  const entries = [
    `<entry><title type="html">A &amp;amp; B &lt;b&gt;bold&lt;/b&gt;</title><author><name>Jane Doe</name><email>j@example.org</email></author><content type="xhtml">${page}</content></entry>`,
    '<entry><title>C</title><content type="text">if a &lt;b then c</content></entry>',
    '<entry><title>D</title><summary type="html">&lt;p&gt;E&lt;/p&gt;</summary></entry>',
  ];
  const feed = `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><title>T</title>${entries.join('')}</feed>`;
  expect(await textOf('a.atom', feed)).toBe(
    'A & B bold\n\nAuthor: Jane Doe\n\nFirst\nline.\n\n- one\n- a < b\n\nC\n\nif a <b then c\n\nD\n\nE',
  );
});

describe('a mail whose lines flow', () => {
  const mail = (kind: string, ...lines: readonly string[]): string =>
    [`Content-Type: text/plain; charset=utf-8; format=flowed${kind}`, '', ...lines, ''].join('\r\n');

  test('joins what one person wrote, and never the words of two', async () => {
    const lines = ['>> First ', '>> asks. ', '> Second ', '> answers. ', 'I ', 'agree.', '-- ', 'Ida'];
    expect(await textOf('a.eml', mail('', ...lines))).toBe('>> First asks.\n> Second answers.\nI agree.\n--\nIda');
  });

  test('loses the space at a break where it says so', async () => {
    expect(await textOf('a.eml', mail('; delsp=yes', '港の ', '灯台'))).toBe('港の灯台');
  });
});

describe('a mailbox', () => {
  test('begins a message at a line with a time and a year behind an empty line', async () => {
    const head = 'From ida@example.org Mon Mar  2 10:15:00 2026\n';
    const box = `${head}Subject: One\n\nFrom here at 10:15 we sailed.\nFrom x 10:15 2026\n\n${head}Subject: Two\n\nB.\n`;
    const result = await read('a.mbox', box);
    expect(result.members?.map(({ path }) => path)).toEqual(['1.eml', '2.eml']);
  });

  test('with long lines that look like a beginning is refused in few steps', async () => {
    const box = `From a 10:15:00 2026\n\nHello.\n\n${`From ${'00:00 '.repeat(2000)}\n\n`.repeat(20)}`;
    expect((await read('a.mbox', box)).members).toHaveLength(1);
  });
});

describe('a mail', () => {
  const attachment = (name: string): string =>
    `--x\nContent-Type: text/plain\nContent-Disposition: attachment; filename="${name}"\n\n${name}\n`;
  const mail = (date: string, ...names: readonly string[]): string =>
    `From: ida@example.org\nDate: ${date}\nSubject: S\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=x\n\n--x\n\nHello.\n${names.map(attachment).join('')}--x--\n`;

  test('deep inside others has its attachments read, but for archives and mails, which would go on', async () => {
    const result = await read(
      'all.zip!/box.mbox!/one.eml',
      mail('Mon, 3 Mar 2025 10:00:00 +0100', 'plan.txt', 'more.eml'),
    );
    const { members = [], refused = [] } = result.kind === 'documents' ? result : {};
    expect(members.map(({ path }) => path)).toEqual(['plan.txt']);
    expect(refused.map(({ path }) => path)).toEqual(['more.eml']);
    const higher = await read('box.mbox!/one.eml', mail('Mon, 3 Mar 2025 10:00:00 +0100', 'more.eml'));
    expect(higher.kind === 'documents' && higher.members?.map(({ path }) => path)).toEqual(['more.eml']);
  });

  test('gives each attachment a name of its own, without signs that turn the letters around', async () => {
    const result = await read('a.eml', mail('Mon, 2 Mar 2026 10:15:00 +0000', '3 a.txt', 'a.txt', 'a.txt'));
    expect(result.members?.map(({ path }) => path)).toEqual(['3 a.txt', 'a.txt', '4 a.txt']);
    const turned = mail('Mon, 2 Mar 2026 10:15:00 +0000', '=?utf-8?q?b=E2=80=AEtxt.txt?=');
    expect((await read('a.eml', turned)).members?.map(({ path }) => path)).toEqual(['btxt.txt']);
  });

  test('of more lines than its parser reads in seconds is refused before that', async () => {
    await expect(read('a.eml', `Subject: S\n\n${'\n'.repeat(1_000_001)}`)).rejects.toThrow('more than 1,000,000 lines');
  });

  test('whose parts are nested deeper than any program writes them says so', async () => {
    const part = (at: number): string => `Content-Type: multipart/mixed; boundary=b${at}\n\n--b${at}\n`;
    const nested = Array.from({ length: 20_000 }, (_, at) => part(at)).join('');
    await expect(read('a.eml', `Subject: S\n${nested}\nHello.`)).rejects.toThrow('nested too deeply');
  });

  test('of many lines tells how far it is while it is read', async () => {
    const seen: (number | undefined)[] = [];
    const bytes = new Blob([`Subject: S\n\n${'Hello.\n'.repeat(50_000)}`]);
    await readSource({ path: 'a.eml', bytes }, { openPdf: openPdfInNode, onProgress: (part) => seen.push(part) });
    expect(seen.length).toBeGreaterThan(4);
  });

  test.each([
    ['Mon, 2 Mar 2026 10:15:00 +0100', '2026-03-02 10:15 +01:00'],
    ['Sun, 1 Mar 2026 22:15:00 -0330 (NST)', '2026-03-01 22:15 -03:30'],
    ['Mon, 2 Mar 2026 10:15:00 GMT', '2026-03-02 10:15 UTC'],
  ])('has the time of its sender: %s', async (date, shown) => {
    const { text, attributes } = await documentOf('a.eml', mail(date));
    expect(text).toContain(`Date: ${shown}\n`);
    expect(attributes['date']).toBe(shown);
  });
});
