const RTL = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
/** The first letter of a script that is written from right to left. */
const FIRST_RTL = '\u0590';

/** A text that runs from right to left, at least in part. */
export const isRtl = (text: string): boolean => text >= FIRST_RTL && RTL.test(text);
