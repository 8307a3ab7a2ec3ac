/** What reads and writes the files of other programs, fetched together when it is first needed. */
export { exportWriter } from './write-export';
export { graphReader } from './import/graph-reader';
