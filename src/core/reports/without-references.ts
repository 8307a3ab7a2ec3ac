/** A report's words without the `[Data: …]` in which GraphRAG's reports name what they rest on, for where passages say so. */
export function withoutReferences(text: string): string {
  return text.replace(/\s*\[Data:[^\]]*\]/gu, '');
}
