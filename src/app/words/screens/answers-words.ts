import { answers as en } from '../en/answers';
import { language, type LanguageCode } from '../language.svelte';
import { answers as zh } from '../zh/answers';

/** The texts of answers in all languages: they come with its code, so that the landing page does without. */
const BY_LANGUAGE: Readonly<Record<LanguageCode, typeof en>> = { en, zh };

/** The texts of answers in the language of the screen. */
export const answersWords = (): typeof en => BY_LANGUAGE[language.code];
