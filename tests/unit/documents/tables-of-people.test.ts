import { describe, expect, test } from 'vitest';
import { openPdfInNode } from '../../../scripts/lib/open-pdf-in-node';
import { readSource } from '../../../src/adapters/documents/read-source';
import type { ReadDocument } from '../../../src/core/ports/documents';

async function read(path: string, content: string | Uint8Array): Promise<readonly ReadDocument[]> {
  const bytes = new Blob([typeof content === 'string' ? content : content.slice()]);
  const result = await readSource({ path, bytes }, { openPdf: openPdfInNode });
  return result.kind === 'documents' ? result.documents : [];
}

const textOf = async (path: string, content: string | Uint8Array): Promise<string> =>
  (await read(path, content)).map(({ text }) => text).join('\n\n');

describe('a table of comma-separated values', () => {
  test('has its names below the lines that stand above it, which are kept', async () => {
    const statement =
      'Account statement\nHolder: Harbour Company\n\nDate,Payee,Amount\n2025-01-04,Ida Holm,120.50\n2025-02-03,Jens Ravn,88.00\n';
    expect(await textOf('a.csv', statement)).toBe(
      'Account statement\nHolder: Harbour Company\n\nDate: 2025-01-04\nPayee: Ida Holm\nAmount: 120.50\n\nDate: 2025-02-03\nPayee: Jens Ravn\nAmount: 88.00',
    );
    const padded =
      'Kontoauszug;;\nInhaber;Hafen;\n\nDatum;Zweck;Betrag\n04.01.2025;Lotsen;120,50\n03.02.2025;Vermessung;88,00\n';
    expect(await textOf('b.csv', padded)).toContain('Datum: 04.01.2025\nZweck: Lotsen\nBetrag: 120,50');
  });

  test('is cut where its first line says, or else by the sign that leaves its cells whole', async () => {
    expect(await textOf('a.csv', 'sep=;\nName;Since\nIda Holm;1909\n')).toBe('Name: Ida Holm\nSince: 1909');
    expect(await textOf('b.csv', 'Ort;Preis, netto;Preis, brutto\nVarde;1,50;1,80\nSkagen;2,00;2,40\n')).toBe(
      'Ort: Varde\nPreis, netto: 1,50\nPreis, brutto: 1,80\n\nOrt: Skagen\nPreis, netto: 2,00\nPreis, brutto: 2,40',
    );
  });

  test('has no person as the name of a column where it begins with data', async () => {
    expect(await textOf('a.csv', 'Ida Holm,pilot,1909\nJens Ravn,engineer,1911\n')).toBe(
      'A: Ida Holm\nB: pilot\nC: 1909\n\nA: Jens Ravn\nB: engineer\nC: 1911',
    );
  });

  test('has years as names above amounts, also where names reach over several columns', async () => {
    expect(await textOf('a.csv', 'Port,2024,2025\nVarde,410,430\nSkagen,275,300\n')).toBe(
      'Port: Varde\n2024: 410\n2025: 430\n\nPort: Skagen\n2024: 275\n2025: 300',
    );
    expect(
      await textOf('b.csv', 'Port,2024,,2025,\n,dues,ships,dues,ships\nVarde,410,12,430,14\nSkagen,275,9,300,11\n'),
    ).toContain('Port: Varde\n2024 dues: 410\n2024 ships: 12\n2025 dues: 430\n2025 ships: 14');
  });

  test('asks a person where its columns do not tell which row names them, and reads it as answered', async () => {
    const source = { path: 'a.csv', bytes: new Blob(['Ida Holm,pilot\nJens Ravn,engineer\nAnna Lund,clerk\n']) };
    const asked = await readSource(source, { openPdf: openPdfInNode });
    const need = asked.kind === 'documents' ? asked.need : undefined;
    const readings = need?.kind === 'table' ? need.readings : undefined;
    expect(readings?.map(({ columns, first }) => [columns, first])).toContainEqual([
      ['Ida Holm', 'pilot'],
      ['Jens Ravn', 'engineer'],
    ]);
    const answer = { kind: 'table', delimiter: ',', above: 0, heads: 0 } as const;
    const result = await readSource({ ...source, answer }, { openPdf: openPdfInNode });
    expect(result.kind === 'documents' && result.documents[0]?.text).toContain('A: Ida Holm\nB: pilot');
  });

  test.each([
    [
      'names that no column holds again',
      'term,meaning\nMole,A wall that keeps the sea out\nQuay,Where ships lie\nSlip,A slope\n',
    ],
    ['values that come again', 'Varde,open\nSkagen,shut\nRibe,open\nVarde,shut\nRibe,shut\n'],
  ])('asks nobody where there are %s', async (_, csv) => {
    expect(await textOf('a.csv', csv)).not.toBe('');
  });

  test('has whole cells where quotation marks are escaped by a backslash', async () => {
    expect(await textOf('a.csv', 'name,remark\n"Ida","She said \\"never\\", then left"\n"Jens","Drew it"\n')).toContain(
      'remark: She said "never", then left',
    );
  });
});

test('numbers of JSON stay as they are written', async () => {
  expect(await textOf('a.json', '[{"id": 1730942758273196034, "price": 12.50, "said": "a 2.0 \\" 1.0", "n": 7}]')).toBe(
    'id: 1730942758273196034\nprice: 12.50\nsaid: a 2.0 " 1.0\nn: 7',
  );
});

test('lines of JSON end at line ends alone, and keep those of their values', async () => {
  expect(await textOf('a.jsonl', '{"text":"one\u2028two"}\r\n{"text":"dots\u0085more"}\n')).toBe(
    'text: one\n  two\n\ntext: dots\n  more',
  );
});

test('pictures that are written into a text as letters are no words of it', async () => {
  const bytes = 'iVBORw0KGgoAAAANSUhEUgAB'.repeat(40);
  const lines = bytes.replace(/.{76}/gu, '$&\n');
  expect(await textOf('a.md', `# Map\n\n![map](data:image/png;base64,${bytes})\n\nThe lamp.`)).toBe(
    '# Map\n\n![map](data:)\n\nThe lamp.',
  );
  expect(await textOf('a.txt', `Before.\n\n${lines}\n\nBehind.`)).toBe('Before.\n\n\nBehind.');
  expect(await textOf('b.txt', `Gene ${'ACGT'.repeat(200)}`)).toContain('ACGTACGT');
});
