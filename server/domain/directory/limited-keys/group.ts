import { group } from '../../group.ts';

export const limitedKeys = group({ name: 'directory/limited-keys' });
