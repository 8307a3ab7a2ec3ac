import type { DocumentRow } from '../tables/tables';
import type { Candidate } from './candidates';
import { oneLine } from './passages';

const MAIL_HEADER =
  /^(?:from|to|cc|bcc|subject|date|sent|reply-to|re|fwd?|发件人|收件人|抄送|主题|日期|差出人|宛先|件名)\s*[:：]/iu;
const MARKED_HEADING = /^#{1,6}\s/;

/** True for the title, a heading or a mail header: what stands above the text and states nothing. */
export function isFurniture({ span, text }: Pick<Candidate, 'span' | 'text'>, document: DocumentRow): boolean {
  const line = oneLine(text);
  if (MARKED_HEADING.test(line) || line.toLowerCase() === oneLine(document.title).toLowerCase()) return true;
  if (MAIL_HEADER.test(line) && line.length < 200) return true;
  return document.heading_starts.some((start, at) => {
    if (span.start < start || span.start > start + MOST_MARKS) return false;
    const own = oneLine(document.heading_texts[at] ?? '');
    return span.end <= start + MOST_MARKS + own.length || line === own;
  });
}

/** Room for the marks before a heading's words. */
const MOST_MARKS = 8;
