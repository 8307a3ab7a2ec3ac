const MAIL_HEADER =
  /^(?:from|to|cc|bcc|subject|date|sent|reply-to|re|fwd?|发件人|收件人|抄送|主题|日期|差出人|宛先|件名)\s*[:：]/iu;
const SEPARATOR = /^-{2,}\s*(?:original message|forwarded message|原始邮件|转发的邮件)\s*-{2,}/iu;
const QUOTED_BY = /^on\b.{5,120}\bwrote:$/iu;
const MARKED_HEADING = /^#{1,6}\s/;
const BARE_TAGS = /^(?:\[\[[^\]]*\]\]|<\/?[a-z!][^>]*>|\s)+$/iu;
const TABLE_RULE = /^[\s|:+=-]*\|[\s|:+=-]*$/;
const QUOTE_MARKS = /^(?:>\s?)+/;
const LONGEST_HEADER = 200;

/** True for a line that stands above a text: a mail header, a marked heading, a table's rule, or nothing but tags. */
export function isHeadLine(line: string): boolean {
  const own = line.replace(QUOTE_MARKS, '');
  if (SEPARATOR.test(own) || QUOTED_BY.test(own) || MARKED_HEADING.test(own)) return true;
  if (MAIL_HEADER.test(own)) return own.length < LONGEST_HEADER;
  return BARE_TAGS.test(own) || TABLE_RULE.test(own);
}

const NUMBERED =
  /^(?:(?:section|clause|article|chapter|part|§)\s*)?(?:\d+(?:\.\d+)*|[ivxlc]+)[.):]?\s+|^第[\p{N}一二三四五六七八九十百]+[条章节款]\s*/iu;
const END_MARK = /[.!?。！？;；:：…]["'”’」』)）\]]*$/u;
const MOST_WORDS = 8;

/** True for a document's first line, a numbered clause's heading, or the head of a table, by what stands around it. */
export function isHeadingLine(line: string, before: string, after: string): boolean {
  if (END_MARK.test(line) || after.trim() === '') return false;
  if (line.includes('|')) return isTableHead(line, before, after);
  const rest = line.replace(NUMBERED, '');
  if (/\p{N}/u.test(rest) || rest.split(/\s+/).length > MOST_WORDS) return false;
  if (rest !== line) return isFollowedByText(after);
  return before.trim() === '' && /^[^\S\n]*\n/.test(after) && !/[:：=]/.test(line);
}

/** Cells of few words without a digit, above another row and below none. */
function isTableHead(line: string, before: string, after: string): boolean {
  if (/\p{N}/u.test(line) || line.split('|').some((cell) => cell.trim().split(/\s+/).length > MOST_WORDS / 2))
    return false;
  return firstLine(after).includes('|') && !lastLine(before).includes('|');
}

/** Steps of a list are numbered, too, but a number follows them. */
function isFollowedByText(after: string): boolean {
  const next = firstLine(after);
  return !NUMBERED.test(next) && /[.!?。！？]/u.test(next);
}

const firstLine = (text: string): string => /\S[^\n]*/.exec(text)?.[0] ?? '';
const lastLine = (text: string): string => text.trimEnd().split('\n').at(-1) ?? '';
