/** Choices of the person that hold for all collections, by name. Values are plain data. */
export interface SettingStore {
  get(name: string): Promise<unknown>;
  /** Changes parts of a value, or removes those that are undefined, and leaves the others, in one step over all tabs; resolves with the whole. */
  change(name: string, parts: Readonly<Record<string, unknown>>): Promise<unknown>;
}
