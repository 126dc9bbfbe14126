import type {
  Client,
  Result,
  SsoApplication,
  SsoApplicationUpdateOidcApplicationInput,
  SsoApplicationUpdateSamlApplicationInput,
  SsoApplicationUpdateWsFedApplicationInput,
} from '../../../client/client.ts';
import { ssoKind } from '../../components/applications/kinds.ts';
import { useSaveFields } from '../../components/applications/use-save-fields.ts';

type OidcInput = Omit<SsoApplicationUpdateOidcApplicationInput, 'id'>;
type SamlInput = Omit<SsoApplicationUpdateSamlApplicationInput, 'id'>;
type WsfedInput = Omit<SsoApplicationUpdateWsFedApplicationInput, 'id'>;
export type AppChanges = Partial<OidcInput & SamlInput & WsfedInput>;

/** Changes the given fields. The API overwrites the whole application, so the other fields are sent unchanged. */
export function updateApp(
  client: Client,
  app: SsoApplication,
  changes: AppChanges,
): Promise<Result<undefined>> {
  const { ssoApplication } = client.management;
  const { id, name, description, logo } = app;
  const details = { id, name, description, logo };
  switch (app.appType) {
    case 'oidc': {
      const { loginPageUrl, forceAuthentication } = app.oidcSettings;
      return ssoApplication.updateOidcApplication({
        ...details,
        loginPageUrl,
        forceAuthentication,
        ...changes,
      });
    }
    case 'saml':
      return ssoApplication.updateSamlApplication({ ...details, ...samlOf(app), ...changes });
    case 'wsfed':
      return ssoApplication.updateWsFedApplication({ ...details, ...wsfedOf(app), ...changes });
  }
}

export function samlOf({ samlSettings }: SsoApplication): Omit<SamlInput, 'name'> {
  const { idpCert: _c, idpMetadataUrl: _m, idpEntityId: _e, idpSsoUrl: _s, ...own } = samlSettings;
  const { idpInitiatedUrl: _i, idpLogoutUrl: _l, logoutRedirectURL: _r, errorRedirectURL, ...rest } = own;
  return { ...(rest as Omit<SamlInput, 'name'>), errorRedirectUrl: errorRedirectURL };
}

export function wsfedOf({ wsfedSettings }: SsoApplication): Omit<WsfedInput, 'name'> {
  const { idpCert: _c, idpMetadataUrl: _m, idpEntityId: _e, idpSsoUrl: _s, ...own } = wsfedSettings;
  const { idpInitiatedUrl: _i, ...rest } = own;
  return rest;
}

/** The fields of an application as they are sent to the API. */
function fieldsOf(app: SsoApplication): object {
  const { name, description, logo, customAttributes, appType, oidcSettings } = app;
  const own = appType === 'oidc' ? oidcSettings : appType === 'saml' ? samlOf(app) : wsfedOf(app);
  return { name, description, logo, customAttributes, ...own };
}

/** Saves the changed fields of one card of an application. */
export function useSaveApp<V extends AppChanges>({ id }: SsoApplication) {
  return useSaveFields<V, SsoApplication>(ssoKind, {
    load: (client) => client.management.ssoApplication.load(id),
    fieldsOf,
    update: updateApp,
  });
}
