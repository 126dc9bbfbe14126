import type { Client, CustomAttribute, Result } from '../../../client/client.ts';

/** The kind of record that has the attributes. */
export type Owner = 'users' | 'apps';

/** An attribute definition as it is sent to the API. */
export type NewAttribute = Pick<CustomAttribute, 'name' | 'type'> & Partial<CustomAttribute>;

interface Calls {
  key: string[];
  load(client: Client): Promise<Result<CustomAttribute[]>>;
  /** Overwrites an existing definition. */
  define(client: Client, attribute: NewAttribute): Promise<Result<CustomAttribute[]>>;
  remove(client: Client, name: string): Promise<Result<CustomAttribute[]>>;
}

export const calls: Record<Owner, Calls> = {
  users: {
    key: ['attributes', 'ofUsers'],
    load: (client) => client.management.user.getCustomAttributes(),
    define: (client, attribute) => client.management.user.createCustomAttributes([attribute]),
    remove: (client, name) => client.management.user.deleteCustomAttributes([name]),
  },
  apps: {
    key: ['attributes', 'ofApps'],
    load: (client) => client.management.ssoApplication.loadCustomAttributes(),
    define: (client, attribute) => client.management.ssoApplication.createCustomAttributes([attribute]),
    remove: (client, name) => client.management.ssoApplication.deleteCustomAttributes([name]),
  },
};
