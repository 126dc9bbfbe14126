import { listDefaults } from '../../components/applications/application-list.tsx';

/** The state of the screen in its address. `app` is the ID of the open application. */
export const defaults = { ...listDefaults, tab: 'apps', app: '' };
