import { useRead } from '../../api/use-api.ts';

// The records that users can refer to. Each list is fetched when a screen first needs it.

export function useAttributes(enabled = true) {
  return useRead(['attributes', 'ofUsers'], (client) => client.management.user.getCustomAttributes(), {
    enabled,
  });
}

export function useRoles(enabled = true) {
  return useRead(['roles'], (client) => client.management.role.loadAll(), { enabled });
}

export function useApps(enabled = true) {
  return useRead(['apps', 'all'], (client) => client.management.ssoApplication.loadAll(), { enabled });
}
