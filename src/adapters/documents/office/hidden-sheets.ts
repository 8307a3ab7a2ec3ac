import { walkMarkup } from '../markup/walk-markup';
import { openZip } from '../read-zip';
import { decodeText } from '../text/decode-text';
import type { OpenSource } from '../format-reader';

/** Finds the sheets of an OpenDocument workbook that are hidden by their style. Empty for other files. */
export async function hiddenSheets(source: OpenSource): Promise<ReadonlySet<string>> {
  const hidden = new Set<string>();
  if (!source.mediaType.includes('opendocument')) return hidden;
  const content = await (await openZip(source.bytes, source)).find('content.xml');
  if (!content) return hidden;
  const styles = new Set<string>();
  let style = '';
  walkMarkup(
    decodeText(content, 'utf-8'),
    {
      open: (name, attributes) => {
        if (name === 'style:style') style = attributes['style:name'] ?? '';
        else if (name === 'style:table-properties' && attributes['table:display'] === 'false') styles.add(style);
        else if (name === 'table:table' && styles.has(attributes['table:style-name'] ?? ''))
          hidden.add(attributes['table:name'] ?? '');
      },
    },
    { xml: true, onProgress: source.onProgress },
  );
  return hidden;
}
