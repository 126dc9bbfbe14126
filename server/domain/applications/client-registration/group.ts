import { group } from '../../group.ts';
import { mountClientRegistration } from './pages.ts';

export const clientRegistration = group({
  name: 'applications/client-registration',
  jsonPages: mountClientRegistration,
});
