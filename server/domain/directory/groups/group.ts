import { group } from '../../group.ts';
import { groupEndpoints } from './endpoints.ts';

export const userGroups = group({ name: 'directory/groups', endpoints: groupEndpoints });
