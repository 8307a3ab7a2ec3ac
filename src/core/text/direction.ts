/** Letters of scripts that run from right to left, and the marks that stand for one (UAX 9, classes R and AL). */
const RIGHT_TO_LEFT =
  '[\\u200f\\u061c]|(?=\\p{L})[\\p{Script=Hebrew}\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Thaana}\\p{Script=Nko}\\p{Script=Adlam}\\p{Script=Samaritan}\\p{Script=Mandaic}\\p{Script=Hanifi_Rohingya}\\p{Script=Mende_Kikakui}\\p{Script=Yezidi}\\p{Script=Imperial_Aramaic}\\p{Script=Phoenician}]';
const STRONG = new RegExp(`(${RIGHT_TO_LEFT})|\\p{L}`, 'u');
const EACH_STRONG = new RegExp(STRONG, 'gu');

/** Checks if a paragraph runs from right to left, by its first letter (UAX 9, rules P2 and P3). */
export const isRightToLeft = (text: string): boolean => STRONG.exec(text)?.[1] !== undefined;

/** A part of a paragraph that is written in one direction. */
interface DirectionRun {
  readonly text: string;
  readonly isRightToLeft: boolean;
}

/**
 * Cuts words of a paragraph where their direction changes. Digits, signs and spaces go with the letters around them where these agree, else with
 * the paragraph. By rules N1 and N2 of UAX 9, without explicit embeddings.
 */
export function directionRuns(text: string, isParagraphRightToLeft: boolean): readonly DirectionRun[] {
  const runs: DirectionRun[] = [];
  const add = (part: string, isRight: boolean): void => {
    const last = runs.at(-1);
    if (last?.isRightToLeft === isRight) runs.splice(-1, 1, { ...last, text: last.text + part });
    else if (part !== '') runs.push({ text: part, isRightToLeft: isRight });
  };
  let from = 0;
  let before = isParagraphRightToLeft;
  for (const { 0: letter, 1: right, index } of text.matchAll(EACH_STRONG)) {
    const isRight = right !== undefined;
    add(text.slice(from, index), before === isRight ? isRight : isParagraphRightToLeft);
    from = index + letter.length;
    add(letter, isRight);
    before = isRight;
  }
  add(text.slice(from), isParagraphRightToLeft);
  return runs;
}
