import { describe, expect, it } from 'vitest';
import { findDates } from '../../../../src/core/text/dates/find-dates';

const found = (text: string, language = 'en', base: string | null = null): readonly string[] =>
  findDates(text, { language, base }).map(({ from, to }) => (to === null ? from : `${from}/${to}`));

describe('findDates', () => {
  it.each([
    ['en', 'On June 9, 2016 it opened; it closed on 4 March 2019.', ['2016-06-09', '2019-03-04']],
    ['en', 'He left on the first of May 1936.', ['1936-05-01']],
    ['en', 'Kept from 1936 to 1938, and again (1951–53).', ['1936/1938', '1951/1953']],
    ['en', 'A fashion of the 1950s.', ['1950/1959']],
    ['de', 'Vom 4. bis 6. März 1937; erbaut 1888.', ['1937-03-04/1937-03-06', '1888']],
    ['fr', 'Le 2 octobre 1872, puis en mars 1936.', ['1872-10-02', '1936-03']],
    ['es', 'Del 12 al 15 de octubre de 2017.', ['2017-10-12/2017-10-15']],
    ['ru', 'В марте 1937 года и 9 июня 2016 г.', ['1937-03', '2016-06-09']],
    ['zh', '一九三六年到1938年，1936年3月4日至6日。', ['1936/1938', '1936-03-04/1936-03-06']],
    ['ko', '1936년 3월 4일에 문을 열었다.', ['1936-03-04']],
    ['tr', '4 Mart 1937 tarihinde açıldı.', ['1937-03-04']],
    ['vi', 'Ngày 4 tháng 3, 1937.', ['1937-03-04']],
  ])('reads dates in words and numbers of %s: %s', (language, text, expected) => {
    expect(found(text, language)).toEqual(expected);
  });

  it.each([
    ['en', 'August Strindberg sat where April kept the march of 12.'],
    ['en', 'Room 3/4, section 4.5.2010, page 1936, No. 1845, §1983, $2015 and RFC 2119.'],
    ['en', 'Theresa May spoke to 1500 guests about 1,936 kg of rope.'],
    ['en', 'In 1200 BC there was nothing.'],
    ['de', 'Im Lager liegen 1936 Kisten, der Berg ist 1848 Meter hoch.'],
    ['fr', 'Voir pages 1204 à 1208 ; la tour compte 1665 marches.'],
    ['zh', '仓库里有1936个箱子，见第1872页。'],
  ])('leaves out numbers and names that are no dates in %s: %s', (language, text) => {
    expect(found(text, language)).toEqual([]);
  });

  it('takes the order of day and month only where something tells it', () => {
    expect(found('Due 4/3/1937.')).toEqual([]);
    expect(found('Due 4/3/1937.', 'fr')).toEqual(['1937-03-04']);
    expect(found('Due 13/3/1937.')).toEqual(['1937-03-13']);
    expect(found('Due 4/3/1937, sent 13/3/1937.')).toEqual(['1937-03-04', '1937-03-13']);
    expect(found('Due 4/3/1937, sent 13/3/1937, paid 3/14/1937.')).toEqual(['1937-03-13', '1937-03-14']);
    expect(found('Thursday, 4/3/1937.')).toEqual(['1937-03-04']);
  });

  it('takes the year of a day from the date of the document, and needs one', () => {
    expect(found('We meet on 16 May.')).toEqual([]);
    expect(found('We meet on 16 May.', 'en', '2018-05-02')).toEqual(['2018-05-16']);
    expect(found('We meet on 3 January.', 'en', '2018-12-20')).toEqual(['2019-01-03']);
    expect(found('Sunday, 16 May', 'en', '2018')).toEqual([]);
  });

  it('takes a number for a year where the text has the same year for certain', () => {
    expect(found('The Scotland Act 1978 failed.')).toEqual([]);
    expect(found('The Scotland Act 1978 failed. In 1978 it rained.')).toEqual(['1978', '1978']);
  });

  it('gives the place of each date', () => {
    const text = 'Nothing, then 4 March 1937, then nothing.';
    expect(findDates(text, { language: 'en' }).map(({ start, end }) => text.slice(start, end))).toEqual([
      '4 March 1937',
    ]);
  });
});
