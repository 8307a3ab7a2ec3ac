/** A language whose printed words can be recognised in pictures. */
export interface RecognitionLanguage {
  /** Name of Tesseract's data: the package `@tesseract.js-data/CODE`, and the file `CODE.traineddata.gz` in it. */
  readonly code: string;
  /** BCP 47: the language, with its script where there are several. */
  readonly tag: string;
  /** Size of the file. */
  readonly bytes: number;
  /**
   * Code of the language that is read with it. The data of some scripts know no Latin letters: they read at most 1 of
   * 15 English words among their own, and at least 14 with English. Other languages gain nothing.
   */
  readonly latin?: 'eng';
  /** Characters stand on a grid, between whose columns Tesseract sees gutters: it looks for lines alone. */
  readonly grid?: true;
}

/** English, which is read where no other language is chosen, and the others. */
export const RECOGNITION_LANGUAGES = [
  { code: 'eng', tag: 'en', bytes: 2_952_873 },
  { code: 'ara', tag: 'ar', bytes: 1_661_906, latin: 'eng' },
  { code: 'ces', tag: 'cs', bytes: 2_225_029 },
  { code: 'deu', tag: 'de', bytes: 1_333_102 },
  { code: 'ell', tag: 'el', bytes: 1_324_749, latin: 'eng' },
  { code: 'fra', tag: 'fr', bytes: 707_406 },
  { code: 'heb', tag: 'he', bytes: 580_576, latin: 'eng' },
  { code: 'hin', tag: 'hi', bytes: 1_389_692, latin: 'eng' },
  { code: 'ita', tag: 'it', bytes: 1_660_998 },
  { code: 'jpn', tag: 'ja', bytes: 2_030_256, grid: true },
  { code: 'kor', tag: 'ko', bytes: 1_572_336, latin: 'eng' },
  { code: 'nld', tag: 'nl', bytes: 3_005_696 },
  { code: 'pol', tag: 'pl', bytes: 2_642_356 },
  { code: 'por', tag: 'pt', bytes: 1_392_239 },
  { code: 'spa', tag: 'es', bytes: 2_100_190 },
  { code: 'swe', tag: 'sv', bytes: 2_503_095 },
  { code: 'tur', tag: 'tr', bytes: 2_141_291 },
  { code: 'ukr', tag: 'uk', bytes: 2_114_206, latin: 'eng' },
  { code: 'vie', tag: 'vi', bytes: 1_423_003 },
  { code: 'chi_sim', tag: 'zh-Hans', bytes: 1_718_768, grid: true },
  { code: 'chi_tra', tag: 'zh-Hant', bytes: 1_656_239, grid: true },
] as const satisfies readonly RecognitionLanguage[];

/** Size of Tesseract itself. */
export const RECOGNISER_BYTES = 2_946_872;

const [ENGLISH] = RECOGNITION_LANGUAGES;

/** The language of this code; English for a missing or an unknown one. */
export const recognitionLanguage = (code: string | undefined): RecognitionLanguage =>
  RECOGNITION_LANGUAGES.find((one) => one.code === code) ?? ENGLISH;

/** Codes of the data with which a language is read: its own first, since the order counts. */
export const dataOf = ({ code, latin }: RecognitionLanguage): readonly string[] => (latin ? [code, latin] : [code]);

/** The language that is read for a BCP 47 tag, by its primary language and script; undefined where there is none. */
export function recognitionLanguageOf(tag: string): RecognitionLanguage | undefined {
  const wanted = localeOf(tag);
  const same = RECOGNITION_LANGUAGES.filter((one) => localeOf(one.tag)?.language === wanted?.language);
  return same.find((one) => localeOf(one.tag)?.script === wanted?.script) ?? same[0];
}

/** Undefined for a tag that is none: a file may state anything. */
function localeOf(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag).maximize();
  } catch {
    return undefined;
  }
}
