import { evidence as en } from '../en/evidence';
import { language, type LanguageCode } from '../language.svelte';
import { evidence as zh } from '../zh/evidence';

/** The texts of evidence in all languages: they come with its code, so that the landing page does without. */
const BY_LANGUAGE: Readonly<Record<LanguageCode, typeof en>> = { en, zh };

/** The texts of evidence in the language of the screen. */
export const evidenceWords = (): typeof en => BY_LANGUAGE[language.code];
