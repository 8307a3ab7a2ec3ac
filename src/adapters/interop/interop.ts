/** Reader and writer of the files of other programs, fetched together when first needed. */
export { exportWriter } from './write-export';
export { graphReader } from './import/graph-reader';
