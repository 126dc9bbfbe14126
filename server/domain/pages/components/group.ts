import { group } from '../../group.ts';
import { mountComponents } from './pages.ts';
import { themeEndpoints } from './theme/endpoints.ts';

export const components = group({
  name: 'pages/components',
  endpoints: themeEndpoints,
  pages: mountComponents,
});
