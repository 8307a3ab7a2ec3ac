import { privacy as en } from '../en/privacy';
import { language, type LanguageCode } from '../language.svelte';
import { privacy as zh } from '../zh/privacy';

/** The texts of what left this machine, in all languages: they come with their page, so that the landing page does without. */
const BY_LANGUAGE: Readonly<Record<LanguageCode, typeof en>> = { en, zh };

/** The same in the language of the screen. */
export const privacyWords = (): typeof en => BY_LANGUAGE[language.code];
