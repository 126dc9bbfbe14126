import { group } from '../../group.ts';
import { mountApplicationsPage } from './pages.ts';

export const applications = group({ name: 'pages/applications', pages: mountApplicationsPage });
