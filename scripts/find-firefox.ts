import { existsSync } from 'node:fs';

const USUAL_PATHS = [
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
  'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
];

/** An installed Firefox: the one named by the variable FIREFOX, or a usual place. */
export function findFirefox(): string | undefined {
  return [process.env['FIREFOX'], ...USUAL_PATHS].find((path): path is string => !!path && existsSync(path));
}
