import fc from 'fast-check';
import { PROPERTY_TIMES } from './property-runs';

/** Cases of a property that names no number itself. */
const USUAL = 100;

fc.configureGlobal({ numRuns: USUAL * PROPERTY_TIMES });
