import type { ServiceContext } from '../../../core/context.ts';
import type { Project } from '../../../core/project.ts';
import { userClaims } from '../../../core/user-claims.ts';
import { dpopAlgorithms } from '../../../protocols/oauth/dpop.ts';
import { assertionAlgorithms } from '../../../protocols/oauth/public-keys.ts';
import type { OidcSettings } from '../../directory/applications/sso/sso-app.ts';
import { applicationKeysUrl } from '../../project/projects/pages.ts';
import { acrValues } from './assurance.ts';
import { deviceGrantType } from './device/device-request.ts';
import type { Issuer } from './place.ts';
import { personScopes, scopes } from './scopes.ts';

/** The properties that depend on the place of an issuer. */
export interface ServedThere {
  /** The settings of the application whose own issuer it is. */
  application?: Pick<OidcSettings, 'requirePushedAuthorizationRequests'> | undefined;
  /** Present: the issuer is one for third-party applications. */
  thirdParty?: { scopes: string[]; canRegister: boolean; canDescribe: boolean } | undefined;
}

/** Describes the provider (OpenID Connect Discovery §3, RFC 8414 §2). It lists what is served, and nothing else. */
export function discoveryDocument(
  { baseUrl, languages }: Pick<ServiceContext, 'baseUrl' | 'languages'>,
  project: Project,
  { url, endpoints }: Issuer,
  { application, thirdParty }: ServedThere,
): Record<string, unknown> {
  return {
    issuer: url,
    authorization_endpoint: `${endpoints}/authorize`,
    token_endpoint: `${endpoints}/token`,
    userinfo_endpoint: `${endpoints}/userinfo`,
    end_session_endpoint: `${endpoints}/logout`,
    revocation_endpoint: `${endpoints}/revoke`,
    introspection_endpoint: `${endpoints}/introspect`,
    pushed_authorization_request_endpoint: `${endpoints}/par`,
    require_pushed_authorization_requests: application?.requirePushedAuthorizationRequests ?? false,
    device_authorization_endpoint: `${endpoints}/device`,
    jwks_uri: applicationKeysUrl({ baseUrl }, project.id),
    response_types_supported: ['code'],
    response_modes_supported: ['query', 'form_post'],
    grant_types_supported: ['authorization_code', 'refresh_token', 'client_credentials', deviceGrantType],
    code_challenge_methods_supported: ['S256'],
    ...authenticationAt('token'),
    ...authenticationAt('revocation'),
    ...authenticationAt('introspection'),
    subject_types_supported: ['public', 'pairwise'],
    id_token_signing_alg_values_supported: [project.settings.signingAlgorithm],
    dpop_signing_alg_values_supported: dpopAlgorithms,
    scopes_supported: thirdParty ? [...personScopes, ...thirdParty.scopes] : [...scopes],
    // A client chooses this when it registers itself.
    ...(thirdParty && { userinfo_signing_alg_values_supported: [project.settings.signingAlgorithm] }),
    // Third-party applications are not notified.
    ...(!thirdParty && { backchannel_logout_supported: true, backchannel_logout_session_supported: true }),
    ...(thirdParty?.canRegister && { registration_endpoint: `${endpoints}/register` }),
    ...(thirdParty?.canDescribe && { client_id_metadata_document_supported: true }),
    claims_supported: ['sub', 'auth_time', 'acr', 'amr', 'sid', ...userClaims],
    acr_values_supported: acrValues,
    claims_parameter_supported: true,
    request_parameter_supported: false,
    request_uri_parameter_supported: false,
    authorization_response_iss_parameter_supported: true,
    ui_locales_supported: languages.tags,
  };
}

function authenticationAt(endpoint: string): Record<string, string[]> {
  return {
    [`${endpoint}_endpoint_auth_methods_supported`]: [
      ...['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'],
    ],
    [`${endpoint}_endpoint_auth_signing_alg_values_supported`]: assertionAlgorithms,
  };
}
