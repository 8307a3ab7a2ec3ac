import type { PDFDocumentProxy } from 'pdfjs-dist';
import { CAPS } from '../caps';

export interface OutlineItem {
  readonly title: string;
  readonly level: number;
  /** Zero-based. */
  readonly page: number;
}

type Node = Awaited<ReturnType<PDFDocumentProxy['getOutline']>>[number];

/** The bookmarks of a PDF that lead to a page, in order. A broken outline counts as none. */
export async function readOutline(document: PDFDocumentProxy): Promise<OutlineItem[]> {
  const items: OutlineItem[] = [];
  const visit = async (nodes: readonly Node[], level: number): Promise<void> => {
    for (const node of nodes) {
      if (items.length >= CAPS.outlineItems || level > 6) return;
      const page = await pageOfTarget(document, node.dest);
      if (page !== undefined) items.push({ title: node.title, level, page });
      await visit((node.items as Node[] | undefined) ?? [], level + 1);
    }
  };
  const roots = (await document.getOutline().catch(() => null)) as readonly Node[] | null;
  await visit(roots ?? [], 1);
  return items;
}

async function pageOfTarget(document: PDFDocumentProxy, dest: Node['dest']): Promise<number | undefined> {
  try {
    const [target] = (typeof dest === 'string' ? await document.getDestination(dest) : dest) ?? [];
    if (typeof target === 'number') return target;
    return target ? await document.getPageIndex(target as Parameters<PDFDocumentProxy['getPageIndex']>[0]) : undefined;
  } catch {
    return undefined; // a bookmark that leads nowhere is no heading
  }
}
