import { smallWorld, type SmallWorld } from './small-world';

/** A small coast with a lighthouse, a company and a quarrel, told in four documents, one of them Chinese. */
export const HARBOUR_WORLD: SmallWorld = {
  documents: [
    {
      id: 'light',
      title: 'The Lighthouse at Grey Point',
      pages: [0, 1, 2],
      paragraphs: [
        'The lighthouse at Grey Point was designed by Edda Marrow in 1871. It stands forty metres above the sea. Ships from the north steer by its white flash.',
        'The lamp burns rape-seed oil. Its keeper, Tobias Fenn, wrote a daily log for thirty years. The log records every storm and every wreck on the reef.',
        'In the storm of March 1889 the schooner Halcyon struck the reef. Tobias Fenn rowed out alone and saved nine sailors. The Harbour Company gave him a silver watch.',
      ],
    },
    {
      id: 'marrow',
      title: 'Notes on an Engineer',
      paragraphs: [
        'Edda Marrow was born in the mill town of Corran. Her father kept the lock on the canal. She learned drawing from a retired surveyor.',
        'She died in Lisbon in 1902 after a long illness. Her drawings are kept in the museum of Corran.',
        'Her pupil Jonas Pell built the iron bridge over the Aune. He later quarrelled with the council about its paint.',
      ],
    },
    {
      id: 'company',
      title: 'Accounts of the Harbour Company',
      paragraphs: [
        'The Harbour Company was founded in 1850 by Clara Voss. It collected a toll from every ship. The toll paid for the lighthouse at Grey Point.',
        'Fishermen called the toll unfair and refused to pay it in 1893. The council took their side. Clara Voss lowered the toll by half.',
        'The company sold its wharf to the railway in 1910. The railway closed the harbour for two winters.',
      ],
    },
    {
      id: 'zh',
      title: '灰角灯塔',
      language: 'zh',
      paragraphs: [
        '灰角灯塔由艾达·马罗于1871年设计。灯塔高四十米，矗立在海边。北方来的船只靠它的白光航行。',
        '守塔人托比亚斯·芬恩每天写日志。一八八九年三月的风暴中，他独自划船救起九名水手。',
      ],
    },
  ],
  entities: [
    { title: 'Edda Marrow', type: 'person', aliases: ['Marrow'] },
    { title: 'Grey Point', type: 'place' },
    { title: 'Tobias Fenn', type: 'person', aliases: ['Fenn'] },
    { title: 'Harbour Company', type: 'organization' },
    { title: 'Clara Voss', type: 'person' },
    { title: 'Corran', type: 'place' },
    { title: 'Jonas Pell', type: 'person' },
    { title: 'Halcyon', type: 'ship' },
    { title: '灰角灯塔', type: 'place' },
    { title: '托比亚斯·芬恩', type: 'person' },
  ],
  communities: [
    {
      community: 0,
      level: 0,
      parent: -1,
      members: ['Edda Marrow', 'Grey Point', 'Tobias Fenn', 'Harbour Company', 'Clara Voss', 'Corran', 'Jonas Pell'],
      report: {
        title: 'The coast and its people',
        rank: 6,
        findings: ['Ships from the north steer by its white flash.'],
      },
    },
    {
      community: 1,
      level: 1,
      parent: 0,
      members: ['Edda Marrow', 'Corran', 'Jonas Pell', 'Grey Point', 'Tobias Fenn'],
      report: {
        title: 'Edda Marrow and the lighthouse',
        rank: 8,
        findings: [
          'The lighthouse at Grey Point was designed by Edda Marrow in 1871.',
          'Edda Marrow was born in the mill town of Corran.',
        ],
      },
    },
    {
      community: 2,
      level: 1,
      parent: 0,
      members: ['Harbour Company', 'Clara Voss'],
      report: {
        title: 'The toll of the Harbour Company',
        rank: 5,
        findings: [
          'Fishermen called the toll unfair and refused to pay it in 1893.',
          'The Harbour Company was founded in 1850 by Clara Voss.',
        ],
      },
    },
    { community: 3, level: 2, parent: 2, members: ['Clara Voss'] },
  ],
};

export const harbour = () => smallWorld(HARBOUR_WORLD);
