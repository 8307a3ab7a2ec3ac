import { createHash } from 'node:crypto';
import { assemblePdf, pdfStream } from '../../../scripts/lib/pdf-objects';

const PADDING = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');
const ID = Buffer.alloc(16, 7);

/** A one-page PDF that asks for a password (standard security handler, revision 2, 40 bits), with these words on its page. */
export function passwordPdf(user: string, owner: string, words = ''): Uint8Array {
  const pad = (password: string): Buffer => Buffer.concat([Buffer.from(password), PADDING]).subarray(0, 32);
  const ownerEntry = rc4(md5(pad(owner)).subarray(0, 5), pad(user));
  const key = md5(Buffer.concat([pad(user), ownerEntry, Buffer.from([0xfc, 0xff, 0xff, 0xff]), ID])).subarray(0, 5);
  const contentKey = md5(Buffer.concat([key, Buffer.from([4, 0, 0, 0, 0])])).subarray(0, 10);
  const userEntry = rc4(key, PADDING);
  const encrypt = `<< /Filter /Standard /V 1 /R 2 /O <${ownerEntry.toString('hex')}> /U <${userEntry.toString('hex')}> /P -4 >>`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 200] /Contents 4 0 R /Resources << /Font << /F 6 0 R >> >> >>',
    pdfStream(rc4(contentKey, Buffer.from(`BT /F 12 Tf 20 100 Td (${words}) Tj ET`)).toString('latin1')),
    encrypt,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  const id = ID.toString('hex');
  return assemblePdf(objects, `/Root 1 0 R /Encrypt 5 0 R /ID [<${id}> <${id}>]`);
}

function md5(bytes: Buffer): Buffer {
  return createHash('md5').update(bytes).digest();
}

function rc4(key: Buffer, data: Buffer): Buffer {
  const state = Array.from({ length: 256 }, (_, index) => index);
  const at = (index: number): number => state[index] ?? 0;
  const swap = (a: number, b: number): void => {
    [state[a], state[b]] = [at(b), at(a)];
  };
  for (let i = 0, j = 0; i < 256; i += 1) {
    j = (j + at(i) + (key[i % key.length] ?? 0)) % 256;
    swap(i, j);
  }
  let i = 0;
  let j = 0;
  return Buffer.from(
    data.map((byte) => {
      i = (i + 1) % 256;
      j = (j + at(i)) % 256;
      swap(i, j);
      return byte ^ at((at(i) + at(j)) % 256);
    }),
  );
}
