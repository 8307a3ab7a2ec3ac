/** The overview without documents whose deletion can still be undone. */
export { overviewWithout } from '../../core/overview/overview-without';
