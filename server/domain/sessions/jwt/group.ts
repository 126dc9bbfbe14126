import { group } from '../../group.ts';
import { jwtEndpoints } from './endpoints.ts';
import { mountAssertionKeyPage } from './pages.ts';

export const jwt = group({ name: 'sessions/jwt', endpoints: jwtEndpoints, pages: mountAssertionKeyPage });
