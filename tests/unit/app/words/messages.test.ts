import { readdirSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { messages } from '../../../../src/app/words/zh';

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

const sourceFiles = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
const written = new Set(sourceFiles.flatMap((name) => templatesIn(`src/${name}`)));
const hasWords = (text: string): boolean => /\p{L}/u.test(text.replace(/\{\d+\}/gu, ''));
const placeholders = (text: string): readonly string[] => [...new Set(text.match(/\{\d+\}/gu))].sort();

describe('the messages of the engine in Chinese', () => {
  it('leave none in English', () => {
    expect([...written].filter((template) => hasWords(template) && !Object.hasOwn(messages, template))).toEqual([]);
  });

  it('show each value that the English shows', () => {
    const different = Object.entries(messages).filter(
      ([template, text]) => placeholders(template).join() !== placeholders(text).join(),
    );
    expect(different).toEqual([]);
  });
});
