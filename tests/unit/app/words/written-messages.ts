import { readdirSync, readFileSync } from 'node:fs';
import ts from 'typescript';

/** The template of each message that is written in a file. */
function templatesIn(path: string): readonly string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === 'message') found.push(templateOf(node.template));
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true));
  return found;
}

const templateOf = (node: ts.TemplateLiteral): string =>
  ts.isNoSubstitutionTemplateLiteral(node)
    ? node.text
    : node.head.text + node.templateSpans.map((span, at) => `{${String(at)}}${span.literal.text}`).join('');

const sourceFiles = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) =>
  /\.(?:ts|svelte)$/u.test(name),
);

/** The templates of all messages of the sources. */
export const writtenTemplates: ReadonlySet<string> = new Set(sourceFiles.flatMap((name) => templatesIn(`src/${name}`)));
