import { searchRoles } from '../../domain/directory/roles/search-roles.ts';
import { roleToWire } from '../../domain/directory/roles/wire.ts';
import { loadTenant } from '../../domain/directory/tenants/load-tenant.ts';
import { enterProject, withService } from '../open.ts';
import { type OutputOptions, printJson, printLine, printTable } from '../output.ts';
import type { Terminal } from '../terminal.ts';

interface ListOptions extends OutputOptions {
  project: string;
  tenant?: string;
  text?: string;
}

export async function listRoles(
  terminal: Terminal,
  { project, tenant, text, json }: ListOptions,
): Promise<void> {
  const roles = await withService(terminal, async (service) => {
    const ctx = await enterProject(service, project);
    if (tenant !== undefined) await loadTenant(ctx, tenant);
    return searchRoles(ctx, {
      ...(tenant !== undefined && { tenantIds: [tenant] }),
      ...(text !== undefined && { nameParts: [text] }),
    });
  });
  if (json) printJson(terminal, roles.map(roleToWire));
  else if (roles.length === 0) printLine(terminal, 'No role matches.');
  else
    printTable(
      terminal,
      ['ROLE', 'TENANT', 'NEW USERS', 'PERMISSIONS'],
      roles.map(({ name, tenantId, isDefault, permissionNames }) => [
        ...[name, tenantId || 'none', isDefault ? 'yes' : 'no', permissionNames.join(', ')],
      ]),
    );
}
