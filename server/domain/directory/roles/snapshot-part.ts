import { type Static, t } from '../../../http/schema.ts';
import { part, readFile } from '../../snapshot-part.ts';
import { maxRoles } from './role.ts';
import { fileRole, rolesByTenant, writeRoles } from './role-file.ts';

const rolesFile = t.object({ roles: t.list(fileRole, { maxItems: maxRoles }) });

export const rolesPart = part<Static<typeof rolesFile>>({
  name: 'roles',
  paths: /^roles\.json$/,
  export: async (ctx) => ({ 'roles.json': { roles: (await rolesByTenant(ctx)).get('') ?? [] } }),
  read: (value) => readFile(rolesFile, value),
  pathOf: () => 'roles.json',
  write: ({ ctx }, { roles }, current) => writeRoles(ctx, '', roles, current?.roles ?? []),
});
