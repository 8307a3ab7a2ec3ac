import { randomNumbers } from '../../src/core/random';
const FIRST = ['Ingrid', 'Tomas', 'Edda', 'Haruki', 'Amina', 'Piotr', 'Luisa', 'Kofi', 'Marit', 'Joachim'];
const LAST = ['Sorley', 'Reave', 'Halloran', 'Okafor', 'Lindqvist', 'Moreau', 'Castellan', 'Brandt', 'Iwata', 'Quaye'];
const PLACES = ['Portwenn', 'Gannet Rock', 'Merrow Bay', 'Skerry Light', 'Calder Point', 'Holm Island', 'Norraby'];
const DOINGS = [
  'repaired the lamp of',
  'wrote to the harbour board of',
  'measured the tides near',
  'bought barrels of oil in',
  'drew a new chart of',
  'lost an anchor off',
];
const ENDS = [
  'before the winter storms came',
  'against the advice of the pilots',
  'and was paid in full',
  'in thick fog',
];

/** English-like text of about so many characters about a few people and places; the same for the same seed. */
export function generatedText(characters: number, seed: number): string {
  const random = randomNumbers(seed);
  const pick = (words: readonly string[]): string => words[Math.floor(random() * words.length)] ?? '';
  const sentences: string[] = [];
  for (let length = 0; length < characters;) {
    const year = 1850 + Math.floor(random() * 100);
    const sentence = `In ${String(year)} ${pick(FIRST)} ${pick(LAST)} ${pick(DOINGS)} ${pick(PLACES)}, ${pick(ENDS)}.`;
    sentences.push(sentence + (random() < 0.1 ? '\n\n' : ' '));
    length += sentence.length + 1;
  }
  return sentences.join('');
}
