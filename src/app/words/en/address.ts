import { count } from '../numbers';

/** Opening what somebody has laid on a static host, and what is read from there. */
export const address = {
  title: 'Open from an address',
  about:
    'Opens a published index, a saved copy or a folder of GraphRAG tables from a web host. Nothing is written there. Your questions and conversations stay in this browser.',
  label: 'Address',
  hint: 'A whole address, or a path on this site. A folder ends with a slash.',
  look: 'Look',
  looking: (seconds: number) => `Looking, for ${count(seconds)} seconds at most…`,
  open: 'Open',
  opening: 'Opening the collection',
  allow: (host: string) => `Allow ${host}`,
  consent: {
    title: (host: string) => `Read files from ${host}?`,
    asked: (host: string) => `Nothing has been asked of ${host} yet.`,
    reveals:
      'If you allow it, the host learns your network address and which parts of which files are read: at first an overview, then with each question the parts that it needs. It never gets the question, an answer or a document of yours, but from the parts it may guess what a question is about.',
    withdraw: 'Each request is counted under Settings, Privacy. There you can withdraw this.',
    plain: 'The connection is not encrypted: anybody in the same network can read along.',
  },
  found: {
    index: (name: string, documents: number, size: string) =>
      `“${name}”: ${count(documents)} documents, ${size} in all. Each question fetches a part of it. What was fetched works offline.`,
    copy: (size: string) => `A file of ${size}. All of it will be fetched, and becomes a collection of its own.`,
    copyUnknown:
      'A file. All of it will be fetched, and becomes a collection of its own; the host does not tell how large it is.',
    tables: (size: string) =>
      `GraphRAG tables of ${size}. All of them will be fetched, and become a collection of its own.`,
    tablesUnknown:
      'GraphRAG tables. All of them will be fetched, and become a collection of its own; the host does not tell how large they are.',
    again: 'What was opened from here before is opened again, as it is in this browser.',
  },
  fetched: (size: string) => `${size} fetched`,
  fetchedOf: (size: string, total: string) => `${size} of ${total} fetched`,
  stopped: 'Stopped.',
  stoppedOpening: 'Stopped. Nothing was added.',
  start: {
    holds: (documents: number, size: string, host: string) =>
      `${count(documents)} documents on ${host}, ${size} in all. None of them is here yet.`,
    ask: 'Ask a question: it fetches the parts that it needs, and these stay here. Explore then shows what was fetched.',
  },
  banner: {
    label: 'Hosted index',
    state: (host: string, here: number, documents: number, fetched: string, size: string) =>
      `From ${host}: ${count(here)} of ${count(documents)} documents are here, ${fetched} of ${size} fetched.`,
    about:
      'Each question fetches the parts that it needs. What is here works offline. The index can only be read: adding, deleting and indexing are off. Your questions and conversations stay in this browser.',
    closed: (host: string) => `Nothing more is fetched: you have not allowed ${host}, or sealed mode is on.`,
    allow: 'Allow it…',
    readOnly: 'This index is read from its host. It can only be read.',
    notAdded:
      'Nothing was added: this index is read from its host and can only be read. Make a collection of your own under Collection options, and add the documents there.',
    copied: 'The link to this index is copied.',
    link: (link: string) => `The browser did not allow copying. The link is ${link}`,
  },
  privacy: {
    title: 'Hosts that files are read from',
    about:
      'You allowed these hosts. They learn your network address and which parts of their files are read, never your questions, answers or documents. From the parts, a host may guess what a question is about.',
    sealed: 'Sealed mode is on, so none of them is asked.',
    purpose: 'parts of files of an index you opened',
    withdraw: 'Withdraw',
    withdrawOne: (host: string) => `Withdraw the permission for ${host}`,
    withdrawing: 'Withdrawing the permission',
  },
  outside: {
    label: 'What leaves this machine',
    sendsHint: (hosts: string) =>
      `You allowed Burrow to send passages of your documents to ${hosts}. Settings shows what was sent and lets you withdraw it.`,
    sends: (hosts: string) => `Passages may go to ${hosts}`,
    readsHint: (hosts: string) =>
      `Parts of files were asked of ${hosts} since you opened this page. No question or document was sent. Settings shows each request.`,
    reads: (hosts: string) => `Reads files from ${hosts}`,
  },
};
