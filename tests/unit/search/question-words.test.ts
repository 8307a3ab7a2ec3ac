import { describe, expect, it } from 'vitest';
import { contentTerms } from '../../../src/core/search/asking-words';
import { breadthOf } from '../../../src/core/search/breadth';
import { isGerman } from '../../../src/core/search/german-questions';
import { withoutStraddling } from '../../../src/core/search/han-terms';
import { namesOf } from '../../../src/core/search/named-in';

describe('the words of a question that tell what it is about', () => {
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ['How long should the gel be run?', ['gel', 'run']],
    ['How often is the boiler checked?', ['boiler', 'check']],
    ['How far is the mill?', ['mill']],
    ['What does a brown pellet mean?', ['brown', 'pellet']],
    ['What became of the ferry?', ['ferry']],
    ['What did Amelia become?', ['amelia']],
    ['Where does Come Dance With Me come from?', ['come', 'danc']],
    ['What part did Lagos have in Kraków?', ['lago', 'krakow']],
    ['How did Brzeska and Adamik come to know each other?', ['brzeska', 'adamik', 'meet']],
    ['Welche Rolle spielt Karl Overbeck?', ['karl', 'overbeck']],
    ['Was wissen wir über Ivo Matić?', ['ivo', 'matic']],
    ['Wie hoch war der Umsatz?', ['umsatz']],
    ['When did Karl von Hagen die?', ['karl', 'von', 'hagen', 'die']],
  ];
  for (const [question, expected] of cases) {
    it(`are not its furniture: ${question}`, () => expect(contentTerms(question)).toEqual(expected));
  }

  it('keep a long or a far that is not asked for', () => {
    expect(contentTerms('Which is the long bridge?')).toContain('long');
  });
});

describe('a question', () => {
  for (const question of [
    'Was ist passiert?',
    'Was war der Grund?',
    'Was war Karl Overbeck?',
    'Was malte Otto von Bismarck?',
    'Was sagt der Brief über „The Mill and the Sea“?',
    'Wie starb Charles de Gaulle?',
    'Wie war das Wetter?',
    'Vergleiche Otto von Bismarck mit Ursula von der Leyen',
    'Kosten der Prüfung und Gehalt des Direktors',
  ]) {
    it(`is German: ${question}`, () => expect(isGerman(question)).toBe(true));
  }

  for (const question of [
    'Was war declared in 1914?',
    'Was war won in 1918?',
    'Was Otto von Bismarck a general?',
    'Was the Tour des Alpes cancelled?',
    'was otto von bismarck a general?',
    'Compare Otto von Bismarck with Ursula von der Leyen',
    'Wie is de directeur?',
    'Wie bouwde de molen?',
    'Wie heeft het schip gebouwd?',
  ]) {
    it(`is not German: ${question}`, () => expect(isGerman(question)).toBe(false));
  }
});

it('whether war was declared is asked of the war', () => {
  expect(contentTerms('Was war declared in 1914?')).toEqual(['war', 'declar', '1914']);
});

describe('the names in a German question', () => {
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ['Welche Rolle spielt Karl Overbeck?', ['Karl Overbeck']],
    ['Wer trug die Kosten der Prüfung?', []],
    ['Wie hoch ist das Gehalt von Roswitha Hallbauer?', ['Roswitha Hallbauer']],
    ['Hat Karl Overbeck Kinder?', ['Karl Overbeck']],
    ['Wer kannte Karl?', ['Karl']],
  ];
  for (const [question, expected] of cases) {
    it(`are not its nouns: ${question}`, () => expect(namesOf(question)).toEqual(expected));
  }
});

describe('the breadth of a question', () => {
  const cases = [
    ['Taken together, who is to blame?', 'whole'],
    ['How has the river changed over the years?', 'whole'],
    ['Do the accounts contradict each other?', 'whole'],
    ['Summarise the main points', 'wide'],
    ['What do these papers leave out?', 'wide'],
    ['Who built the bridge?', 'narrow'],
    ['总体来看，谁有责任？', 'whole'],
    ['比较这些方法', 'wide'],
    ['桥是谁建的？', 'narrow'],
    ['What are the main contradictions between the sources?', 'whole'],
    ['How is the miller remembered by those who knew him?', 'whole'],
    ['How does the drought bind the mill, the farms and the town?', 'whole'],
    ['What problems does the club face?', 'wide'],
    ["How did the club's finances develop?", 'wide'],
    ["What's going on here?", 'wide'],
    ['Which people and places appear twice?', 'wide'],
    ['What is missing from the record?', 'wide'],
    ['Which two boats were sunk?', 'narrow'],
    ['How does the pump work?', 'narrow'],
    ['各方对这件事有什么看法？', 'whole'],
    ['这个故事讲了什么？', 'wide'],
    ['有哪些主要人物？', 'wide'],
    ['船夫说了什么话？', 'narrow'],
    ['Fasse alles zusammen', 'wide'],
    ['Worum geht es hier?', 'wide'],
    ['Gib mir bitte einen Überblick.', 'wide'],
    ['Was sind die wichtigsten Themen?', 'wide'],
    ['Was steht in diesen Dokumenten?', 'wide'],
    ['Wo widersprechen sich die Quellen?', 'wide'],
    ['Wer baute den Leuchtturm?', 'narrow'],
    ['Wer schrieb die Briefe?', 'narrow'],
    ['Wer faßte den Dieb, und wer hielt zusammen?', 'narrow'],
    ['Wann wurde die Firma gegründet?', 'narrow'],
  ] as const;
  for (const [question, breadth] of cases) {
    it(`is ${breadth}: ${question}`, () => expect(breadthOf(question)).toBe(breadth));
  }
});

describe('pairs of Han characters across two words', () => {
  const known = new Set(['老郑', '每天', '茶馆', '船夫']);
  const read = (question: string) => withoutStraddling(contentTerms(question), (term) => known.has(term));

  it('are dropped between two known words', () => expect(read('老郑每天')).toEqual(['老郑', '每天']));
  it('leave what no known word accounts for', () => expect(read('每天喝什么？')).toEqual(['每天', '喝']));
  it('stay where nothing of them is known', () => expect(read('丈夫')).toEqual(['丈夫']));
  it('are not made of a question for a name', () => expect(read('茶馆叫什么名字？')).toEqual(['茶馆']));
});
