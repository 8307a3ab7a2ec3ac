import type { LanguageDoubt, PicturesAnswer, ReadDocument, ReadResult } from '../../../core/ports/documents';
import {
  recognitionLanguage,
  recognitionLanguageOf,
  type RecognitionLanguage,
} from '../../../core/tables/recognition-languages';
import { detectLanguage } from '../../../core/text/language';
import type { OpenSource } from '../format-reader';
import type { RecognisedLine, Recogniser } from './recogniser';
import { confidenceOf, readEitherWay, type Picture } from './upright-lines';

/** Recognition of the pages of one source, in one language. */
export interface RecognitionRun {
  read(picture: Picture, onProgress: (part: number) => void): readonly RecognisedLine[];
  /** The result of what was read, with a doubt where it may be in another language. */
  result(document: ReadDocument): ReadResult;
}

/** Starts the recogniser of the language that a person agreed to. Throws ParseError where it cannot be fetched. */
export async function startRecognition(
  { openRecogniser, onProgress }: Pick<OpenSource, 'openRecogniser' | 'onProgress'>,
  { language }: PicturesAnswer,
): Promise<RecognitionRun> {
  const chosen = recognitionLanguage(language);
  // Megabytes may have to come first, over a slow line.
  const coming = setInterval(onProgress, SIGN_OF_LIFE);
  const recogniser: Recogniser = await openRecogniser(chosen).finally(() => clearInterval(coming));
  const read: RecognisedLine[] = [];
  let [pages, milliseconds] = [0, 0];
  return {
    read: (picture, onProgress) => {
      const before = performance.now();
      const lines = readEitherWay(recogniser, picture, onProgress);
      milliseconds += performance.now() - before;
      pages += 1;
      read.push(...lines);
      return lines;
    },
    result: (document) => {
      const doubt = doubtOf(read, chosen);
      const recognised = { pages, seconds: milliseconds / 1000 };
      const documents = document.text === '' && doubt ? [] : [document];
      return { kind: 'documents', documents, recognised, ...(doubt && { need: { kind: 'pictures', pages, doubt } }) };
    },
  };
}

/** Milliseconds between two signs of life while files come. */
const SIGN_OF_LIFE = 1000;

/** Mean confidence below which most words are uncertain. */
const DOUBTFUL = 65;

/** Undefined where most words are sure, and seem to be in the language that was read. */
function doubtOf(lines: readonly RecognisedLine[], { code, tag }: RecognitionLanguage): LanguageDoubt | undefined {
  if (lines.length === 0) return undefined;
  if (confidenceOf(lines) < DOUBTFUL) return { language: code };
  const found = detectLanguage(lines.flatMap(({ words }) => words.map(({ text }) => text)).join(' '));
  const likely = found === 'und' ? undefined : recognitionLanguageOf(found);
  return likely && new Intl.Locale(tag).language !== found ? { language: code, likely: likely.code } : undefined;
}
