import { describe, expect, it } from 'vitest';
import { evidence as english } from '../../../../src/app/words/en/evidence';
import { explore as englishExplore } from '../../../../src/app/words/en/explore';
import { evidence as chinese } from '../../../../src/app/words/zh/evidence';
import { explore as chineseExplore } from '../../../../src/app/words/zh/explore';

describe('an edit of the graph', () => {
  it.each([
    [english.edit, englishExplore, ', '],
    [chinese.edit, chineseExplore, ' › '],
  ])('says where it is undone by the names on the screen', (edit, explore, separator) => {
    const place = [explore.label, explore.groups.tables, explore.duplicates].join(separator);
    for (const words of [edit.unmergeHint, edit.mergeText('Ada Marsh'), edit.deleteText])
      expect(words).toContain(place);
  });
});
