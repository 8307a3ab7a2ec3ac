/** “2.1” or “b)” in front of a heading. */
const NUMBERING = /^(?:\d{1,3}(?:\.\d{1,3})*[.)]?|\p{L}[.)]|[IVX]{1,5}[.)])\s+(?=\p{L})/u;
const SIZE = String.raw`(?:by |to |from |over |about |nearly |almost )?[$€£¥]?\d[\d.,]*`;
/** “How the mill was sold”, “Fees:”, the head of a table. */
const NO_STATEMENT = /^(?:how|why|what|who|whom|whose|when|where|which)\b|[?？:]\s*$|\|/iu;
const NAME = String.raw`\p{Lu}\p{Ll}+`;
/** Of verbs whose past is also a participle: “Ships lost in 1907” states nothing, “Karl lost the ship” does. */
const PAST =
  'bought|sold|paid|made|found|held|kept|led|left|lost|met|sent|shot|spent|taught|told|won|beat|built|burnt|caught|cut|fought|got|hid|hit|laid|lent|put|ran|said|saw|struck';
/** What only a sentence has: a verb that is no noun or participle, with a number or a name in the same heading. */
const CLAUSES = [
  new RegExp(
    String.raw`^(?=.*(?:\d|\s${NAME})).*\s(?:is|are|was|were|has|had|did|does|became|began|broke|came|chose|drew|drove|fell|flew|froze|gave|grew|knew|rose|sank|stole|took|threw|went|wrote)\s`,
    'u',
  ),
  new RegExp(String.raw`^(?=.*(?:\d|${NAME} )).*\s(?:${PAST}) (?:the|a|an|his|her|its|their|no|all|${NAME})\b`, 'u'),
  new RegExp(String.raw`\s\p{Ll}{2,}ed ${SIZE}`, 'u'),
  new RegExp(String.raw`\s\p{Ll}{2,}ed ${NAME}`, 'u'),
  new RegExp(String.raw`\s\p{Ll}{2,}s ${SIZE} ?(?:%|per ?cent)`, 'u'),
];

/** A heading without its number. */
export const withoutNumbering = (heading: string): string => heading.replace(NUMBERING, '');

/** Whether a heading says something that documents may deny, such as “Revenue fell 40 %”; in English only, and never the head of a table. */
export function statesSomething(heading: string): boolean {
  const words = withoutNumbering(heading);
  return !NO_STATEMENT.test(words) && CLAUSES.some((clause) => clause.test(words));
}
