import { t } from '../../../../http/schema.ts';
import { definitionLists } from '../definition-lists.ts';
import { readFields, type Source } from './source.ts';
import { decisiveFields, fromWireUser, wireUser } from './wire-user.ts';

const record = t.object(wireUser);

/** Reads responses of Descope's management interface: `user/search`, and the lists of what users refer to. */
export const descope: Source = {
  member: 'users',
  lists: definitionLists,
  csv: { remedy: 'Save the response of POST /v1/mgmt/user/search, which has all fields' },
  read(one) {
    const warnings: string[] = [];
    const found = readFields(record, one, warnings, decisiveFields);
    if (found.test) return { skipped: 'a test user' };
    return fromWireUser(found, 'Descope', warnings);
  },
};
