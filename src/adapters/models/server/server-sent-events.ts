/** Characters of one event: a server that sends more without an end is not one. */
const LONGEST = 4_000_000;

/** The `data` of each server-sent event of a response, in order. Ends with the response, also in the middle of an event. */
export async function* serverSentEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
  let rest = '';
  let data: string[] = [];
  let length = 0;
  try {
    for (;;) {
      const { value, done } = await reader.read();
      rest += done ? '\n\n' : value;
      if (rest.length + length > LONGEST) throw new RangeError('An event of the server is too long.');
      const lines = rest.split(/\r\n|\n|\r(?!$)/u);
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const said = dataOf(line);
        if (said !== undefined) {
          data.push(said);
          length += said.length + 1;
        } else if (line === '' && data.length > 0) {
          yield data.join('\n');
          data = [];
          length = 0;
        }
      }
      if (done) return;
    }
  } finally {
    await reader.cancel().catch(() => undefined); // the connection may be gone already
  }
}

/** Undefined for comments, other fields and the empty line. A text may hold any other line separators of Unicode. */
function dataOf(line: string): string | undefined {
  if (line === 'data') return '';
  if (!line.startsWith('data:')) return undefined;
  return line.slice(line[5] === ' ' ? 6 : 5);
}
