import { notebook as en } from '../en/notebook';
import { language, type LanguageCode } from '../language.svelte';
import { notebook as zh } from '../zh/notebook';

/** The texts of the notebook in all languages: they come with its code, so that the landing page does without. */
const BY_LANGUAGE: Readonly<Record<LanguageCode, typeof en>> = { en, zh };

/** The texts of the notebook in the language of the screen. */
export const notebookWords = (): typeof en => BY_LANGUAGE[language.code];
