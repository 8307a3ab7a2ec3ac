import type { Answer } from '../events';

/** Documents whose words may be in an answer or in its trace: those that it cites, and those of which a model was told. */
export function documentsRead({ citations, trace }: Answer): readonly string[] {
  const { calls = [], told = [], actions = [], points = [], instructions = [] } = trace;
  const cited = citations.flatMap(({ passages }) => passages.map((passage) => passage.document_id));
  const known = [...calls, ...actions, ...points, ...instructions].flatMap(({ documentIds }) => documentIds);
  return [...new Set([...cited, ...told, ...known])];
}
