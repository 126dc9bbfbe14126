import { group } from '../../group.ts';
import { mountApplicationsPage } from './pages.ts';

import { applicationsOfUser } from './portal.ts';

export const applications = group({
  name: 'pages/applications',
  pages: mountApplicationsPage,
  opens: { 'management.ssoApplication.loadAll': applicationsOfUser },
});
