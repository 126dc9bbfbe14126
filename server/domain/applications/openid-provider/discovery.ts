import type { Project } from '../../../core/context.ts';
import type { OidcSettings } from '../../directory/sso-apps/sso-app.ts';
import { assertionAlgorithms } from './client-assertion.ts';
import type { Issuer } from './place.ts';
import { scopes, userClaims } from './scopes.ts';

const authMethods = ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'];

/** Describes the provider (OpenID Connect Discovery §3, RFC 8414 §2). It lists what is served, and nothing else. */
export function discoveryDocument(
  { baseUrl }: { baseUrl: string },
  project: Project,
  { url, endpoints }: Issuer,
  application: Pick<OidcSettings, 'requirePushedAuthorizationRequests'> | undefined,
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
    jwks_uri: `${baseUrl}/${project.id}/.well-known/jwks.json`,
    response_types_supported: ['code'],
    response_modes_supported: ['query', 'form_post'],
    grant_types_supported: ['authorization_code', 'refresh_token', 'client_credentials'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: authMethods,
    revocation_endpoint_auth_methods_supported: authMethods,
    introspection_endpoint_auth_methods_supported: authMethods,
    token_endpoint_auth_signing_alg_values_supported: assertionAlgorithms,
    revocation_endpoint_auth_signing_alg_values_supported: assertionAlgorithms,
    introspection_endpoint_auth_signing_alg_values_supported: assertionAlgorithms,
    subject_types_supported: ['public', 'pairwise'],
    id_token_signing_alg_values_supported: [project.settings.signingAlgorithm],
    scopes_supported: [...scopes],
    claims_supported: ['sub', 'auth_time', 'amr', 'sid', ...userClaims],
    claims_parameter_supported: true,
    request_parameter_supported: false,
    request_uri_parameter_supported: false,
    authorization_response_iss_parameter_supported: true,
    ui_locales_supported: ['en', 'de'],
  };
}
