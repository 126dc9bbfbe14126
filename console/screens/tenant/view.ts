/** The view state in the address. `connection` is the ID of an SSO connection; empty means the default connection. */
export const defaults = { tab: 'overview', text: '', page: 1, sort: 'name', desc: false, connection: '' };

export type View = typeof defaults;
