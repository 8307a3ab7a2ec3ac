/** Leaves out a thought at the beginning of a reply that comes piece by piece. */
export interface ThoughtFilter {
  /** The text to show of what came. */
  take(piece: string): string;
  /** What was held back at the end because it might have become a thought. */
  rest(): string;
}

const OPEN = '<think>';
const CLOSE = '</think>';

/** Takes a thought off the beginning of a reply: some models, and WebLLM with its empty one, put it into the reply's text. */
export function withoutThoughts(): ThoughtFilter {
  let state: 'begin' | 'thought' | 'gap' | 'text' = 'begin';
  let pending = '';

  const step = (): void => {
    if (state === 'begin') {
      const begun = pending.trimStart();
      if (begun.startsWith(OPEN)) state = 'thought';
      else if (!OPEN.startsWith(begun)) state = 'text';
    }
    if (state === 'thought') {
      const end = pending.indexOf(CLOSE);
      if (end < 0) {
        pending = pending.slice(1 - CLOSE.length); // all that can still become the end of the thought
        return;
      }
      pending = pending.slice(end + CLOSE.length);
      state = 'gap';
    }
    if (state === 'gap') {
      pending = pending.trimStart();
      if (pending !== '') state = 'text';
    }
  };
  return {
    take: (piece) => {
      pending += piece;
      step();
      if (state !== 'text') return '';
      const text = pending;
      pending = '';
      return text;
    },
    rest: () => (state === 'begin' ? pending : ''),
  };
}
