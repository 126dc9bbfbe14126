/** The view state in the address. `where` is empty for all roles, `project`, or the ID of a tenant. */
export const defaults = { text: '', where: '', page: 1, sort: 'name', desc: false };

export const pageSize = 25;
