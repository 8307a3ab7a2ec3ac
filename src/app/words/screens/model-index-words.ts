import { modelIndex as en } from '../en/model-index';
import { language, type LanguageCode } from '../language.svelte';
import { modelIndex as zh } from '../zh/model-index';

/** The texts of the model index in all languages: they come with its code, so that the landing page does without. */
const BY_LANGUAGE: Readonly<Record<LanguageCode, typeof en>> = { en, zh };

/** The texts of the model index in the language of the screen. */
export const modelIndexWords = (): typeof en => BY_LANGUAGE[language.code];
