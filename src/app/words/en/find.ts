import { count, counted } from '../numbers';

/** Search in the text of the documents. */
export const find = {
  title: 'Search the text',
  label: 'Words to find',
  placeholder: 'Words, “a phrase”, -without, document:name',
  places: 'Places',
  summary: (places: number, documents: number) => `${counted(places, 'place')} in ${counted(documents, 'document')}`,
  addWords: 'Add the words to find.',
  nowhere: (query: string) => `“${query}” is nowhere in your documents.`,
  didYouMean: 'Did you mean:',
  ofDocument: (places: number) => counted(places, 'place'),
  moreIn: (left: number, title: string) => `Show ${count(left)} more in ${title}`,
  listed: (listed: number, all: number) => `${count(listed)} of ${counted(all, 'place')} listed.`,
  moreDocuments: (left: number) => `Show ${counted(left, 'more document')}`,
  phrase: '"exact phrase"',
  without: '-without',
  inDocument: 'document:name',
};
