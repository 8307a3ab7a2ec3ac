export function missingFiles(path: string, markdown: string, files: readonly string[]): readonly string[];
export function withoutCode(markdown: string): string;
