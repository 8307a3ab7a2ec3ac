import { elementsOf, findElements, textOfElement, type MarkupElement } from '../markup/markup-tree';

/** Values of an OpenDocument form as people see them, by the ids of its controls. Buttons and passwords have none. */
export function controlValues(body: MarkupElement): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const form of findElements(body, 'forms'))
    for (const control of controlsIn(form)) {
      const value = VALUES.get(control.name)?.(control);
      if (value) values.set(control.attributes['id'] ?? '', value);
    }
  return values;
}

/** Forms hold forms, and fields within tables. */
function* controlsIn(element: MarkupElement): Generator<MarkupElement> {
  for (const child of elementsOf(element)) {
    yield child;
    yield* controlsIn(child);
  }
}

const written = (control: MarkupElement): string =>
  control.attributes['current-value'] ?? control.attributes['value'] ?? textOfElement(control);

const ticked = ({ attributes }: MarkupElement): string => {
  const state = attributes['current-state'] ?? attributes['current-selected'];
  return `${state === 'checked' || state === 'true' ? '☑' : '☐'} ${attributes['label'] ?? ''}`.trim();
};

const chosen = (list: MarkupElement): string =>
  elementsOf(list, 'option')
    .filter(({ attributes }) => attributes['current-selected'] === 'true')
    .map(({ attributes }) => attributes['label'] ?? '')
    .join(', ');

const VALUES: ReadonlyMap<string, (control: MarkupElement) => string> = new Map([
  ...['text', 'textarea', 'formatted-text', 'combobox', 'number', 'date', 'time'].map(
    (name) => [name, written] as const,
  ),
  ...['checkbox', 'radio'].map((name) => [name, ticked] as const),
  ['listbox', chosen],
]);
