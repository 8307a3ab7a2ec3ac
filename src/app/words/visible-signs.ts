/** Texts of documents as a screen shows them. */
export { textPieces, visibleSigns } from '../../core/text/visible-signs';
