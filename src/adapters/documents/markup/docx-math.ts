import { fraction, indexed, largeOperator, power, root } from '../blocks/formula';
import { elementsOf, textOfElement, type MarkupElement } from './markup-tree';

/** Writes a formula of Office Math on one line. */
export function officeMath(element: MarkupElement): string {
  const part = (name: string): string => elementsOf(element, name).map(officeMath).join('');
  const property = (name: string, absent: string): string => {
    const found = elementsOf(element, `${element.name}Pr`).flatMap((properties) => elementsOf(properties, name))[0];
    return found ? (found.attributes['val'] ?? '') : absent;
  };
  switch (element.name) {
    case 't':
      return textOfElement(element);
    case 'f':
      return property('type', 'bar') === 'noBar' ? `${part('num')}¦${part('den')}` : fraction(part('num'), part('den'));
    case 'sSup':
      return power(part('e'), part('sup'));
    case 'sSub':
      return indexed(part('e'), part('sub'));
    case 'sSubSup':
      return power(indexed(part('e'), part('sub')), part('sup'));
    case 'sPre':
      return `${power(indexed('', part('sub')), part('sup'))}${part('e')}`;
    case 'rad':
      return root(part('e'), part('deg'));
    case 'nary':
      return `${largeOperator(property('chr', '∫'), part('sub'), part('sup'))} ${part('e')}`;
    case 'd': {
      const inside = elementsOf(element, 'e').map(officeMath).join(property('sepChr', '|'));
      return property('begChr', '(') + inside + property('endChr', ')');
    }
    case 'func':
      return `${part('fName')} ${part('e')}`;
    case 'acc':
      return part('e') + property('chr', '\u0302');
    case 'limLow':
      return indexed(part('e'), part('lim'));
    case 'limUpp':
      return power(part('e'), part('lim'));
    case 'm':
      return elementsOf(element, 'mr')
        .map((row) => elementsOf(row, 'e').map(officeMath).join(' '))
        .join('; ');
    case 'eqArr':
      return elementsOf(element, 'e').map(officeMath).join('; ');
    case 'del':
    case 'moveFrom':
      return '';
    default:
      return element.name.endsWith('Pr') ? '' : elementsOf(element).map(officeMath).join('');
  }
}
