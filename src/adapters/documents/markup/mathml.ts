import { fraction, indexed, largeOperator, power, root } from '../blocks/formula';
import { elementsOf, textOfElement, type MarkupElement } from './markup-tree';

/** Writes a formula in MathML on one line. Annotations, such as its source in TeX, are left out. */
export function mathText(element: MarkupElement): string {
  const parts = elementsOf(element);
  const part = (at: number): string => (parts[at] ? mathText(parts[at]) : '');
  const all = (): string => parts.map(mathText).join('');
  switch (element.name) {
    case 'mfrac':
      return fraction(part(0), part(1));
    case 'msqrt':
      return root(all());
    case 'mroot':
      return root(part(0), part(1));
    case 'msup':
      return power(part(0), part(1));
    case 'msub':
      return indexed(part(0), part(1));
    case 'msubsup':
      return power(indexed(part(0), part(1)), part(2));
    case 'munderover':
      return largeOperator(part(0), part(1), part(2));
    case 'munder':
      return indexed(part(0), part(1));
    case 'mover':
      return power(part(0), part(1));
    case 'semantics':
      return part(0);
    case 'annotation':
    case 'annotation-xml':
    case 'mphantom':
      return '';
    case 'mtr':
      return `${parts.map(mathText).join(' ')}; `;
    case 'mo':
    case 'mi':
    case 'mn':
    case 'mtext':
      return textOfElement(element).trim();
    default:
      return all();
  }
}
