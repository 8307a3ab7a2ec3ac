import { describe, expect, it } from 'vitest';
import { answerTo, indexOf } from './ask';
import { harbour } from './harbour';
import { smallWorld } from './small-world';

const reasonOf = async (question: string, index = indexOf(harbour())): Promise<string> =>
  (await answerTo(index, { question })).trace.reason;

describe('the reason for Local', () => {
  it('names what was typed and whom it stands for', async () => {
    expect(await reasonOf('When did Marrow die?')).toContain('the question names Marrow (Edda Marrow)');
    expect(await reasonOf("Where are Marrow's drawings?")).toContain('the question names Marrow (Edda Marrow)');
  });

  it('says a title once', async () => {
    expect(await reasonOf('When did Edda Marrow die?')).toContain('the question names Edda Marrow.');
  });

  it('does so in Chinese', async () => {
    const index = indexOf(
      smallWorld({
        documents: [{ id: 'zh', title: '记', language: 'zh', paragraphs: ['罗老师名叫罗雁宁。她教地质。'] }],
        entities: [{ title: '罗雁宁', type: 'person', aliases: ['罗老师'] }],
      }),
    );
    expect(await reasonOf('罗老师教什么？', index)).toContain('names 罗老师 (罗雁宁)');
  });
});
