import type { ProjectContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import type { Tenant } from '../../directory/tenants/tenant.ts';
import type { OidcSettings } from '../sso/oidc/settings.ts';
import { configureSaml } from '../sso/settings/configure-connection.ts';
import { configureOidc } from '../sso/settings/configure-oidc.ts';
import { startTest } from '../sso/start-sso.ts';
import type { OpenSetup } from './setup-link.ts';

export type SetupProtocol = 'saml' | 'oidc';

/** The values of the form. A stored secret is never shown. */
export interface SetupForm {
  protocol: SetupProtocol;
  metadataUrl: string;
  metadataXml: string;
  /** The identity provider, in metadata with several. */
  entityId: string;
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The authentication; empty to follow the discovery document. */
  authentication: OidcSettings['authentication'] | '';
}

/** Returns the protocols that the tenant may choose. */
export function offeredProtocols({ settings }: Tenant): SetupProtocol[] {
  const { disabledFeatures } = settings.ssoSetupSuite;
  return (['saml', 'oidc'] as const).filter((protocol) => !disabledFeatures[protocol]);
}

/** Sets up the identity provider and nothing else: redirect URLs, default roles and signing options are for the project to decide. */
export async function saveSetup(
  ctx: ProjectContext,
  { link, actor, loaded, confirm }: OpenSetup,
  form: SetupForm,
): Promise<void> {
  const { tenantId, connectionId } = link;
  if (!offeredProtocols(loaded.tenant).includes(form.protocol)) {
    throw new ServiceError('E011004', 'The tenant’s settings do not allow this protocol. Choose another one');
  }
  const acting: ProjectContext = { ...ctx, actor, stillAllowed: confirm };
  if (form.protocol === 'saml') {
    const { metadataUrl, metadataXml, entityId } = form;
    if (!metadataUrl && !metadataXml)
      throw new ServiceError('E111301', 'The metadata is missing. Enter the metadata or its URL');
    // When a user pastes a document, the address field still shows the old address.
    const source = { ...(metadataXml ? { metadataXml } : { metadataUrl }), entityId };
    await configureSaml(acting, tenantId, connectionId, source, {});
    return;
  }
  const { issuer, clientId, clientSecret, authentication } = form;
  const { name, scopes, prompt, issuer: before, authentication: used } = loaded.connection.settings.oidc;
  const client = { name, clientId, clientSecret, scopes, prompt };
  // For another provider, the value that the form still shows of the one before is no choice.
  const isChosen = authentication !== '' && (issuer === before || authentication !== used);
  const source = { issuer, ...(isChosen && { authentication }) };
  return configureOidc(acting, tenantId, connectionId, source, client, {});
}

/**
 * Starts a test, and returns the address at which the browser leaves for the identity provider. It comes back to
 * `returnUrl`.
 */
export function testSetup(
  ctx: ProjectContext,
  { link }: OpenSetup,
  browser: { returnUrl: string; browserSecret: string },
): Promise<string> {
  const { tenantId, connectionId } = link;
  return startTest(ctx, { tenantId, connectionId, ...browser });
}
