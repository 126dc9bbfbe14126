import { group } from '../../group.ts';
import { enchantedLinkEndpoints } from './endpoints.ts';

export const enchantedLinks = group({
  name: 'credentials/enchanted-links',
  endpoints: enchantedLinkEndpoints,
});
