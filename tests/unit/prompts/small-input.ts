/** Default settings of a person or a run. */
export const SETTINGS = {
  types: 'person, organization, place, event, work, concept',
  language: 'the language of the passage',
  about: 'statements of fact, accusations, denials and findings about a named person, organisation, place or event',
  response_type: 'a few short paragraphs',
  instruction: '\nAnswer in one sentence.',
  knowledge: 'Use only the data.',
  max_words: '200',
  summary_words: '40',
  findings: '5',
  finding_words: '15',
  follow_ups: '3',
  count: '3',
  points: '6',
  criterion: 'relevance: which keeps closer to what the question asks',
  task: 'a comparison: ask how two things of one kind differ',
} as const;

/** Contents of documents and questions that calls fill in, in their layout. */
export const SMALL_INPUT = {
  title: 'Letters › 1911',
  names: '1 Edda Marrow\n2 Grey Point\n3 Monday',
  sentences: 's1 On Monday Edda Marrow came to Grey Point.\ns2 She kept its lighthouse for nine years.',
  pairs:
    '1. A: "Edda Marrow" (person) B: "Marrow" (person)\nA: Edda Marrow came to Grey Point.\nB: Marrow kept the lighthouse.',
  descriptions: '["Edda Marrow kept the lighthouse at Grey Point.","Keeper from 1902 to 1911."]',
  tables:
    '-----Entities-----\nid,title,description\n1,Edda Marrow,Keeper of the lighthouse.\n2,Grey Point,Place of a lighthouse.\n\n-----Relationships-----\nid,source,target,description\n1,Edda Marrow,Grey Point,Edda Marrow kept the lighthouse at Grey Point.',
  statements: '1. Text: Edda Marrow came to Grey Point in 1902.\nStatement: Edda Marrow came to Grey Point in 1903.',
  concepts: 'Edda Marrow, Grey Point, lighthouse, Corran',
  passage: 'Letters › 1911\nOn Monday Edda Marrow came to Grey Point.',
  passages: '[1] On Monday Edda Marrow came to Grey Point.\n[2] The toll of the mill at Corran was doubled.',
  relationships: '1 Edda Marrow – Grey Point: Edda Marrow kept the lighthouse at Grey Point.',
  beginning: 'Letters of the lighthouse at Grey Point, 1902 to 1911.',
  data: '-----Entities-----\nid|entity|number of relationships|description\n1|Edda Marrow|2|Keeper of the lighthouse.\n\n-----Sources-----\nid|document|text\n1|Letters|On Monday Edda Marrow came to Grey Point.',
  history:
    '-----Conversation History-----\nturn|content\nuser|Who is Edda Marrow?\nassistant|She kept the lighthouse at Grey Point.',
  report: 'Edda Marrow and Grey Point. Edda Marrow kept the lighthouse at Grey Point.',
  question: 'When did she come?',
  overall: 'Who kept the lighthouses?',
  answer: 'Edda Marrow came on a Monday.',
  text: 'On Monday Edda Marrow came to Grey Point.',
  claims: '1. Edda Marrow came to Grey Point.\n2. Edda Marrow came in 1903.',
  statement: 'Edda Marrow came on a Monday.',
  first: 'Edda Marrow came on a Monday.',
  second: 'She came to Grey Point in 1902.',
  common: 'Edda Marrow came.',
  facts: '1. Edda Marrow came to Grey Point.\n2. Edda Marrow kept its lighthouse for nine years.',
} as const;
