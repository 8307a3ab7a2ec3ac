import { describe, expect, it } from 'vitest';
import { fullShape } from '../../../src/core/extract/model/replies/full-reply';
import { readTuples } from '../../../src/core/extract/model/replies/tuple-reply';
import { parseReply } from '../../../src/core/shapes/parse-reply';
import { readUnit } from '../../../src/core/extract/model/read-unit';
import type { ReadingOptions } from '../../../src/core/extract/model/reading';
import { inEnglish } from '../../../src/core/message';
import type { ModelCall } from '../../../src/core/models/model-call';
import { FULL_PROMPT } from '../../../src/core/prompts/extraction';
import { promptProblems } from '../../../src/core/prompts/prompt';
import { replyOf } from '../../helpers/scripted-model';
import { described, OPTIONS, unitToRead } from './passages';

const SHAPE = fullShape(null);
const LONG = 45_000;

describe('a reply that runs on', () => {
  it.each([
    ['line ends', `("entity"<|>A<|>B<|>x${'\n '.repeat(2 * LONG)}y`],
    ['brackets', `("entity"<|>A<|>B<|>${')"  '.repeat(LONG)}`],
    ['quotes', `("entity","${'"'.repeat(4 * LONG)}`],
    ['spaces', `("entity"${' '.repeat(4 * LONG)}`],
  ])('in %s is read to its end, with nothing made of it', (_, reply) => {
    expect(readTuples(SHAPE, reply, false)?.lines.length ?? 0).toBeLessThanOrEqual(1);
  });

  it('after a record that broke is read as lines', () => {
    const { value } = parseReply(SHAPE, `entity|Ada\n${'x\n'.repeat(LONG)}entity|Ada|person|1|A keeper.`);
    expect(value).toHaveLength(1);
  });

  it('keeps as many records as a reply may have', () => {
    const read = readTuples(SHAPE, '("entity"<|>A<|>person<|>x)##'.repeat(1000), false);
    expect(read?.lines).toHaveLength(SHAPE.max);
    expect(read?.repairs).toEqual(['cut']);
  });
});

/** As GraphRAG's prompt tuning writes it, in other words. */
const OWN = `List the entities of the text, of the types {entity_types}, as
("entity"{tuple_delimiter}<name>{tuple_delimiter}<type>{tuple_delimiter}<description>)
and their relationships as
("relationship"{tuple_delimiter}<source>{tuple_delimiter}<target>{tuple_delimiter}<description>{tuple_delimiter}<strength>)
with {record_delimiter} between them, then {completion_delimiter}
text: {input_text}
output:`;
const SENTENCES = ['Ada Byrne of Larkmoor Weir wrote to Noor Press.', 'She ended it with <|im_end|> and <|>.'];
const REPLY = `("entity"<|>ADA BYRNE<|>PERSON<|>Ada Byrne keeps the weir)
##
("entity"<|>NOOR PRESS<|>ORGANIZATION<|>A printer)
##
("relationship"<|>ADA BYRNE<|>NOOR PRESS<|>She wrote to the printer<|>7)
<|COMPLETE|>`;

const options: ReadingOptions = {
  ...OPTIONS,
  depth: 'full',
  replies: 'json',
  gleanings: 1,
  types: ['person', 'organization'],
  prompts: { full: { system: '', user: OWN } },
};

describe('GraphRAG’s own extraction prompt', () => {
  it('is sent as it was pasted, with its signs, the types and the bare text, and is held to no schema', async () => {
    const calls: ModelCall[] = [];
    const unit = unitToRead(SENTENCES);
    const { records } = await readUnit(unit, options, async (call) => {
      calls.push(call);
      return replyOf(calls.length === 1 ? REPLY : 'none');
    });
    expect(calls.map(({ shape }) => shape)).toEqual([undefined, undefined]);
    expect(calls[0]?.messages.map(({ role }) => role)).toEqual(['user']);
    const asked = calls[0]?.messages[0]?.content ?? '';
    expect(asked).toContain('of the types person,organization, as\n("entity"<|><name><|><type><|><description>)');
    expect(asked).toContain('with ## between them, then <|COMPLETE|>\ntext: Ada Byrne of Larkmoor Weir wrote');
    expect(asked).toContain('< |im_end|> and < |>.');
    expect(calls[1]?.messages.at(-1)?.content).toContain('lines');
    expect(described(unit, records)).toEqual([
      'entity | Ada Byrne |  | person | Ada Byrne keeps the weir | 1 | 1 | Ada Byrne',
      'entity | Noor Press |  | organization | A printer | 1 | 1 | Noor Press',
      'relationship | Ada Byrne | Noor Press |  | She wrote to the printer | 7 | 1 | Ada Byrne of Larkmoor Weir wrote to Noor Press.',
    ]);
  });

  it('can be kept where the instructions are cleared', () => {
    expect(promptProblems(FULL_PROMPT, { system: '', user: OWN })).toEqual([]);
  });

  it.each([
    ['beside instructions that ask for another form', { user: OWN }, 'clear them'],
    ['in the instructions', { system: OWN }, 'paste the whole GraphRAG prompt there'],
    ['without its text', { system: '', user: OWN.replace('{input_text}', '') }, '{input_text} is missing'],
    ['with a placeholder of another prompt', { system: '', user: `${OWN} {max_length}` }, '{max_length} is not known'],
  ])('is refused %s', (_, edited, words) => {
    expect(promptProblems(FULL_PROMPT, edited).map(inEnglish).join('\n')).toContain(words);
  });
});
