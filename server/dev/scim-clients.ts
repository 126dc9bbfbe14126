import type { SimulatedUser } from './users.ts';

// Provisions as the SCIM clients of Okta and of Entra ID do, in their order and with their peculiarities. Both remember the IDs of what they
// have created; this one looks them up.

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A request to a SCIM server, with its response. */
export interface Exchange {
  method: Method;
  path: string;
  body?: object | undefined;
  status: number;
  /** The body of the response. Empty: there was none. */
  response: string;
}

/** Sends a request below the base URL, and keeps it for the page. */
export type Send = (method: Method, path: string, body?: object) => Promise<Exchange>;

export const actions = {
  create: 'Create',
  update: 'Update',
  deactivate: 'Deactivate',
  reactivate: 'Reactivate',
  delete: 'Delete',
  push: 'Push the group with these users',
  leave: 'Remove these users from the group',
  deleteGroup: 'Delete the group',
} as const;
export type Action = keyof typeof actions;

export interface Task {
  action: Action;
  users: SimulatedUser[];
  group: string;
}

interface Person {
  user: SimulatedUser;
  userName: string;
  givenName: string;
  familyName: string;
}

/** The steps in which two clients differ. */
export interface Client {
  title: string;
  quirks: string;
  find(send: Send, kind: 'Users' | 'Groups', name: string): Promise<Exchange>;
  create(person: Person): object;
  update(send: Send, id: string, person: Person): Promise<unknown>;
  setActive(send: Send, id: string, isActive: boolean): Promise<unknown>;
  /** Deletes a user, or does what the client does instead. */
  remove(send: Send, id: string): Promise<unknown>;
  push(send: Send, group: { id: string | undefined; name: string }, memberIds: string[]): Promise<unknown>;
  leave(send: Send, groupId: string, memberIds: string[]): Promise<unknown>;
}

const core = 'urn:ietf:params:scim:schemas:core:2.0';
const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
const patchOf = (...Operations: object[]) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations,
});
const members = (ids: string[]) => ids.map((value) => ({ value }));
const department = 'Research';

const okta: Client = {
  title: 'Okta',
  quirks:
    'Replaces a whole user with PUT, changes the status without a path, and deactivates instead of deleting.',
  find: (send, kind, name) => send('GET', `/${kind}?${filter(kind, name)}&startIndex=1&count=100`),
  create: (person) => ({
    schemas: [`${core}:User`],
    ...oktaProfile(person),
    externalId: `00u${person.user.id}`,
    groups: [],
    active: true,
  }),
  async update(send, id, person) {
    await send('GET', `/Users/${id}`);
    await send('PUT', `/Users/${id}`, {
      schemas: [`${core}:User`, enterprise],
      id,
      ...oktaProfile(person),
      externalId: `00u${person.user.id}`,
      active: true,
      [enterprise]: { department },
    });
  },
  async setActive(send, id, active) {
    await send('GET', `/Users/${id}`);
    await send('PATCH', `/Users/${id}`, patchOf({ op: 'replace', value: { active } }));
  },
  remove: (send, id) => okta.setActive(send, id, false),
  async push(send, { id, name }, memberIds) {
    if (id === undefined) {
      await send('POST', '/Groups', {
        schemas: [`${core}:Group`],
        displayName: name,
        members: members(memberIds),
      });
      return;
    }
    await send('PATCH', `/Groups/${id}`, patchOf({ op: 'replace', value: { id, displayName: name } }));
    await send('PATCH', `/Groups/${id}`, patchOf({ op: 'add', path: 'members', value: members(memberIds) }));
  },
  async leave(send, groupId, memberIds) {
    for (const id of memberIds)
      await send('PATCH', `/Groups/${groupId}`, patchOf({ op: 'remove', path: `members[value eq "${id}"]` }));
  },
};

function oktaProfile({ user, userName, givenName, familyName }: Person): object {
  return {
    userName,
    name: { givenName, familyName },
    ...(user.email && { emails: [{ primary: true, value: user.email, type: 'work' }] }),
    displayName: user.name,
    locale: 'en-US',
  };
}

const entra: Client = {
  title: 'Entra ID',
  quirks:
    'Writes operations in capitals and booleans as text, changes attributes one by one, and removes members with a list of values.',
  find: (send, kind, name) =>
    send('GET', `/${kind}?${kind === 'Groups' ? 'excludedAttributes=members&' : ''}${filter(kind, name)}`),
  create: ({ user, userName, givenName, familyName }) => ({
    schemas: [`${core}:User`, enterprise],
    externalId: user.id,
    userName,
    active: true,
    displayName: user.name,
    ...(user.email && { emails: [{ primary: true, type: 'work', value: user.email }] }),
    meta: { resourceType: 'User' },
    name: { formatted: user.name, givenName, familyName },
    roles: [],
  }),
  async update(send, id, { user, givenName, familyName }) {
    const changes: object[] = [
      { op: 'Replace', path: 'displayName', value: user.name },
      { op: 'Add', path: 'name.givenName', value: givenName },
      { op: 'Add', path: 'name.familyName', value: familyName },
      { op: 'Add', path: `${enterprise}:department`, value: department },
    ];
    if (user.email) changes.push({ op: 'Replace', path: 'emails[type eq "work"].value', value: user.email });
    await send('PATCH', `/Users/${id}`, patchOf(...changes));
  },
  setActive: (send, id, isActive) =>
    send(
      'PATCH',
      `/Users/${id}`,
      patchOf({ op: 'Replace', path: 'active', value: isActive ? 'True' : 'False' }),
    ),
  remove: (send, id) => send('DELETE', `/Users/${id}`),
  async push(send, { id, name }, memberIds) {
    let groupId = id;
    if (groupId === undefined) {
      const created = await send('POST', '/Groups', {
        schemas: [`${core}:Group`],
        externalId: `group-${name}`,
        displayName: name,
        meta: { resourceType: 'Group' },
      });
      groupId = idIn(created);
    }
    if (groupId === undefined || memberIds.length === 0) return;
    await send(
      'PATCH',
      `/Groups/${groupId}`,
      patchOf({ op: 'Add', path: 'members', value: members(memberIds) }),
    );
  },
  leave: (send, groupId, memberIds) =>
    send(
      'PATCH',
      `/Groups/${groupId}`,
      patchOf({ op: 'Remove', path: 'members', value: members(memberIds) }),
    ),
};

export const clients = { okta, entra };
export type ClientName = keyof typeof clients;

/** Carries out a task. Ends early where the client cannot continue: the exchanges show why. */
export async function provision(client: Client, send: Send, { action, users, group }: Task): Promise<void> {
  const ids: string[] = [];
  for (const user of users) {
    const person = personOf(user);
    const id = foundIn(await client.find(send, 'Users', person.userName));
    if (id !== undefined) ids.push(id);
    if (action === 'create' && id === undefined) await send('POST', '/Users', client.create(person));
    else if (id === undefined) continue;
    else if (action === 'update') await client.update(send, id, person);
    else if (action === 'deactivate' || action === 'reactivate' || action === 'create')
      await client.setActive(send, id, action !== 'deactivate');
    else if (action === 'delete') await client.remove(send, id);
  }
  if (action !== 'push' && action !== 'leave' && action !== 'deleteGroup') return;
  const groupId = foundIn(await client.find(send, 'Groups', group));
  if (action === 'push') await client.push(send, { id: groupId, name: group }, ids);
  else if (groupId === undefined) return;
  else if (action === 'leave') await client.leave(send, groupId, ids);
  else await send('DELETE', `/Groups/${groupId}`);
}

function personOf(user: SimulatedUser): Person {
  const [givenName = '', ...rest] = user.name.split(' ');
  return { user, userName: user.email || user.nameId, givenName, familyName: rest.join(' ') };
}

function filter(kind: 'Users' | 'Groups', name: string): string {
  const attribute = kind === 'Users' ? 'userName' : 'displayName';
  return `filter=${encodeURIComponent(`${attribute} eq ${JSON.stringify(name)}`)}`;
}

function foundIn({ response }: Exchange): string | undefined {
  const { Resources: [first] = [] } = parsed(response) as { Resources?: { id?: string }[] };
  return first?.id;
}

function idIn({ response }: Exchange): string | undefined {
  return (parsed(response) as { id?: string }).id;
}

function parsed(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
