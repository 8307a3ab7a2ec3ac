/**
 * Permissions of Burrow's pages and workers, as a Content-Security-Policy. The service worker adds it to every
 * response, worker scripts included; index.html carries it too, as far as a meta element can.
 */
const DIRECTIVES = {
  'default-src': "'none'",
  'script-src': "'self' 'wasm-unsafe-eval'",
  'worker-src': "'self'",
  'connect-src': "'self'",
  'img-src': "'self' data: blob:",
  'style-src': "'self' 'unsafe-inline'", // Svelte sets style attributes
  'font-src': "'self'",
  'manifest-src': "'self'",
  'media-src': "'none'",
  'object-src': "'none'",
  'frame-src': "'none'",
  'base-uri': "'self'",
  'form-action': "'none'",
} as const;

export const META_POLICY = Object.entries(DIRECTIVES)
  .map(([name, values]) => `${name} ${values}`)
  .join('; ');

/** `frame-ancestors` is understood in a header only. */
export const HEADER_POLICY = `${META_POLICY}; frame-ancestors 'none'`;
