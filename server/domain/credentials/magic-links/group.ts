import { group } from '../../group.ts';
import { magicLinkEndpoints } from './endpoints.ts';

export const magicLinks = group({ name: 'credentials/magic-links', endpoints: magicLinkEndpoints });
