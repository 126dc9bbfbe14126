import type { Client, Result, Tenant } from '../../../client/client.ts';
import { unchanged } from '../../components/tenants/tenant-switch.ts';

/** The details of a tenant as form values. */
export interface Details {
  name: string;
  selfProvisioningDomains: string[];
  defaultRoles: string[];
  /** The custom attributes as JSON. */
  attributes: string;
}

export function detailsOf({
  name,
  selfProvisioningDomains,
  defaultRoles,
  customAttributes,
}: Tenant): Details {
  const hasAttributes = Object.keys(customAttributes).length > 0;
  return {
    name,
    selfProvisioningDomains,
    defaultRoles,
    attributes: hasAttributes ? JSON.stringify(customAttributes, null, 2) : '',
  };
}

/** Saves the given fields. `tenant` is the current one, because the API replaces some fields that are missing. */
export async function saveDetails(
  client: Client,
  tenant: Tenant,
  { defaultRoles, attributes, name, selfProvisioningDomains }: Partial<Details>,
): Promise<Result<unknown>> {
  const { id } = tenant;
  const details = {
    ...(name !== undefined && { name: name.trim() }),
    ...(selfProvisioningDomains && { selfProvisioningDomains }),
    ...(attributes !== undefined && { customAttributes: readObject(attributes) ?? {} }),
  };
  const saved =
    Object.keys(details).length > 0
      ? await client.management.tenant.update({ ...unchanged(tenant), ...details })
      : undefined;
  if (!defaultRoles || saved?.ok === false) return saved ?? client.management.tenant.load(id);
  return client.management.tenant.updateDefaultRoles({ id, defaultRoles });
}

export function isJsonObject(text: string): boolean {
  return readObject(text) !== undefined;
}

/** Returns undefined if the text is not a JSON object. Nothing stands for an empty one. */
function readObject(text: string): Record<string, unknown> | undefined {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
