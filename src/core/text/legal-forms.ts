import { wordSet } from './word-set';

/** Legal forms of firms, lower case, without the last point, in the languages in which they are written with one or may end a sentence. */
const forms = wordSet(
  'ltd limited inc incorporated corp corporation co plc llc llp lp gmbh mbh ag kg kgaa ohg ug se sa sas sarl srl spa nv bv ab oy as aps pty ltda ' +
    'l.l.c p.l.c s.a s.a.s s.r.l s.p.a s.à.r.l a.g',
);
/** What stands before a person's name and belongs to the firm before it: `Calder Inc. CEO Desmond Calder`. */
const posts = wordSet('ceo cfo coo cto chief managing');

const isLegalForm = (word: string): boolean => forms.has(word.toLowerCase());

const before = /(?:(?<!\p{L})\p{Lu}[\p{L}\p{N}'’&.-]*|&),?\s+$/u;
const goesOn = /^\s*["'“‘«„]?(\p{Lu}[\p{L}.]*)/u;

/**
 * Whether a point after a legal form ends the sentence: `Calder Pumps Ltd. Rupert Vance paid`, but not `Smith & Co. Ltd. paid` nor
 * `in Co. Durham`. Null where no firm stands before it. `lead` and `rest` are what stands before the form and after the point.
 */
export function endsAfterFirm(lead: string, form: string, rest: string): boolean | null {
  if (!isLegalForm(form) || !/^\p{Lu}|^plc$/u.test(form) || !before.test(lead)) return null;
  if (/^co$/iu.test(form) && /,\s*$/u.test(lead)) return null;
  const next = goesOn.exec(rest)?.[1];
  if (next === undefined) return rest.trim() === '';
  const word = next.replace(/\.$/u, '').toLowerCase();
  return !forms.has(word) && !posts.has(word);
}
