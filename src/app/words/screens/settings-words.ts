import { settings as en } from '../en/settings';
import { language, type LanguageCode } from '../language.svelte';
import { settings as zh } from '../zh/settings';

/** The texts of Settings in all languages: they come with its code, so that the landing page does without. */
const BY_LANGUAGE: Readonly<Record<LanguageCode, typeof en>> = { en, zh };

/** The texts of Settings in the language of the screen. */
export const settingsWords = (): typeof en => BY_LANGUAGE[language.code];
