import { BlobWriter, TextReader, Uint8ArrayReader, ZipWriter } from '@zip.js/zip.js';
import { writeDocx } from '../../scripts/lib/docx-writer';
import { writePdf } from '../../scripts/lib/pdf-writer';

interface HouseFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

/** Five small files about one lighthouse, one of each kind that the main test drops. */
export async function houseDocuments(): Promise<readonly HouseFile[]> {
  return [
    file('keeper-report.pdf', 'application/pdf', keeperReport()),
    file(
      'lamp-contract.docx',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      await contract(),
    ),
    file('visitors.html', 'text/html', Buffer.from(VISITORS)),
    file('灯塔笔记.txt', 'text/plain', Buffer.from(CHINESE)),
    file('letters.zip', 'application/zip', await letters()),
  ];
}

function file(name: string, mimeType: string, bytes: Uint8Array): HouseFile {
  return { name, mimeType, buffer: Buffer.from(bytes) };
}

function keeperReport(): Uint8Array {
  return writePdf({
    title: 'Report of the Keeper of Skerry Light',
    pages: [
      {
        blocks: [
          { kind: 'h1', text: 'Report of the Keeper of Skerry Light' },
          {
            kind: 'p',
            text: 'Ingrid Sorley has kept Skerry Light since the spring of 1911. The tower stands on Gannet Rock, four miles from the harbour of Portwenn.',
          },
          {
            kind: 'p',
            text: 'The lamp was made by the Halloran Glassworks. It burned without fault until the winter of 1923.',
          },
        ],
      },
      {
        blocks: [
          { kind: 'h2', text: 'The night of 4 February 1924' },
          {
            kind: 'p',
            text: 'On the night of 4 February 1924 the lamp went dark for eleven minutes. Ingrid Sorley relit it by hand while the barque Calder was passing Gannet Rock.',
          },
          {
            kind: 'p',
            text: 'The Calder struck no rock, but her master, Tomas Reave, wrote to the Harbour Board of Portwenn to complain.',
          },
        ],
      },
    ],
  });
}

function contract(): Promise<Uint8Array> {
  return writeDocx({
    title: 'Contract for the Lamp',
    blocks: [
      { kind: 'h1', text: 'Contract for the Lamp' },
      {
        kind: 'p',
        text: 'The Halloran Glassworks undertakes to supply the Harbour Board of Portwenn with one lamp of the first order.',
      },
      {
        kind: 'p',
        text: 'Edda Halloran signed for the Halloran Glassworks, and guaranteed the lamp for fifteen years.',
      },
      {
        kind: 'table',
        rows: [
          ['Part', 'Price in pounds'],
          ['Lens', '640'],
          ['Burner', '118'],
        ],
      },
    ],
  });
}

const VISITORS = `<!doctype html><html><head><title>Visitors to Skerry Light</title><script>document.title = 'changed'</script></head>
<body><nav>Home About</nav><h1>Visitors to Skerry Light</h1>
<p>Edda Halloran visited Skerry Light in May 1924 to examine the lamp. She found a cracked burner and blamed salt in the oil.</p>
<p>Ingrid Sorley told her that the oil had come from Portwenn in unmarked barrels.</p></body></html>`;

const CHINESE = `灯塔笔记

林海生是一位工程师。一九二五年，他从上海来到波特温，考察斯凯里灯塔的灯具。
林海生认为灯具熄灭的原因是油桶里混入了海水。他把报告交给了港务局。`;

async function letters(): Promise<Uint8Array> {
  const zip = new ZipWriter(new BlobWriter('application/zip'));
  await zip.add(
    'letters/reave.md',
    new TextReader(
      '# Letter of Tomas Reave\n\nTomas Reave asked the Harbour Board of Portwenn to pay ninety pounds for a lost anchor. The Harbour Board of Portwenn refused.\n',
    ),
  );
  await zip.add(
    'letters/board.txt',
    new TextReader(
      'The Harbour Board of Portwenn met in June 1924. It resolved to buy its oil from the Merrow Company in future.\n',
    ),
  );
  await zip.add('letters/broken.pdf', new Uint8ArrayReader(new Uint8Array([1, 2, 3, 4])));
  const blob = await zip.close();
  return new Uint8Array(await blob.arrayBuffer());
}
