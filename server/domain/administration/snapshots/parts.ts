import type { Part } from './part.ts';
import { customAttributesPart } from './part-custom-attributes.ts';
import { logosPart } from './part-logos.ts';
import { connectorsPart, templatesPart, webhooksPart } from './part-messages.ts';
import { oauthProvidersPart } from './part-oauth-providers.ts';
import { permissionsPart, rolesPart } from './part-roles.ts';
import { passwordSettingsPart, settingsPart } from './part-settings.ts';
import { signInPoliciesPart } from './part-sign-in-policies.ts';
import { ssoApplicationsPart } from './part-sso-applications.ts';
import { tenantsPart } from './part-tenants.ts';
import {
  inboundApplicationsPart,
  mcpServersPart,
  scopeClaimMappingPart,
} from './part-third-party-applications.ts';
import { type PartName, partNames } from './snapshot.ts';

const byName: Record<PartName, Part> = {
  logos: logosPart,
  settings: settingsPart,
  passwordSettings: passwordSettingsPart,
  customAttributes: customAttributesPart,
  permissions: permissionsPart,
  roles: rolesPart,
  oauthProviders: oauthProvidersPart,
  ssoApplications: ssoApplicationsPart,
  scopeClaimMapping: scopeClaimMappingPart,
  inboundApplications: inboundApplicationsPart,
  mcpServers: mcpServersPart,
  tenants: tenantsPart,
  signInPolicies: signInPoliciesPart,
  connectors: connectorsPart,
  templates: templatesPart,
  webhooks: webhooksPart,
};

/** All parts, in the order of writing. */
export const parts: readonly Part[] = partNames.map((name) => byName[name]);
