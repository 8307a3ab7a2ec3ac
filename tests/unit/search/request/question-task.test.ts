import { describe, expect, it } from 'vitest';
import { questionTask } from '../../../../src/core/search/request/question-task';
import LISTS from '../../../../src/core/search/request/question-words.json';
import TASKS from '../../../../src/core/search/request/task-words.json';

const taskOf = (typed: string, language: string, scope: 'whole' | 'specific' = 'whole') =>
  questionTask({ typed, language, scope });

describe('the task of a question on the whole', () => {
  it.each([
    ['What contradictions are there between the documents?', 'en', 'contradictions'],
    ['Where do the sources disagree?', 'en', 'contradictions'],
    ['Make a timeline of the key events', 'en', 'timeline'],
    ['Summarise the events', 'en', 'timeline'],
    ['Summarize the whole story in five sentences', 'en', 'summary'],
    ['Fasse alle Dokumente zusammen', 'de', 'summary'],
    ['Quelles sont les contradictions ?', 'fr', 'contradictions'],
    ['这些文档之间有什么矛盾？', 'zh', 'contradictions'],
    ['请总结所有文档', 'zh', 'summary'],
    ['年表を教えてください', 'ja', 'timeline'],
  ])('%s (%s) is %s', (typed, language, task) => {
    expect(taskOf(typed, language)).toBe(task);
  });

  it('is none where no view does it, where it has a subject, and in a language without words for it', () => {
    expect(taskOf('What are the main themes?', 'en')).toBeUndefined();
    expect(taskOf('Summarise the quarrel about the toll', 'en', 'specific')).toBeUndefined();
    expect(taskOf('Tóm tắt tài liệu', 'vi')).toBeUndefined();
  });

  it('is named by words that say what to do with the texts', () => {
    for (const [language, tasks] of Object.entries(TASKS)) {
      const known = new Set(
        Object.entries(LISTS).flatMap(([own, { task }]) => (own === language ? task.split(' ') : [])),
      );
      const words = Object.values(tasks).flatMap((list) => list.split(' '));
      expect([language, words.filter((word) => !known.has(word))]).toEqual([language, []]);
    }
  });
});
