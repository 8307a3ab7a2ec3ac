import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { sha256Text } from '../../src/core/ids';

describe('the hash of a text', () => {
  it.each([
    ['nothing', ''],
    ['a short text', 'Lady Well, 1899 — 青泉'],
    ['a long text', 'Lady Well, 1899 — 青泉 '.repeat(5000)],
    ['a text at the border of the shared buffer', '青'.repeat((1 << 15) / 3)],
    ['half a character', '\ud800'],
  ])('is the SHA-256 of its UTF-8, of %s too', (_, text) => {
    expect(sha256Text(text)).toBe(createHash('sha256').update(text, 'utf8').digest('hex'));
  });

  it('does not see what was hashed before', () => {
    const alone = sha256Text('short');
    sha256Text('a text that is much longer');
    expect(sha256Text('short')).toBe(alone);
  });
});
