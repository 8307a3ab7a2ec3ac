/** Milliseconds in which a host must answer; the dialog names them. */
export const LOOK_WAIT = 30_000;

/** Description of an address: what can be opened there. */
export type AddressView =
  | {
      readonly kind: 'index';
      readonly name: string;
      readonly documents: number;
      /** Total size of all files. */
      readonly bytes: number;
    }
  /** `bytes` is null where the host does not send a size. */
  | { readonly kind: 'copy'; readonly bytes: number | null }
  | { readonly kind: 'tables'; readonly bytes: number | null };
