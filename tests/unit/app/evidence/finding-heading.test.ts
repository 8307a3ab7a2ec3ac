import { expect, it } from 'vitest';
import { findingHeading } from '../../../../src/app/evidence/finding-heading';

it.each([
  ['The mill stood empty', 'But the mill stood empty.', 'The mill stood empty'],
  ['The mill at Arden stood…', 'But the mill at Arden stood empty for nine years.', ''],
  ['Agnes Holt sold…', 'The mill stood empty.', 'Agnes Holt sold…'],
])('heads a finding with %j over %j by %j', (summary, explanation, heading) => {
  expect(findingHeading({ summary, explanation })).toBe(heading);
});
