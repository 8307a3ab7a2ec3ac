/** Code within a line. */
const CODE = '(?<!`)(?<ticks>`+)(?!`)[^\\n]*?[^`\\n]\\k<ticks>(?!`)';

/** What begins with a figure is a sum of money unless it has a sign of maths, or a letter of its own right behind the figure. */
const MONEY = String.raw`\d(?![^$\n]*[\\^_=])(?![\d.,]*[ac-jln-z](?!\p{L}))`;

/**
 * Source of a regular expression (flag u) for maths within a line, as a reader sees it; its three groups hold what stands between the signs.
 * Everything that reads an answer's Markdown has it from here, so that all agree.
 */
export const INLINE_MATHS = [
  String.raw`\$\$([^$\n]+?)\$\$`,
  String.raw`(?<![\w$\\])\$(?!\s|${MONEY})((?:\\.|[^$\\\n])+?)(?<!\s)\$(?![\d$])`,
  String.raw`\\\(([^\n]+?)\\\)`,
].join('|');

/** Source of a regular expression (flag u) for code and maths within a line, whose signs mean themselves. */
export const INLINE_LITERAL = `${CODE}|${INLINE_MATHS}`;
