import type { UrlState } from '../../url-state.ts';

/** The screen to which a name in a sentence leads. */
export interface Target {
  to: string;
  state?: UrlState;
}

export const linkTo = {
  user: (id: string): Target => ({ to: `users/${encodeURIComponent(id)}` }),
  tenant: (id: string): Target => ({ to: `tenants/${encodeURIComponent(id)}` }),
  app: (id: string): Target => ({ to: 'apps', state: { app: id } }),
  thirdPartyApp: (id: string): Target => ({ to: 'third-party-apps', state: { app: id } }),

  actor(type: string, id: string): Target | undefined {
    if (type === 'accessKey') return { to: 'access-keys', state: { text: id } };
    return type === 'managementKey' ? { to: 'management-keys' } : undefined;
  },

  /** Returns the screen of a record that an action is about. Deleted ones are nowhere. */
  record(action: string, id: string): Target | undefined {
    if (action.endsWith('Deleted')) return undefined;
    const screen = Object.entries(screens).find(([noun]) => action.startsWith(noun))?.[1];
    return screen?.(id);
  },
};

const screens: Record<string, (id: string) => Target> = {
  AccessKey: (id) => ({ to: 'access-keys', state: { text: id } }),
  ManagementKey: () => ({ to: 'management-keys' }),
  Role: () => ({ to: 'roles' }),
  Permission: () => ({ to: 'permissions' }),
  CustomAttribute: () => ({ to: 'attributes' }),
};
