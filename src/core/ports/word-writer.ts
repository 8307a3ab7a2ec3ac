/** Writes files for word processors. */
export interface WordWriter {
  /**
   * A Word file (.docx) of Markdown: headings, paragraphs, lists, quotations, tables, footnotes (`[^1]`). Pictures are taken from data addresses
   * alone, links keep their addresses, and HTML stays text.
   */
  write(markdown: string): Promise<Blob>;
}
