import svelte from 'eslint-plugin-svelte';
import { defineConfig } from 'eslint/config';
import ts from 'typescript-eslint';
import messageText from './scripts/lint/message-text.js';
import plainWords from './scripts/lint/plain-words.js';

export default defineConfig(
  {
    ignores: [
      'dist/',
      'node_modules/',
      'public/',
      'test-results/',
      'playwright-report/',
      '.svelte-check/',
      'src/core/globals.d.ts',
    ],
  },
  { files: ['**/*.ts', '**/*.svelte'], extends: [ts.configs.base] },
  ...svelte.configs.recommended,
  {
    files: ['**/*.ts', '**/*.svelte'],
    languageOptions: {
      parserOptions: {
        parser: ts.parser,
        project: './tsconfig.json',
        tsconfigRootDir: import.meta.dirname,
        extraFileExtensions: ['.svelte'],
      },
    },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      'no-empty': 'error',
      // State here is replaced whole ($state.raw); a Map or Set inside it never changes.
      'svelte/prefer-svelte-reactivity': 'off',
      // {' '} keeps a space that the formatter would move.
      'svelte/no-useless-mustaches': 'off',
    },
  },
  {
    files: ['**/*.ts', '**/*.svelte'],
    plugins: { words: plainWords },
    rules: { 'words/plain-names': 'error', 'words/short-sentences': 'error', 'words/comment-openings': 'error' },
  },
  {
    files: ['src/**/*.ts', 'src/**/*.svelte', 'workers/**/*.ts'],
    plugins: { messages: messageText },
    rules: {
      'messages/worded-messages': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // A DataType of Arrow writes itself, though its type hides that.
      '@typescript-eslint/no-base-to-string': [
        'error',
        { ignoredTypeNames: ['DataType', 'Error', 'RegExp', 'URL', 'URLSearchParams'] },
      ],
    },
  },
  {
    files: ['src/**/*.ts', 'workers/**/*.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector:
            'NewExpression[callee.name=/^(Parse|Storage|Model)Error$/] > :matches(Literal, TemplateLiteral).arguments:first-child',
          message: 'Write message`…`, which the screen puts into the language of the person.',
        },
      ],
    },
  },
);
