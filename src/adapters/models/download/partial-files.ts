/** What is known of a file besides its bytes. */
export interface PartialNote {
  /** Bytes of the whole file, null while nobody has said. */
  readonly total: number | null;
  /** The server's mark of this version, null where pages may not see it. */
  readonly etag: string | null;
}

export const NO_NOTE: PartialNote = { total: null, etag: null };

/** A file that is under way. Used by one thread at a time. */
export interface PartialFile {
  /** Bytes that are here. */
  readonly size: number;
  readonly note: PartialNote;
  /** Starts over, with another note. */
  begin(note: PartialNote): Promise<void>;
  /** Adds bytes at the end. Throws QuotaExceededError. */
  append(bytes: Uint8Array): Promise<void>;
  /** Ends the use; what was appended is kept when it resolves. Throws QuotaExceededError. */
  close(): Promise<void>;
}

/** Files that are under way, by their address; where files can be kept, they outlive the page. */
export interface PartialFiles {
  open(url: string): Promise<PartialFile>;
  /** The bytes of a file that is not in use. */
  blob(url: string): Promise<Blob>;
  remove(url: string): Promise<void>;
  /** Addresses and bytes of all files. */
  list(): Promise<readonly { readonly url: string; readonly bytes: number }[]>;
  clear(): Promise<void>;
  /** Whether so many bytes more can be stored. */
  fits(bytes: number): Promise<boolean>;
}
