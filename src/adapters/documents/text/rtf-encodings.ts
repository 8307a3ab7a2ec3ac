/** Encodings of character sets that fonts name (`\fcharset`), by labels of TextDecoder. Others have that of the file. */
const CHARSETS: Readonly<Record<number, string>> = {
  77: 'macintosh',
  128: 'shift_jis',
  129: 'euc-kr',
  134: 'gb18030',
  136: 'big5',
  161: 'windows-1253',
  162: 'windows-1254',
  163: 'windows-1258',
  177: 'windows-1255',
  178: 'windows-1256',
  186: 'windows-1257',
  204: 'windows-1251',
  222: 'windows-874',
  238: 'windows-1250',
};

const PAGES: Readonly<Record<number, string>> = {
  866: 'ibm866',
  874: 'windows-874',
  932: 'shift_jis',
  936: 'gb18030',
  949: 'euc-kr',
  950: 'big5',
  10000: 'macintosh',
  20866: 'koi8-r',
  50220: 'iso-2022-jp',
  51932: 'euc-jp',
  51949: 'euc-kr',
  54936: 'gb18030',
  65001: 'utf-8',
};

/** The encoding of a font's character set; undefined for that of the file. */
export const charsetEncoding = (charset: number): string | undefined => CHARSETS[charset];

/** The encoding of a code page; windows-1252 for one that is unknown. */
export function pageEncoding(page: number): string {
  if (page > 28591 && page <= 28606 && page !== 28602) return `iso-8859-${page - 28590}`;
  if (page >= 1250 && page <= 1258) return `windows-${page}`;
  return PAGES[page] ?? 'windows-1252';
}
