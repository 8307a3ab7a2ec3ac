/** Joins sentences by spaces, but not after a Chinese or Japanese full stop. Empty ones are left out. */
export const joinSentences = (sentences: readonly string[]): string =>
  sentences
    .filter((sentence) => sentence !== '')
    .reduce((text, sentence) => `${text}${text === '' || /[。！？」』]$/u.test(text) ? '' : ' '}${sentence}`, '');
