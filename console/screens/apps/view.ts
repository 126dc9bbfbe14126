import { listDefaults } from '../../components/applications/application-list.tsx';

/** The state of the screen in its address. `app` is the ID of the open application, `guide` the ID of a template. */
export const defaults = { ...listDefaults, app: '', tab: '', guide: '', type: '' };
