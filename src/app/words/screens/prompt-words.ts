import { prompts as en } from '../en/prompts';
import { language, type LanguageCode } from '../language.svelte';
import { prompts as zh } from '../zh/prompts';

/** The texts of the prompts' page in all languages: they come with its code, so that the landing page does without. */
const BY_LANGUAGE: Readonly<Record<LanguageCode, typeof en>> = { en, zh };

/** The texts of the prompts' page in the language of the screen. */
export const promptWords = (): typeof en => BY_LANGUAGE[language.code];
