/** The view state in the address. */
export const defaults = { tab: 'users', text: '', page: 1, sort: '', desc: false };

export const pageSize = 25;
