const OPEN = '<think>';
const CLOSE = '</think>';

/** Leaves out what a model thinks aloud before it answers, while the words come. */
export function stripReasoning(): (delta: string) => string {
  let held = '';
  let state: 'beginning' | 'thinking' | 'answering' = 'beginning';
  return (delta) => {
    if (state === 'answering') return delta;
    held += delta;
    if (state === 'beginning') {
      const begun = held.trimStart();
      if (OPEN.startsWith(begun.slice(0, OPEN.length)) && begun.length < OPEN.length) return '';
      state = begun.startsWith(OPEN) ? 'thinking' : 'answering';
    }
    if (state === 'thinking') {
      const end = held.indexOf(CLOSE);
      if (end < 0) return '';
      held = held.slice(end + CLOSE.length).trimStart();
      state = 'answering';
    }
    const words = held;
    held = '';
    return words;
  };
}
