import { describe, expect, it } from 'vitest';
import { statedInQuestion } from '../../../src/core/search/answer/stated-in-question';

describe('a question', () => {
  it.each([
    ['Did you know that Ferris was convicted?', 'Ferris was convicted'],
    ['Who would have thought that Keller sold the boat?', 'Keller sold the boat'],
    ['Isn’t it true that Keller sold it in 1907?', 'Keller sold it in 1907'],
    ['Didn’t Keller sell the boat in 1907?', 'Keller sell the boat in 1907'],
    ['Keller sold the boat, didn’t he?', 'Keller sold the boat'],
    ['Keller verkaufte das Boot, nicht wahr?', 'Keller verkaufte das Boot'],
    ['Wussten Sie schon, dass Keller 1907 starb?', 'Keller 1907 starb'],
    ['Saviez-vous que le port fut fermé en 1921 ?', 'le port fut fermé en 1921'],
    ['¿Sabías que el puerto cerró en 1921?', 'el puerto cerró en 1921'],
    ['你知道费里斯在1987年被定罪了吗？', '费里斯在1987年被定罪了'],
    ['The mill stood empty; did you know that it burned in 1907?', 'The mill stood empty, it burned in 1907'],
    ['The mill stood empty, and did you know that it burned in 1907?', 'The mill stood empty, it burned in 1907'],
    ['Did you know that grain from the mill was sold in Wick?', 'grain from the mill was sold in Wick'],
    ['Do you remember that nobody in Wick saw him?', 'nobody in Wick saw him'],
    ['Wist u dat de molen in 1907 afbrandde?', 'de molen in 1907 afbrandde'],
    ['Didn’t the records burn in the fire?', 'the records burn in the fire'],
    ['Wasn’t there a fire in 1907?', 'there a fire in 1907'],
  ])('that only seems to ask claims something: “%s”', (question, stated) => {
    expect(statedInQuestion(question)).toBe(stated);
  });

  it.each([
    'Who sold the boat to Keller?',
    'Was Keller convicted?',
    'Do you know who sold the boat?',
    'Did you know what happened to the boat?',
    'Who knew the number of the safe?',
    'Would you like to know more about the boat?',
    'Should I go on with the boat, yes?',
    'Weißt du, wann der Hafen geschlossen wurde?',
    'Did you know?',
    'Aren’t there any other sources on this?',
    'Aren’t there other sources on this?',
    'Didn’t the documents mention the date?',
    'Hasn’t anyone told Ida of the fire?',
    'Wasn’t Keller ever tried for the fraud?',
    'Do you know that feeling of loss at sea?',
    'Do you remember that strange old mill near the weir?',
    'Did you know the captain of the boat?',
  ])('that asks claims nothing: “%s”', (question) => {
    expect(statedInQuestion(question)).toBeNull();
  });

  /** So many that a way of reading that is quadratic in them would outlast the test. */
  const MANY = 200_000;
  it.each([
    ['blanks', ' '],
    ['stops', ', '],
    ['dashes', '–'],
    ['signs that ask', '? '],
    ['negations', 'isn’t it '],
    ['leads', 'isn’t it true '],
    ['words', 'so '],
  ])('that runs on with %s is read without delay', { timeout: 10_000 }, (_, sign) => {
    const run = sign.repeat(MANY / sign.length);
    expect(statedInQuestion(`The old mill${run}x, did you know that it burned in 1907?`)).toContain('burned in 1907');
    expect(statedInQuestion(`Who sold${run}the boat?`)).toBeNull();
  });

  it('is none without its sign', () => {
    expect(statedInQuestion('I asked whether you know that Keller sold the boat.')).toBeNull();
  });
});
