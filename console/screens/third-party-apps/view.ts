/** The state of the screen in its address. `app` is the ID of the open application. */
export const defaults = { tab: 'apps', app: '', text: '', page: 1, sort: 'name', desc: false };
