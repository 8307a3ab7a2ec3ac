/** Place of the person within the book, the matrix and the timeline of Explore. */
export interface ViewsRoute {
  /** The level down to which communities are shown; null for the broadest. */
  readonly down: number | 'all' | null;
  /** Id of the document of the chosen cell, or by which the timeline is filtered. */
  readonly of: string | null;
  /** Id of the entity by which the timeline is filtered. */
  readonly about: string | null;
  /** The year that is open in the timeline. */
  readonly year: number | null;
  /** True while the matrix is shown as a table. */
  readonly table: boolean;
}

export const VIEWS_START: ViewsRoute = { down: null, of: null, about: null, year: null, table: false };

/** Lists the differences from the start, as parameters of the hash route. */
export function viewsParameters(views: ViewsRoute): readonly (readonly [string, string])[] {
  const { down, of, about, year, table } = views;
  return [
    ...(down === null ? [] : [['down', String(down)] as const]),
    ...(of === null ? [] : [['of', of] as const]),
    ...(about === null ? [] : [['about', about] as const]),
    ...(year === null ? [] : [['year', String(year)] as const]),
    ...(table ? [['table', '1'] as const] : []),
  ];
}

/** Parses the place in the views. Anything unreadable falls back to the start. */
export function parseViews(parameters: URLSearchParams): ViewsRoute {
  const down = parameters.get('down');
  return {
    down: down === 'all' ? 'all' : wholeNumber(down, /^\d{1,3}$/),
    of: parameters.get('of') || null,
    about: parameters.get('about') || null,
    year: wholeNumber(parameters.get('year'), /^\d{1,6}$/),
    table: parameters.get('table') === '1',
  };
}

const wholeNumber = (text: string | null, form: RegExp): number | null =>
  text !== null && form.test(text) ? Number(text) : null;
