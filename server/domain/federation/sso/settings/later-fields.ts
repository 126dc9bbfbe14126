import { ServiceError } from '../../../../core/errors.ts';

/** Fields of capabilities that are not supported, with the capability in the reader's words. */
const laterFields = {
  fgaMappings: 'relations of groups in a fine-grained authorization model',
  configFGATenantIDResourcePrefix: 'relations of groups in a fine-grained authorization model',
  configFGATenantIDResourceSuffix: 'relations of groups in a fine-grained authorization model',
  scimProviderID: 'provisioning by SCIM',
  callbackDomain: 'a separate callback domain for each connection',
} as const;

/** Refuses the first of these fields that is set (E501001). SDKs send all of them empty. */
export function refuseLaterFields(settings: { [name in keyof typeof laterFields]?: unknown }): void {
  for (const [name, capability] of Object.entries(laterFields)) {
    const value = settings[name as keyof typeof laterFields];
    const isEmpty = !value || (typeof value === 'object' && Object.keys(value).length === 0);
    if (!isEmpty)
      throw new ServiceError('E501001', `${name} is not supported (${capability}). Leave it empty`);
  }
}
