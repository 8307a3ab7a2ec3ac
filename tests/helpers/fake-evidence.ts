import type { CollectionOverview } from '../../src/core/overview/overview';
import {
  NO_EVIDENCE,
  type CommunityCard,
  type Connection,
  type EntityCard,
  type Evidence,
  type PassageEvidence,
  type Passage,
} from '../../src/core/search/evidence/evidence';
import type { TextFind, TextHit } from '../../src/core/search/find/text-find';

const MINUTES = 'Lunderdale Water Board: Extracts from the Minutes, 1930 to 1936';
const REPORT = '卡罗高原岩溶水考察报告(摘要)';

/** A passage whose marks stand between `[[` and `]]`, and whose focus stands between `{{` and `}}`, where that is not the whole. */
export function passageOf(written: string, more: Partial<PassageEvidence> = {}): PassageEvidence {
  const offset = more.start ?? 1000;
  const marks: { start: number; end: number }[] = [];
  let focus: { start: number; end: number } | null = null;
  let text = '';
  let mark = 0;
  let from = 0;
  for (const part of written.split(/(\[\[|\]\]|\{\{|\}\})/u)) {
    const at = offset + text.length;
    if (part === '[[') mark = at;
    else if (part === ']]') marks.push({ start: mark, end: at });
    else if (part === '{{') from = at;
    else if (part === '}}') focus = { start: from, end: at };
    else text += part;
  }
  const end = offset + text.length;
  return {
    textUnitId: `unit-${String(offset)}`,
    documentId: 'minutes',
    documentTitle: MINUTES,
    page: null,
    headingPath: [MINUTES],
    start: offset,
    end,
    text,
    marks,
    focus: focus ?? { start: offset, end },
    head: '',
    language: 'en',
    score: 1,
    duplicates: [],
    ...more,
  };
}

export const quoteOf = (quote: string, more: Partial<Passage> = {}): Passage => ({
  document_id: 'minutes',
  start: 10,
  end: 10 + quote.length,
  documentTitle: MINUTES,
  page: null,
  quote,
  ...more,
});

export const PROSE = passageOf(
  `The Chairman laid upon the table the geologist's report in its printed form.

{{The Chief Engineer drew attention to the estimate of leakage on page 7, namely 0.29 million gallons a day at full level, which he described as a figure that any reservoir in the country might envy. [[Mr. Ibbotson asked why a report dated in June was before them only in January.]] [[The Chief Engineer replied that Dr. Oakshott had wished to revise certain passages.]] Mr. Ibbotson asked whether the lady might attend to speak to it. The Chairman thought this unnecessary, as the report spoke for itself.}}

Resolved, Mr. Ibbotson dissenting, that the Board proceed with the site at Threlby.`,
  {
    textUnitId: 'unit-prose',
    headingPath: [MINUTES, '14 January 1930'],
    page: 3,
    duplicates: [1, 2].map((at) => ({
      textUnitId: `unit-copy-${String(at)}`,
      documentId: 'copy',
      documentTitle: 'Minutes, typed copy',
      headingPath: [],
      page: 3,
      start: at,
      end: at + 1,
    })),
  },
);

export const TABLE = passageOf(
  `Tenders for the construction of Threlby Dam were opened by the Chairman.

| Contractor | Tender | Time offered |
{{| Moss & Gillow | £212,000 | 48 months |
[[| Strand & Pell | £226,750 | 42 months |]]
| Harker Brothers | £239,500 | 45 months |}}

The Chairman declared that his son-in-law was a partner in the first-named firm, and left the room.`,
  {
    textUnitId: 'unit-table',
    head: '| Contractor | Tender | Time offered |',
    headingPath: [MINUTES, '8 September 1931'],
    via: 'Threlby Dam',
  },
);

export const CHINESE = passageOf(
  '{{四月八日上午九时,水库水位五十八英尺,我们在神父落水洞投放荧光素钠二点五公斤,在圣母泉每半小时取样一次。[[四月十日中午十二时首次检出,历时五十一小时,与牧师的数字完全相同。]]同事们鼓掌,我却觉得不安:八十八年前的人用两袋谷壳就弄清楚的事,我们为什么要重做一遍?}}\n\n至四月十九日,回收率为百分之六十八。',
  {
    textUnitId: 'unit-chinese',
    documentId: 'report',
    documentTitle: REPORT,
    headingPath: [REPORT, '三、示踪试验'],
    language: 'zh',
  },
);

export const CLAUSE = passageOf(
  '{{(b) [[where the works are of such a nature that leakage may affect a spring used for drinking, the undertaker shall give notice to the owner of that spring;]]}}\n(c) in every other case, the undertaker shall keep a record.',
  {
    textUnitId: 'unit-clause',
    documentTitle:
      'An Act to consolidate the Enactments relating to Waterworks, Reservoirs and Springs in the North-Western Districts, with Schedules',
    headingPath: ['Part II', 'Duties of undertakers', 'Section 14'],
    page: 212,
    head: '14. An undertaker who constructs a reservoir shall,',
  },
);

export const RECORD = passageOf(
  '[[date: 1930-02-11\nfolio: 19\npayee: H. Oakshott (per E. Vasey)\nparticulars: Revision of report\nhead: Surveys\namount_gbp: 105.00]]',
  { textUnitId: 'unit-record', documentTitle: 'Board ledger, 1929–1938', headingPath: [] },
);

const LONG_WORDS = 'He wrote that the water would find the fault, and that no cement could stay it. '.repeat(6);
export const LONG = passageOf(
  `{{${LONG_WORDS}[[She told the Board in plain words that the reservoir would never fill.]] ${LONG_WORDS}}}\n\n${LONG_WORDS}`,
  { textUnitId: 'unit-long', documentTitle: 'Letter to the Board', headingPath: [], page: 1 },
);

export const GONE = passageOf('[[Words that nobody may see any more.]]', {
  textUnitId: 'unit-gone',
  documentId: 'gone',
  documentTitle: 'A deleted letter',
});

/** Documents of the evidence that are still here. */
export const PRESENT: ReadonlySet<string> = new Set(['minutes', 'report', 'copy']);

const OAKSHOTT: EntityCard = {
  id: 'oakshott',
  title: 'Harriet Oakshott',
  type: 'person',
  aliases: ['Dr. Oakshott', 'H. Oakshott'],
  description:
    'Geologist who surveyed the site of Threlby Dam in 1929 and advised against it. The Board printed a changed version of her report.',
  method: 'curated',
  passages: 12,
  documents: 3,
  named: true,
  isSubject: true,
  relationships: [
    {
      id: 'r1',
      otherId: 'vasey',
      other: 'Edmund Vasey',
      description: 'had her report revised against her will',
      method: 'curated',
      weight: 8,
      sentence: quoteOf('The Chief Engineer replied that Dr. Oakshott had wished to revise certain passages.', {
        page: 3,
      }),
    },
    {
      id: 'r2',
      otherId: 'dam',
      other: 'Threlby Dam',
      description: 'advised against its site',
      method: 'curated',
      weight: 6,
      sentence: quoteOf('一九二九年,女地质学家奥克肖特(Harriet Oakshott)在报告中指出,右坝肩的断层一边是页岩。', {
        document_id: 'report',
        documentTitle: REPORT,
      }),
    },
    {
      id: 'r3',
      otherId: 'board',
      other: 'Lunderdale Water Board',
      description: 'appears with',
      method: 'no-model',
      weight: 3,
      sentence: null,
    },
    {
      id: 'r4',
      otherId: 'tarrant',
      other: 'Ambrose Tarrant',
      description: 'appears with',
      method: 'no-model',
      weight: 2,
      sentence: quoteOf('Words that nobody may see any more.', { document_id: 'gone' }),
    },
  ],
  claims: [
    {
      id: 'c1',
      type: 'payment',
      description: 'Was paid half her fee in advance.',
      status: 'TRUE',
      start: '1929-02-11',
      end: '1929-02-11',
      passage: quoteOf('1929-02-11, H. Oakshott, half fee in advance'),
    },
    {
      id: 'c2',
      type: 'forgery',
      description: 'Her report was changed before it was printed.',
      status: 'SUSPECTED',
      start: '1929-06',
      end: '1930-01',
      passage: null,
    },
    {
      id: 'c3',
      type: 'opinion',
      description: 'Wanted the dam at Gaunt Bridge.',
      status: 'TRUE',
      start: null,
      end: null,
      passage: null,
    },
  ],
};

export const PLAIN_CARD: EntityCard = {
  ...OAKSHOTT,
  id: 'water',
  title: 'leakage',
  type: 'concept',
  aliases: [],
  description: '',
  method: 'no-model',
  passages: 4,
  documents: 1,
  named: false,
  relationships: OAKSHOTT.relationships.slice(2, 3),
  claims: [],
};

export const CONNECTION: Connection = {
  from: 'Harriet Oakshott',
  to: 'Aldwell Mineral Water Company',
  steps: [
    {
      relationshipId: 'r1',
      source: 'Edmund Vasey',
      target: 'Harriet Oakshott',
      description: 'had her report revised',
      sentence: quoteOf('The Chief Engineer replied that Dr. Oakshott had wished to revise certain passages.', {
        page: 3,
      }),
    },
    {
      relationshipId: 'r9',
      source: 'Edmund Vasey',
      target: 'Aldwell Mineral Water Company',
      description: 'appears with',
      sentence: quoteOf(
        'Mr. Ibbotson asked whether there was any connection between the cement and the milky appearance of the spring at Aldwell, on which he had received a letter from the Aldwell Mineral Water Company.',
      ),
    },
  ],
};

const COMMUNITY: CommunityCard = {
  community: 3,
  level: 0,
  title: 'The dam at Threlby and the report that was changed',
  summary:
    'The Board built Threlby Dam although its geologist had advised against the site. The Chief Engineer had her report revised, and the reservoir has leaked into the Lady Well ever since.',
  method: 'extractive',
  size: 14,
  members: [
    'Threlby Dam',
    'Edmund Vasey',
    'Harriet Oakshott',
    'Lunderdale Water Board',
    'Joseph Greave',
    'Amos Gillow',
    'Lady Well',
    'Aldwell',
    'Percy Dunmore',
    'Hugh Castell',
  ].map((title) => ({ id: title, title, type: 'concept' })),
  sources: [
    quoteOf('Resolved, Mr. Ibbotson dissenting, that the Board proceed with the site at Threlby.', { page: 3 }),
    quoteOf('水泥跟着水走,走到了泉里。', { document_id: 'report', documentTitle: REPORT }),
    quoteOf('The ground had accepted more cement than was foreseen.', { page: 9 }),
  ],
  score: 1,
};

export const LOCAL_EVIDENCE: Evidence = {
  ...NO_EVIDENCE,
  missing: [{ word: 'oakshot', suggestions: ['Oakshott', 'oakshotts'], searched: 'Oakshott' }],
  entities: [OAKSHOTT, PLAIN_CARD],
  connections: [CONNECTION],
  passages: [PROSE, TABLE, CHINESE, CLAUSE, LONG, RECORD, GONE],
};

export const GLOBAL_EVIDENCE: Evidence = {
  ...NO_EVIDENCE,
  communities: [
    COMMUNITY,
    {
      ...COMMUNITY,
      community: 4,
      title: '卡罗高原的岩溶水',
      method: 'curated',
      summary: '漏水的水库并不可怕,可怕的是知道它会漏的人没有机会说话。',
      size: 1,
      sources: [],
    },
    { ...COMMUNITY, community: 5, method: 'Qwen3 4B', members: [] },
  ],
};

export const DRIFT_EVIDENCE: Evidence = {
  ...GLOBAL_EVIDENCE,
  passages: [PROSE],
  leads: [
    'Who revised the report of 1929?',
    'What did the Mineral Water Company write to Mr. Ibbotson?',
    '泉水从哪里来?',
  ],
};

const place = (documentId: string, documentTitle: string, start: number, page: number | null) => ({
  textUnitId: `${documentId}-${String(start)}`,
  documentId,
  documentTitle,
  page,
  headingPath: [],
  start,
  end: start + 10,
});

const documentOf = (documentId: string, title: string, language: string, sentences: readonly string[]) => ({
  documentId,
  title,
  language,
  words: 1840,
  pages: language === 'en' ? 12 : 0,
  sentences: sentences.map((text, at) => ({
    ...place(documentId, title, at * 50, language === 'en' ? at + 1 : null),
    text,
  })),
});

const people = [
  'Edmund Vasey',
  'Harriet Oakshott',
  'Agnes Lorne',
  'Tom Garside',
  'Ambrose Tarrant',
  'Joseph Greave',
  '沈毓河',
  'Hugh Castell',
  'Percy Dunmore',
  'Ibbotson',
];

export const OVERVIEW: CollectionOverview = {
  documents: [
    documentOf('minutes', MINUTES, 'en', [
      'Resolved, Mr. Ibbotson dissenting, that the Board proceed with the site at Threlby.',
      'The ground had accepted more cement than was foreseen.',
    ]),
    documentOf('report', REPORT, 'zh', [
      '漏水的水库并不可怕,可怕的是知道它会漏的人没有机会说话。',
      '泉水的大部分已经是水库的水,镇上的人靠它吃饭已经五十年。',
    ]),
    documentOf(
      'scan',
      '001 2aba2f_scan_final_(3)_corrected_by_the_clerk_and_returned_to_the_record_office_unsigned.pdf',
      'und',
      [],
    ),
  ],
  pages: 407,
  words: 182_340,
  languages: [
    { language: 'en', documents: 2 },
    { language: 'zh', documents: 1 },
  ],
  years: { from: 1891, to: 2022 },
  people: people.map((title, at) => ({ id: title, title, passages: 40 - 3 * at })),
  places: ['Threlby', 'Lady Well', 'Aldwell', 'Priest Swallow'].map((title) => ({ id: title, title, passages: 12 })),
  organisations: [
    { id: 'board', title: 'Lunderdale Water Board', passages: 31 },
    {
      id: 'long',
      title:
        'The Royal Commission on the Metropolitan and Provincial Water Supply, Sub-Committee for the North-Western Districts',
      passages: 2,
    },
  ],
  nearDuplicates: [
    [
      { documentId: 'minutes', title: MINUTES },
      { documentId: 'copy', title: 'Minutes, typed copy' },
    ],
  ],
  damaged: [
    {
      documentId: 'scan',
      title: '001 2aba2f_scan_final.pdf',
      reason: 'Letters such as “fi” are missing from its text.',
    },
  ],
  questions: [
    'Why did the Board print a changed report?',
    'What connects Agnes Lorne and Shen Yuhe?',
    'How long did the dye take to the Lady Well?',
    'Who received the letter from the Mineral Water Company?',
    '示踪试验的结果是什么?',
  ],
};

/** A collection of many documents. */
export const LARGE_OVERVIEW: CollectionOverview = {
  ...OVERVIEW,
  documents: Array.from({ length: 200 }, (_, at) =>
    documentOf(`letter-${String(at)}`, `Letter ${String(at + 1)}`, 'en', [
      `Letter ${String(at + 1)} tells of the flood.`,
    ]),
  ),
};

export const EMPTY_OVERVIEW: CollectionOverview = {
  documents: [documentOf('one', 'A short note', 'und', [])],
  pages: 0,
  words: 12,
  languages: [],
  years: null,
  people: [],
  places: [],
  organisations: [],
  nearDuplicates: [],
  damaged: [],
  questions: [],
};

function hit(documentId: string, title: string, start: number, words: readonly [string, string, string]): TextHit {
  const [before, match, after] = words;
  return {
    ...place(documentId, title, start, documentId === 'minutes' ? 1 + Math.floor(start / 100) : null),
    before,
    match,
    after,
    headingPath: ['12 March 1935'],
  };
}

export const FIND: TextFind = {
  total: 48,
  documents: [
    {
      documentId: 'minutes',
      title: MINUTES,
      count: 45,
      hits: Array.from({ length: 8 }, (_, at) =>
        hit('minutes', MINUTES, at * 60, [
          'The Chief Engineer reported upon the ',
          'grouting',
          ' of the right abutment. The ground had accepted more cement than was foreseen.',
        ]),
      ),
    },
    {
      documentId: 'report',
      title: REPORT,
      count: 2,
      hits: [
        hit('report', REPORT, 5, [
          '主持建坝的总工程师瓦西后来花了四年时间往石灰岩里灌',
          '水泥',
          '。水泥跟着水走,走到了泉里。',
        ]),
      ],
    },
  ],
};

export const NOT_FOUND: TextFind = { total: 0, documents: [], suggestion: 'grouting' };

/** Rules of a house with two headings of their own in one passage. */
export const RULES = ((): PassageEvidence => {
  const passage = passageOf(
    '- [[Only tenants whose names stand in the lease, and their children, may live in the rooms of the house.]]\n- At most six people sleep there, and guests stay no longer than two weeks in one year.\n\n8. INSPECTIONS\n\n- [[The landlord, or somebody whom he sends with a letter of his own, may look at the rooms by day.]]\n- He says so two days before.',
    { headingPath: ['1. OCCUPANCY'], documentTitle: 'House rules' },
  );
  const at = passage.start + passage.text.indexOf('8. INSPECTIONS');
  const sections = [
    { start: passage.start, end: passage.start, path: ['1. OCCUPANCY'] },
    { start: at, end: at + '8. INSPECTIONS'.length, path: ['8. INSPECTIONS'] },
  ];
  return { ...passage, sections };
})();
