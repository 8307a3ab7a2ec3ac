/** What engines take for the borders of turns and thoughts, however they spell them, and what fences data in a prompt. */
const BORDER =
  /<(?=[|｜]|\/?s>|\/?data\b|\/?(?:start|end)_of_turn|\/?(?:bos|eos|think|tool_call|system|user|assistant)>|<\/?SYS>)|\[(?=\/?INST\])/giu;

/** Text that goes into a prompt: a space is put into whatever would begin or end a turn or the data, so that no document speaks in another's name. */
export function withoutTurnBorders(text: string): string {
  return text.replace(BORDER, (border) => `${border} `);
}
