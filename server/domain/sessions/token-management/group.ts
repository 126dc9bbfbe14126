import { group } from '../../group.ts';
import { tokenEndpoints } from './endpoints.ts';
import { mountAssertionKeyPage } from './pages.ts';

export const tokenManagement = group({
  name: 'sessions/token-management',
  endpoints: tokenEndpoints,
  pages: mountAssertionKeyPage,
});
