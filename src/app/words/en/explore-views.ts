import { count, counted } from '../numbers';

/** Words that the book, the matrix, the timeline and the tables of Explore share. */
export const views = {
  level: 'Level of detail',
  top: 'Top topics',
  downTo: (level: number) => `Down to level ${count(level)}`,
  all: 'All levels',
  exporting: 'Exporting',
  exported: (done: number, total: number) => `${count(done)} of ${count(total)}`,
};

/** The community reports as a book. */
export const book = {
  label: 'Book',
  loading: 'Loading the contents',
  contents: 'Contents',
  reports: 'Reports',
  place: (at: number, reports: number) => `Report ${count(at)} of ${count(reports)}`,
  gone: 'This report is no longer here.',
  save: 'Export as Markdown',
  saving: 'Exporting the reports',
  fileName: (collection: string) => `${collection}: reports`,
  print: (reports: number) => `Print ${counted(reports, 'loaded report')}`,
  printHint: 'Prints the reports that you have turned to so far. The export holds all of the level.',
};

/** The tree of summaries. */
export const summaries = {
  label: 'Tree of summaries',
  loading: 'Loading the summaries',
  about:
    'Passages that belong together by their words, summed up layer by layer. Open a summary for what it rests on, down to sentences of your documents.',
  layer: (layer: number) => `Layer ${count(layer)}`,
  leaves: (leaves: number) => `rests on ${counted(leaves, 'passage')}`,
  writing: 'The model is writing this summary…',
  doing: 'Writing the summary',
  anew: 'Make the tree anew…',
  anewHint: 'Groups the passages as they are now, by the present settings. You see the price first.',
};

/** Documents by communities. */
export const matrix = {
  label: 'Matrix',
  loading: 'Counting the passages',
  opening: 'Opening the cell',
  about:
    'A passage counts for a community where it connects two of its members. The stronger the colour, the larger the share of the document.',
  keys: 'Arrow keys go from cell to cell, with Control to the next filled one. Enter opens a cell, a document or a report.',
  grid: (documents: number, communities: number) =>
    `${counted(documents, 'document')}, ${counted(communities, 'community', 'communities')}`,
  picture: 'Picture',
  table: 'Table',
  form: 'Show as',
  document: 'Document',
  community: 'Community',
  passages: 'Passages',
  share: 'Share',
  cell: (passages: number, all: number, share: string) => `${count(passages)} of ${counted(all, 'passage')} (${share})`,
  none: 'No passage',
  noCommunities: 'No communities yet. They appear once two names are mentioned together.',
  cells: (first: number, last: number, total: number) => `Cells ${count(first)}–${count(last)} of ${count(total)}`,
  openCell: (document: string, community: string) => `${document}: ${community}`,
  listed: (passages: number) => counted(passages, 'passage'),
  pair: (one: string, other: string) => `${one} – ${other}`,
  more: (left: number) => `Show more (${count(left)} left)`,
  close: 'Close',
  page: (page: number) => `p. ${count(page)}`,
};

/** Words of the timeline. */
export const timeline = {
  label: 'Timeline',
  loading: 'Reading the dates',
  opening: 'Opening the year',
  sources:
    'Dates come from claims, from the texts, in words or in numbers where they are certain, and from fields of documents that are a date. A period stands at its first year.',
  none: 'Nothing here has a certain date.',
  noneHere: 'Nothing that passes the filter has a certain date.',
  bring: '“Index with a model”, with Claims switched on, reads claims with their dates.',
  years: (years: number) => counted(years, 'year'),
  counts: (claims: number, passages: number, fields: number) =>
    [
      claims > 0 ? counted(claims, 'claim') : '',
      passages > 0 ? counted(passages, 'date in texts', 'dates in texts') : '',
      fields > 0 ? counted(fields, 'document') : '',
    ]
      .filter(Boolean)
      .join(', '),
  kinds: { claim: 'Claim', passage: 'Date in the text', field: 'Field of the document' },
  field: (name: string) => `Field “${name}”`,
  more: (left: number) => `Show more (${count(left)} left)`,
  document: 'Document',
  entity: 'Entity',
  byDocument: 'Filter by document…',
  byEntity: 'Filter by entity…',
  chooseDocument: 'Show the dates of a document',
  chooseEntity: 'Show the dates of an entity',
  filter: 'Filter',
  without: (kind: string, title: string) => `${kind}: ${title} ✕`,
  unknown: (name: string) => `Nothing is called “${name}”.`,
};
