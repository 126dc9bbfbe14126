import { group } from '../../group.ts';
import { continueDeletions } from './delete-project.ts';
import { instanceEndpoints } from './endpoints.ts';

export const instance = group({
  name: 'administration/instance',
  endpoints: instanceEndpoints,
  sweep: continueDeletions,
});
