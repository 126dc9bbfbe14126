import { useRead } from '../../api/use-api.ts';

/** What users can have, for who chooses or sees it: asked for when it is shown. */

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
