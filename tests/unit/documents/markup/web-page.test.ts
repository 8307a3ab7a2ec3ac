import { describe, expect, test } from 'vitest';
import { readPage } from '../../../../src/adapters/documents/markup/read-html';
import { render } from '../../../../src/adapters/documents/blocks/render';

const textOf = (markup: string): string => render(readPage(markup, () => undefined).blocks).text;

describe('a web page', () => {
  test('has the numbers of its lists as they are shown', () => {
    const list = '<ol start="3"><li>Third<ul><li>Sub<ol type="a"><li>Deep</ol></ul><li value="9">Ninth</ol>';
    expect(textOf(`${list}<ol reversed><li>Two<li>One</ol>`)).toBe(
      '3. Third\n  - Sub\n    a. Deep\n9. Ninth\n\n2. Two\n1. One',
    );
  });

  test('keeps each value of a table under its heading, where cells reach over rows and columns', () => {
    const rows = [
      '<tr><th>District<th>Port<th>Dues',
      '<tr><td rowspan="2">Northern<td>Varde<td>410',
      '<tr><td>Skagen<td>275',
      '<tr><td colspan="2">Total<td>685',
    ];
    expect(textOf(`<table><caption>Dues</caption>${rows.join('')}</table>`)).toBe(
      'Dues\n\nDistrict | Port | Dues\nNorthern | Varde | 410\nNorthern | Skagen | 275\nTotal |  | 685',
    );
  });

  test('refuses tables within tables whose labels reach over hundreds of rows', () => {
    const nested = Array.from({ length: 4 }).reduce<string>(
      (inner) => `<table><tr><th>h<tr><td rowspan="60000">${inner}</td></tr>${'<tr></tr>'.repeat(400)}</table>`,
      'word',
    );
    expect(() => textOf(nested)).toThrow(/merged or nested cells/u);
  });

  test('keeps a list within a cell of a data table in its row', () => {
    expect(textOf('<table><tr><th>Port<th>Boats<tr><td>Varde<td><ul><li>Ida<li>Jens</ul></table>')).toBe(
      'Port | Boats\nVarde | - Ida - Jens',
    );
  });

  test('has readings and formulas once', () => {
    expect(textOf('<p><ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp>字<rt>じ</rt></ruby>を読む')).toBe(
      '漢(かん)字(じ)を読む',
    );
    const source = '<annotation encoding="application/x-tex">\\frac{3}{4}</annotation>';
    const math = `<math><semantics><mfrac><mn>3</mn><mn>4</mn></mfrac>${source}</semantics></math>`;
    expect(textOf(`<p>A share of <span>${math}</span><span aria-hidden="true">34</span> each.`)).toBe(
      'A share of 3/4 each.',
    );
  });

  test('leaves out what is never shown', () => {
    const sheet = '<style>/* x */ .gone { display: none } @media print { .screen { display: none } }</style>';
    const hidden =
      '<p style="display: none">one<p class="gone">two<p hidden>three<dialog>four</dialog><div style="visibility:hidden">five</div>';
    expect(textOf(`${sheet}${hidden}<p class="screen">Shown.`)).toBe('Shown.');
  });

  test('reads what is only folded: questions on buttons, panels that they open, parts that search opens', () => {
    const sheet = '<style>.panel { display: none } .panel.open { display: block }</style>';
    const parts = [
      '<h3><button>How long may a visitor stay?</button></h3><div class="panel">Fourteen nights.</div>',
      '<button aria-controls="who">Who repairs it?</button><div id="who" style="display:none">The company.</div>',
      '<section hidden="until-found"><p>Built in 1911.</section><details><summary>More</summary>Dogs ride free.</details>',
      '<button>Send</button>',
    ];
    expect(textOf(sheet + parts.join(''))).toBe(
      'How long may a visitor stay?\n\nFourteen nights.\n\nWho repairs it?\n\nThe company.\n\nBuilt in 1911.\n\nMore\n\nDogs ride free.',
    );
  });

  test('has the speakers of quotations, the notes of articles and values that were filled in', () => {
    const article =
      '<article><p>Voices.<blockquote><p>It will not stand.<footer>Ida Holm</footer></blockquote><footer>Box 12.</footer></article>';
    const form =
      '<p>Berth: <input value="4"> <select><option>yes<option selected>no</select><input type="hidden" value="x">';
    expect(textOf(`${article}${form}<footer>All rights</footer>`)).toBe(
      'Voices.\n\nIt will not stand.\n\nIda Holm\n\nBox 12.\n\nBerth: 4 no',
    );
  });

  test('keeps raised numbers that lead to no note, and links to other places', () => {
    const words =
      '<p>10<sup>6</sup> boats<sup><a href="#top">2</a></sup>, see <a href="#pay">3</a>.<h2 id="pay">Pay</h2>';
    expect(textOf(words)).toBe('10⁶ boats², see 3.\n\nPay');
  });

  test('has numbers before its items where their style has the name of a property that all objects have', () => {
    expect(textOf('<ol style="list-style: constructor"><li>One</ol>')).toBe('1. One');
  });

  test('is read from XHTML, where any element may close itself', () => {
    const head =
      '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title/><script src="a.js"/></head>';
    expect(textOf(`${head}<body><h1><a id="top"/>Rules</h1><textarea/><p>The fee<br/>is 12.</p></body></html>`)).toBe(
      'Rules\n\nThe fee\nis 12.',
    );
  });
});

describe('notes of a web page', () => {
  const marked = (note: string): string => textOf(`<p>It rang<sup id="r1"><a href="#n1">1</a></sup>.${note}`);

  test('have their marks in headings, too, where a link without words leads to the heading alone', () => {
    const text = textOf(
      '<h2 id="p">Prices<sup><a href="#n1">*</a></sup><a href="#p">¶</a></h2><p>Rope costs 4.</p><ol><li id="n1">Without tax.</li></ol>',
    );
    expect(text).toMatch(/^Prices\s?\[\*\]\n/u);
    expect(text).toContain('[*]');
    expect(text).not.toContain('¶');
  });

  test('have their marks, whatever their links are called', () => {
    const role =
      '<p>The bell<a href="#n1" role="doc-noteref">1</a> rang.<section><ol><li id="n1"><p>Of 1783.<p>Lost.</ol></section>';
    expect(textOf(role)).toBe('The bell[1] rang.\n\n[1] Of 1783.\n\nLost.');
    const raised = '<p>It stands<sup><a href="#c-4">[4]</a></sup>.<ol><li id="c-3">Other.<li id="c-4">Holm, p. 3.</ol>';
    expect(textOf(raised)).toBe('It stands[4].\n\n1. Other.\n\n[4] Holm, p. 3.');
  });

  test.each([
    ['an arrow', '<a href="#r">^</a> Lost. <a href="#b1">↩\ufe0e</a>'],
    [
      'what it says of itself',
      '<a href="#b" role="doc-backlink">Back</a> Lost. <a href="#c" epub:type="backlink">up</a>',
    ],
    ['the place of their mark', '<a href="#r1">a</a> Lost. <a href="#r1">back to the text</a>'],
  ])('have no way back, known by %s', (_, note) => {
    expect(marked(`<ol><li id="n1">${note}</ol>`)).toBe('It rang[1].\n\n[1] Lost.');
  });

  test('keep short links to other places', () => {
    const note = 'See note <a href="#n2">2</a>, <a href="#n3">†</a> and p. <a href="#p9">9</a>.';
    expect(marked(`<ol><li id="n1">${note}<li id="n2">Sold.</ol>`)).toBe(
      'It rang[1].\n\n[1] See note 2, † and p. 9.\n\n2. Sold.',
    );
  });

  test('keep their lists, tables and code', () => {
    const code = '<pre><code>a = 1\nb = 2</code></pre>';
    const table = '<table><tr><th>Year<th>Fee<tr><td>1783<td>12</table>';
    expect(marked(`<ol><li id="n1">Kept:<ul><li>a rope<li>a bell</ul>${table}${code}<li>Next.</ol>`)).toBe(
      'It rang[1].\n\n[1] Kept:\n\n- a rope\n- a bell\n\nYear | Fee\n1783 | 12\n\n```\na = 1\nb = 2\n```\n\n2. Next.',
    );
    expect(marked(`<aside id="n1"><ul><li>a rope<li>a bell</ul></aside>`)).toBe(
      'It rang[1].\n\n[1] - a rope\n- a bell',
    );
    expect(marked(`<aside id="n1">${table}</aside>`)).toBe('It rang[1].\n\n[1] Year | Fee\n1783 | 12');
  });

  test('are none where the link leads to another file', () => {
    const page = (address: string): string =>
      `<link rel="canonical" href="https://a.example/bell"><p>It rang<sup><a href="${address}#n1">1</a></sup>.<ol><li id="n1">Buy rope.</ol>`;
    const read = (address: string): string =>
      render(readPage(page(address), () => undefined, { path: 'texts/the bell.html' }).blocks).text;
    for (const address of ['other.html', 'https://a.example/tower', '../the%20bell.html'])
      expect(read(address)).toBe('It rang¹.\n\n1. Buy rope.');
    for (const address of ['', 'the%20bell.html', '../texts/the bell.html', 'https://a.example/bell'])
      expect(read(address)).toBe('It rang[1].\n\n[1] Buy rope.');
  });
});

describe('furniture of a web page', () => {
  const prose = '<p>The keeper told at length how the bell was carried ashore in the storm, and who paid for it.</p>';
  const banner = '<div>We use cookies. Accept all</div>';

  test('is left out around an element that holds nearly all running text', () => {
    expect(
      textOf(`${banner}<div><h1>The bell</h1><div>By Mia Lund</div>${prose.repeat(3)}</div><div>Buy boots</div>`),
    ).toBe(`The bell\n\nBy Mia Lund\n\n${Array<string>(3).fill(prose.slice(3, -4)).join('\n\n')}`);
  });

  test('is never the article for a link within its only paragraph, whatever is asked beside it', () => {
    const story = `The ferry ${'ran late in the fog and nobody was told of it. '.repeat(18)}`;
    const consent =
      '<p>We keep what you read for our partners and ask you to agree to it here and now, once for all.</p>';
    const text = textOf(`<main><p>${story}<a href="/log">See the log.</a></p></main><div>${consent.repeat(3)}</div>`);
    expect(text).toContain('nobody was told of it');
  });

  test('is left out where it lies over the page, unless most words of the page are in it', () => {
    const over = ['<div role="dialog">We use cookies.</div>', '<div style="top: 0; position: fixed">Accept all</div>'];
    expect(textOf(`${over.join('')}${prose}`)).toBe(prose.slice(3, -4));
    expect(textOf(`<div role="dialog">${prose}</div><p>Close`)).toContain('The keeper');
  });

  test('is kept where no element holds nearly all of it, as on a page of short entries', () => {
    const entries = '<div>Varde, 410 crowns</div>'.repeat(20);
    expect(textOf(`${banner}<div>${entries}</div>`)).toContain('We use cookies');
    expect(textOf(`<div>${prose.repeat(3)}</div><div>${prose.repeat(2)}</div>`).split('\n\n')).toHaveLength(5);
  });
});
