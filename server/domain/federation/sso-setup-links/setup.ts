import type { ProjectContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import type { Tenant } from '../../directory/tenants/tenant.ts';
import { configureSaml } from '../sso/settings/configure-connection.ts';
import { configureOidc } from '../sso/settings/configure-oidc.ts';
import { startTest } from '../sso/start-sso.ts';
import { addressOf, type OpenSetup } from './setup-link.ts';

export type SetupProtocol = 'saml' | 'oidc';

/** What the form has. A secret is never shown again. */
export interface SetupForm {
  protocol: SetupProtocol;
  metadataUrl: string;
  metadataXml: string;
  issuer: string;
  clientId: string;
  clientSecret: string;
}

/** Which protocols the tenant may choose. */
export function offeredProtocols({ settings }: Tenant): SetupProtocol[] {
  const { disabledFeatures } = settings.ssoSetupSuite;
  return (['saml', 'oidc'] as const).filter((protocol) => !disabledFeatures[protocol]);
}

/**
 * Sets up the identity provider and nothing else: domains, mappings and roles are the project's to decide, because they
 * say whose addresses are believed and what people may do.
 */
export async function saveSetup(
  ctx: ProjectContext,
  { link, loaded }: OpenSetup,
  form: SetupForm,
): Promise<void> {
  const { tenantId, connectionId } = link;
  if (!offeredProtocols(loaded.tenant).includes(form.protocol)) {
    throw new ServiceError('E011004', 'This protocol is not offered to the tenant');
  }
  const acting: ProjectContext = { ...ctx, actor: { type: 'setupLink', id: link.id } };
  if (form.protocol === 'saml') {
    const { metadataUrl, metadataXml } = form;
    if (!metadataUrl && !metadataXml) throw new ServiceError('E111301', 'Give the metadata, or its address');
    // The field of the address still shows the old one when somebody pastes a document.
    const source = metadataXml ? { metadataXml } : { metadataUrl };
    return configureSaml(acting, tenantId, connectionId, source, {});
  }
  const { issuer, clientId, clientSecret } = form;
  const { name, scopes, prompt, authentication, issuer: before } = loaded.connection.settings.oidc;
  const client = { name, clientId, clientSecret, scopes, prompt };
  // What the project set for this very provider stays.
  const source = { issuer, ...(issuer === before && { authentication }) };
  return configureOidc(acting, tenantId, connectionId, source, client, {});
}

/** The address with which the browser leaves for the identity provider. */
export function testSetup(ctx: ProjectContext, { link }: OpenSetup): Promise<string> {
  const { tenantId, connectionId } = link;
  return startTest(ctx, { tenantId, connectionId, returnUrl: `${addressOf(ctx, link.id)}#test` });
}
