import type { Wording } from './template.ts';

export const englishWording: Wording = {
  quote: (name) => `“${name}”`,
  formerUser: (id) => `user ${id}`,
  tenant: (id) => `tenant ${id}`,
  project: 'the project’s own client',
  actors: {
    anonymous: () => 'a visitor',
    user: (name) => name,
    administrator: (name) => name,
    accessKey: (name) => `access key “${name}”`,
    managementKey: (name) => `management key “${name}”`,
    commandLine: () => 'the command line',
    system: () => 'Latchkey',
    setupLink: () => 'a visitor with a setup link',
    external: (name) => name,
  },
  actingAs: (actor, user) => `${actor} (as ${user})`,
  other: (action, hasUser) => `{actor}: ${action}${hasUser ? ' ({user})' : ''}`,
  times: (count) => `${count} times`,
  more: (count) => `and ${count} more`,
  groups: {
    UserCreated: (count) => `{actor} created ${count} users`,
    UserModified: (count) => `{actor} changed ${count} users`,
    UserDeleted: (count) => `{actor} deleted ${count} users`,
    UserInvited: (count) => `{actor} invited ${count} users`,
    Logout: (count) => `{actor} ended the sessions of ${count} users`,
  },
};
