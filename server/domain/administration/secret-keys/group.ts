import { group } from '../../group.ts';

export const secretKeys = group({
  name: 'administration/secret-keys',
  tables: { secretKeys: { stays: 'belongs to the instance' } },
});
