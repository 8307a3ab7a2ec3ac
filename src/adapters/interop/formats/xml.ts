/** Characters that no XML 1.0 document may hold, in whatever form (XML 1.0, section 2.2). */
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/gu;

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};

/** Text as the content of an element or between the quotes of an attribute. What XML cannot hold becomes U+FFFD. */
export const xml = (text: string): string =>
  text
    .toWellFormed()
    .replace(FORBIDDEN, '\ufffd')
    .replace(/[&<>"'\t\n\r]/gu, (character) => ESCAPES[character] ?? character);

export const XML_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';
