import { afterEach, expect, test } from 'vitest';
import { readColours } from '../../../src/ui/explore/page-colours';
import '../../../src/ui/tokens.css';
import { setTheme } from './axe-findings';

afterEach(() => delete document.documentElement.dataset['theme']);

test('a canvas gets the colours of the theme that a person chose, as values that it can paint', () => {
  const read = () => readColours((colour) => [colour('--paper'), colour('--ink')]);
  setTheme('light');
  expect(read()).toEqual(['rgb(250, 248, 243)', 'rgb(33, 30, 25)']);
  setTheme('dark');
  expect(read()).toEqual(['rgb(23, 21, 18)', 'rgb(236, 230, 218)']);
});
