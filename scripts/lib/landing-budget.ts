/** Bytes of gzipped scripts that the landing page may fetch before any click, the service worker included. */
export const LANDING_SCRIPTS = 85_500;
