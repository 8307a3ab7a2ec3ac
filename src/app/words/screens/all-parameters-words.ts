import { allParameters as en } from '../en/all-parameters';
import { language, type LanguageCode } from '../language.svelte';
import { allParameters as zh } from '../zh/all-parameters';

/** The texts of the table of all parameters, in all languages: they come with it, so that the landing page does without. */
const BY_LANGUAGE: Readonly<Record<LanguageCode, typeof en>> = { en, zh };

/** The same in the language of the screen. */
export const allParametersWords = (): typeof en => BY_LANGUAGE[language.code];
