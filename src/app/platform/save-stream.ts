/** The part of a file handle that is used; browsers without a dialog to save a file lack it. */
interface SavedFile {
  createWritable(): Promise<{
    write(part: Blob): Promise<void>;
    close(): Promise<void>;
    abort(): Promise<void>;
  }>;
  remove?(): Promise<void>;
}

interface SavingWindow {
  readonly showSaveFilePicker?: (options: { readonly suggestedName: string }) => Promise<SavedFile>;
}

/** Target of a file that is written part by part. */
export interface StreamedFile {
  write(part: Blob): Promise<void>;
  /** The file is complete. */
  close(): Promise<void>;
  /** Deletes the file. */
  discard(): Promise<void>;
}

/**
 * Begins a file of this name, on the disk where the browser lets a person choose the place. Elsewhere, or where it refuses the dialog or the place, the
 * browser gathers it, and `save` gets it once it is complete. To be called while the browser still knows of a click. Throws an AbortError where the
 * person chose no place.
 */
export async function beginFile(
  name: string,
  mediaType: string,
  save: (file: Blob, name: string) => void,
): Promise<StreamedFile> {
  const { showSaveFilePicker } = window as SavingWindow;
  const file = await showSaveFilePicker?.({ suggestedName: name }).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    return undefined;
  });
  const streamed = file && (await onDisk(file).catch(() => undefined));
  return streamed ?? gathered(mediaType, (whole) => save(whole, name));
}

async function onDisk(file: SavedFile): Promise<StreamedFile> {
  const stream = await file.createWritable();
  return {
    write: (part) => stream.write(part),
    close: () => stream.close(),
    discard: async () => {
      await stream.abort();
      await file.remove?.(); // the dialog has made an empty file
    },
  };
}

/** Browsers keep large blobs on the disk. */
function gathered(mediaType: string, save: (file: Blob) => void): StreamedFile {
  let parts: Blob[] = [];
  return {
    write: async (part) => void parts.push(part),
    close: async () => save(new Blob(parts, { type: mediaType })),
    discard: async () => void (parts = []),
  };
}
