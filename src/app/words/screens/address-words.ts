import { address as en } from '../en/address';
import { language, type LanguageCode } from '../language.svelte';
import { address as zh } from '../zh/address';

/** The texts of what is opened from an address, in all languages: they come with its code, so that the landing page does without. */
const BY_LANGUAGE: Readonly<Record<LanguageCode, typeof en>> = { en, zh };

/** The same in the language of the screen. */
export const addressWords = (): typeof en => BY_LANGUAGE[language.code];
