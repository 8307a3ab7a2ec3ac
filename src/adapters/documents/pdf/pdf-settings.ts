/**
 * Settings of pdf.js for reading text only: nothing is drawn, no code is generated, no font is installed. Of its files only the
 * character maps of East Asian fonts are needed; text and its place come out the same without its fonts and decoders. Fonts tell
 * their glyphs' names; pictures are left out before they are decoded.
 */
export function textOnlySettings(characterMaps: string) {
  return {
    cMapUrl: characterMaps,
    cMapPacked: true,
    useWorkerFetch: false,
    disableFontFace: true,
    isEvalSupported: false,
    useSystemFonts: false,
    enableXfa: false,
    stopAtErrors: false,
    verbosity: 0,
    fontExtraProperties: true,
    maxImageSize: 0,
    CanvasFactory: NoCanvas,
    FilterFactory: NoFilter,
  };
}

/** pdf.js insists on a canvas factory with a constructor; reading text never calls it. */
class NoCanvas {
  create(): never {
    throw new Error('Burrow reads the text of a PDF and draws nothing');
  }
  reset(): void {}
  destroy(): void {}
}

class NoFilter {
  addFilter(): string {
    return 'none';
  }
  addHCMFilter(): string {
    return 'none';
  }
  addAlphaFilter(): string {
    return 'none';
  }
  addLuminosityFilter(): string {
    return 'none';
  }
  addHighlightHCMFilter(): string {
    return 'none';
  }
  destroy(): void {}
}
