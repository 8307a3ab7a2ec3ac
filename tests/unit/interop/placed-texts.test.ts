import { describe, expect, test } from 'vitest';
import { placeTexts } from '../../../src/core/index/imported/placed-texts';
import { finish } from '../../../src/core/work';

const FERRY =
  'The ferry to Lunsay leaves at six. Captain Orr takes the mail.\nNobody crosses on Sundays. The bell is rung twice.';
const [FIRST, SECOND] = [FERRY.slice(0, 62), FERRY.slice(50)];

/** Places texts in a document, and gives the slices, the whole text and what is said of them. */
function placed(text: string, ...units: readonly string[]) {
  const document = { id: 'd', human_readable_id: 0, title: 'ferry.txt', text, creation_date: '', raw_data: null };
  const rows = units.map((unit, at) => ({
    ...{ id: `u${at}`, human_readable_id: at, text: unit, n_tokens: 9, document_id: 'd' },
  }));
  const { documents, text_units, appended, headed } = finish(
    placeTexts({ documents: [document], text_units: rows, mediaType: 'application/x-graphrag' }, '2026-11-29'),
  );
  return { text: documents[0]?.text, units: text_units.map((row) => row.text), appended, headed };
}

describe('text units are found in their document', () => {
  test('that begin with lines about it, as GraphRAG puts them before each', () => {
    const header = 'title: ferry.txt.\ncreation_date: 2026-03-01.\n';
    expect(placed(FERRY, header + FIRST, header + SECOND)).toEqual({
      ...{ text: FERRY, units: [FIRST, SECOND], appended: 0, headed: 2 },
    });
  });

  test('that is read as one text unit', () => {
    expect(placed(FERRY, `title: ferry.txt.\n${FERRY}`)).toEqual({
      text: FERRY,
      units: [FERRY],
      appended: 0,
      headed: 1,
    });
  });

  test('where a value in these lines has lines of its own', () => {
    const header = 'abstract: A crossing.\nIn winter: none.\nauthor: M. Orr.\n';
    expect(placed(FERRY, header + FIRST, header + SECOND)).toMatchObject({ units: [FIRST, SECOND], appended: 0 });
  });

  test.each([
    ['before the text unit', `\ufeff${FIRST}`],
    ['behind the lines about the document', `title: ferry.txt.\n\ufeff${FIRST}`],
    ['before these lines', `\ufefftitle: ferry.txt.\n${FIRST}`],
  ])('with a byte order mark %s', (_, unit) => {
    expect(placed(FERRY, unit)).toMatchObject({ text: FERRY, units: [FIRST], appended: 0 });
  });

  test('where a cut between tokens broke a character', () => {
    const text = '渡船六点离开伦赛。船长奥尔带邮件。';
    expect(placed(text, '渡船六点离开\ufffd', '\ufffd赛。船长奥尔带邮件。')).toMatchObject({
      ...{ text, units: ['渡船六点离开', '赛。船长奥尔带邮件。'], appended: 0 },
    });
  });
});

describe('words of a text unit are kept', () => {
  test('that look like lines about a document and stand in it', () => {
    const text = `Captain: Orr\n${FERRY}`;
    expect(placed(text, text)).toEqual({ text, units: [text], appended: 0, headed: 0 });
  });

  test('that one text unit alone begins with', () => {
    const unit = `Remark: not in the file.\n${SECOND}`;
    const { units, appended, headed } = placed(FERRY, FIRST, unit, FERRY);
    expect({ units, appended, headed }).toEqual({ units: [FIRST, unit, FERRY], appended: 1, headed: 0 });
  });

  test('that are nowhere in the document', () => {
    const header = 'title: ferry.txt.\n';
    const { text, units, appended } = placed(FERRY, header + FIRST, `${header}The pier burned down.`, header + SECOND);
    expect(units).toEqual([FIRST, 'The pier burned down.', SECOND]);
    expect([text, appended]).toEqual([`${FERRY}\n\nThe pier burned down.`, 1]);
  });
});
