import { models as en } from '../en/models';
import { language, type LanguageCode } from '../language.svelte';
import { models as zh } from '../zh/models';

/** The texts of models in all languages: they come with its code, so that the landing page does without. */
const BY_LANGUAGE: Readonly<Record<LanguageCode, typeof en>> = { en, zh };

/** The texts of models in the language of the screen. */
export const modelsWords = (): typeof en => BY_LANGUAGE[language.code];
