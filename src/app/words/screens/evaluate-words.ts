import { evaluate as en } from '../en/evaluate';
import { language, type LanguageCode } from '../language.svelte';
import { evaluate as zh } from '../zh/evaluate';

/** The texts of the evaluation in all languages: they come with its code, so that the landing page does without. */
const BY_LANGUAGE: Readonly<Record<LanguageCode, typeof en>> = { en, zh };

/** The texts of the evaluation in the language of the screen. */
export const evaluateWords = (): typeof en => BY_LANGUAGE[language.code];
