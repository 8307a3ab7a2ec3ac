/** Returns the text between the marks that fence data in a prompt; all of a message without them. */
export function shownData(message: string): string {
  const [, data = message] = /^<data>\n(.*)\n<\/data>$/msu.exec(message) ?? [];
  return data;
}
