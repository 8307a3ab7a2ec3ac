import { describe, expect, test } from 'vitest';
import { decodeText } from '../../../src/adapters/documents/text/decode-text';

const PAGE = `<!doctype html><html><head><title>Lunsay</title></head><body>${'<p>The ferry leaves at six.</p>'.repeat(20)}</body></html>`;

/** A text whose bytes at some places are others. */
function withBytes(text: string, ...stray: readonly (readonly [place: number, byte: number])[]): Uint8Array {
  const bytes = new TextEncoder().encode(text);
  for (const [place, byte] of stray) bytes[place] = byte;
  return bytes;
}

describe('text with a few stray bytes', () => {
  test('is read, with a sign in the place of each byte', () => {
    const read = decodeText(withBytes(PAGE, [90, 0x81], [150, 0x8d], [300, 0xfe]), 'utf-8');
    expect(read).toHaveLength(PAGE.length);
    expect(read.replace(/\ufffd/gu, '')).toHaveLength(PAGE.length - 3);
  });

  test('keeps its characters outside ASCII, though these are few too', () => {
    const page = PAGE.replace('six.', 'six — “always”.');
    const read = decodeText(withBytes(page, [40, 0x81], [300, 0x90]));
    expect(read).toContain('six — “always”.');
  });

  test('of Windows alone is read as Windows means them', () => {
    expect(decodeText(withBytes(PAGE, [110, 0x93], [117, 0x94], [200, 0xe9]))).toMatch(/“.{6}”.*é/u);
  });
});

/** A sentence in encodings that are no UTF-8, as bytes. */
const LEGACY = [
  [
    'gb18030',
    'b6c9b4acc1f9b5e3c0ebbfaaa1a3b4acb3a4b4f8d7dfd3cabcfea1a3d6dcc8d5c3bbd3d0c8cbb9fdbad3a1a3',
    '渡船六点离开。船长带走邮件。周日没有人过河。',
  ],
  [
    'shift_jis',
    '936e82b5914482cd985a8e9e82c98f6f82dc82b78142914492b782aa975895d682f0895e82d182dc82b78142',
    '渡し船は六時に出ます。船長が郵便を運びます。',
  ],
  ['windows-1251', 'cfe0f0eef5eee420f3f5eee4e8f220e220f8e5f1f2fc20f7e0f1eee22e', 'Пароход уходит в шесть часов.'],
  ['koi8-r', 'f0c1d2cfc8cfc420d5c8cfc4c9d420d720dbc5d3d4d820dec1d3cfd72e', 'Пароход уходит в шесть часов.'],
  [
    'euc-kr',
    'b9e8b4c220bfa9bcb8bdc3bfa120b6b0b3b3b4cfb4d92e20bcb1c0e5c0cc20bfecc6edc0bb20bdc7bdc0b4cfb4d92e',
    '배는 여섯시에 떠납니다. 선장이 우편을 실습니다.',
  ],
] as const;

test.each(LEGACY)('text in %s is not taken for UTF-8', (_, hex, text) => {
  const bytes = Uint8Array.from(hex.match(/../gu) ?? [], (pair) => Number.parseInt(pair, 16));
  expect(decodeText(bytes)).toBe(text);
});

test('bytes that are no text are refused', () => {
  const noise = withBytes(PAGE, ...Array.from({ length: 30 }, (_, at) => [at * 20, 0x81] as const));
  expect(() => decodeText(noise)).toThrow('not text in any encoding');
});
