import { startWorker, transfer } from '../src/channel';
import { createMentionFinders } from '../src/core/extract/find-mentions';
import type { MentionFinder } from '../src/core/ports/documents';

startWorker((): MentionFinder => {
  const finders = createMentionFinders();
  return {
    find: async (batch, options) => {
      const result = await finders.find(batch, options);
      const columns = [result.sentence, result.start, result.end, result.title];
      return transfer(
        result,
        columns.map(({ buffer }) => buffer),
      );
    },
  };
});
