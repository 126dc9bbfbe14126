import { createTenant } from '../../domain/directory/tenants/create-tenant.ts';
import { searchTenants } from '../../domain/directory/tenants/search-tenants.ts';
import { tenantToWire } from '../../domain/directory/tenants/wire.ts';
import { enterProject, withService } from '../open.ts';
import { type OutputOptions, printJson, printLine, printTable } from '../output.ts';
import type { Terminal } from '../terminal.ts';

interface Options extends OutputOptions {
  project: string;
}

interface CreateOptions extends Options {
  name: string;
  id?: string;
  parent?: string;
  domain?: string[];
}

export async function createTenantCommand(
  terminal: Terminal,
  { project, name, id: givenId, parent: parentId, domain: selfProvisioningDomains, json }: CreateOptions,
): Promise<void> {
  const id = await withService(terminal, async (service) =>
    createTenant(await enterProject(service, project), {
      name,
      id: givenId,
      parentId,
      selfProvisioningDomains,
    }),
  );
  if (json) printJson(terminal, { id, name });
  else printLine(terminal, `The tenant ${name} has the ID ${id}.`);
}

export async function listTenants(
  terminal: Terminal,
  { project, text, json }: Options & { text?: string },
): Promise<void> {
  const tenants = await withService(terminal, async (service) =>
    searchTenants(await enterProject(service, project), { text }),
  );
  if (json) return printJson(terminal, tenants.map(tenantToWire));
  if (tenants.length === 0) return printLine(terminal, 'No tenant matches.');
  printTable(
    terminal,
    ['TENANT ID', 'NAME', 'PARENT', 'DOMAINS'],
    tenants.map(({ id, name, parentId, selfProvisioningDomains }) => [
      ...[id, name, parentId || 'none', selfProvisioningDomains.join(' ')],
    ]),
  );
}
