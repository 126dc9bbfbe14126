/** Of the address. `connection`: the ID of an SSO connection; empty: the default one. */
export const defaults = { tab: 'overview', text: '', page: 1, sort: 'name', desc: false, connection: '' };

export type View = typeof defaults;
