import { explore as en } from '../en/explore';
import { language, type LanguageCode } from '../language.svelte';
import { explore as zh } from '../zh/explore';

/** The texts of Explore in all languages: they come with its code, so that the landing page does without. */
const BY_LANGUAGE: Readonly<Record<LanguageCode, typeof en>> = { en, zh };

/** The texts of Explore in the language of the screen. */
export const exploreWords = (): typeof en => BY_LANGUAGE[language.code];
