/** The state of the screen in its address. `app` is the ID of the open application, `guide` the ID of a template. */
export const defaults = {
  ...{ app: '', tab: '', guide: '' },
  ...{ text: '', type: '', page: 1, sort: 'name', desc: false },
};
