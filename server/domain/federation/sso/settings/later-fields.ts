import { ServiceError } from '../../../../core/errors.ts';

/** Fields of capabilities that are not served, and the capability by the name that its users give it. */
const laterFields = {
  fgaMappings: 'relations of groups in a fine-grained authorization model',
  configFGATenantIDResourcePrefix: 'relations of groups in a fine-grained authorization model',
  configFGATenantIDResourceSuffix: 'relations of groups in a fine-grained authorization model',
  scimProviderID: 'provisioning by SCIM',
  callbackDomain: 'a callback domain of its own for each connection',
} as const;

/** E501001 names the first field that is set. SDKs send all of them empty. */
export function refuseLaterFields(settings: { [name in keyof typeof laterFields]?: unknown }): void {
  for (const [name, capability] of Object.entries(laterFields)) {
    const value = settings[name as keyof typeof laterFields];
    const isEmpty = !value || (typeof value === 'object' && Object.keys(value).length === 0);
    if (!isEmpty)
      throw new ServiceError('E501001', `${name} is not supported (${capability}): leave it empty`);
  }
}
