import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Linter } from 'eslint';
import svelte from 'eslint-plugin-svelte';
import ts from 'typescript-eslint';
import { afterAll, expect, it } from 'vitest';
import messageText from '../../../scripts/lint/message-text.js';

const folder = mkdtempSync(join(tmpdir(), 'message-text-'));
writeFileSync(
  join(folder, 'tsconfig.json'),
  JSON.stringify({ compilerOptions: { strict: true, types: [] }, include: ['*.svelte'] }),
);
writeFileSync(join(folder, 'Shown.svelte'), '');
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const SCRIPT = `<script lang="ts">
  interface Filled { readonly template: string; readonly values: readonly number[] }
  type Message = string | Filled;
  declare const reason: Message;
  declare const loss: { readonly reason?: Message };
  declare const inWords: (message: Message) => string;
  declare const Line: import('svelte').Component<{ readonly reason: Message }>;
</script>
`;

/** The pieces of markup that the rule reports. */
function reported(markup: string): readonly string[] {
  const config: Linter.Config[] = [
    ...(svelte.configs.base as Linter.Config[]),
    {
      files: ['**/*.svelte'],
      languageOptions: {
        parserOptions: {
          parser: ts.parser,
          project: './tsconfig.json',
          tsconfigRootDir: folder,
          extraFileExtensions: ['.svelte'],
        },
      },
      plugins: { messages: messageText },
      rules: { 'messages/worded-messages': 'error' },
    },
  ];
  const code = SCRIPT + markup;
  const lines = code.split('\n');
  return new Linter({ cwd: folder })
    .verify(code, config, { filename: join(folder, 'Shown.svelte') })
    .map(({ ruleId, message, line, column, endColumn }) =>
      ruleId ? (lines[line - 1] ?? '').slice(column - 1, (endColumn ?? 0) - 1) : message,
    );
}

it('reports a message that is shown as it is, in text and in attributes', () => {
  expect(reported('<p>{reason}</p>{#if loss.reason}{loss.reason}{/if}')).toEqual(['{reason}', '{loss.reason}']);
  expect(reported('<p title={loss.reason}></p><Line reason="Why: {reason}" />')).toEqual(['{loss.reason}', '{reason}']);
});

it('lets a message through that is put into words or handed on', () => {
  expect(reported('<p title={inWords(reason)}>{inWords(reason)}</p><Line {reason} /><Line reason={reason} />')).toEqual(
    [],
  );
  expect(reported('{#if typeof reason === "string"}{reason}{/if}')).toEqual([]);
});
