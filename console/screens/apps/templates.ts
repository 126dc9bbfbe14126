import type { SsoApplication } from '../../../client/client.ts';
import { emailFormat, type NewAppValues } from './create-app.ts';

/** A field that the wizard asks for beside the name. */
export type AskedField = 'address' | 'redirectUrls' | 'metadata' | 'acsUrl' | 'entityId' | 'replyUrl';

/**
 * A known application: what the wizard asks for, and what to enter there. Texts in braces are values of ours (`valuesOf`) or
 * what the wizard asked for. Labels are in the words of the application, which are not translated.
 */
export interface Template {
  id: string;
  name: string;
  protocol: NewAppValues['type'];
  /** The fields, with an example of an address or the field's name in the application. */
  asks: Partial<Record<AskedField, string>>;
  /** Derives values of the new application from the address. */
  sets?: Partial<NewAppValues>;
  /** Where the values below are entered. */
  place?: string;
  /** Values that are entered one by one. */
  fields?: [label: string, value: string][];
  /** Lines of a configuration file. */
  file?: string;
  /** The application's own documentation. */
  docs?: string;
}

const generic: Template[] = [
  { id: 'oidc', name: 'OpenID Connect', protocol: 'oidc', asks: { redirectUrls: '' } },
  { id: 'saml', name: 'SAML', protocol: 'saml', asks: { metadata: '' } },
  { id: 'wsfed', name: 'WS-Federation', protocol: 'wsfed', asks: { replyUrl: '' } },
];

const known: Template[] = [
  {
    id: 'grafana',
    name: 'Grafana',
    protocol: 'oidc',
    asks: { address: 'https://grafana.example.com' },
    sets: { redirectUrls: ['{address}/login/generic_oauth'] },
    place: 'grafana.ini',
    file: `[auth.generic_oauth]
enabled = true
name = Latchkey
client_id = {clientId}
client_secret = {clientSecret}
scopes = openid profile email roles offline_access
auth_url = {authorizationUrl}
token_url = {tokenUrl}
api_url = {userInfoUrl}
use_pkce = true
use_refresh_token = true
role_attribute_path = contains(roles[*], 'Grafana Admin') && 'Admin' || 'Viewer'`,
    docs: 'https://grafana.com/docs/grafana/latest/setup-grafana/configure-access/configure-authentication/generic-oauth/',
  },
  {
    id: 'gitlab',
    name: 'GitLab',
    protocol: 'oidc',
    asks: { address: 'https://gitlab.example.com' },
    sets: { redirectUrls: ['{address}/users/auth/openid_connect/callback'] },
    place: '/etc/gitlab/gitlab.rb',
    file: `gitlab_rails['omniauth_allow_single_sign_on'] = ['openid_connect']
gitlab_rails['omniauth_providers'] = [
  {
    name: "openid_connect",
    label: "Latchkey",
    args: {
      name: "openid_connect",
      scope: ["openid", "profile", "email"],
      response_type: "code",
      issuer: "{issuer}",
      discovery: true,
      client_auth_method: "basic",
      uid_field: "sub",
      pkce: true,
      client_options: {
        identifier: "{clientId}",
        secret: "{clientSecret}",
        redirect_uri: "{redirectUrl}"
      }
    }
  }
]`,
    docs: 'https://docs.gitlab.com/administration/auth/oidc/',
  },
  {
    id: 'aws',
    name: 'AWS IAM Identity Center',
    protocol: 'saml',
    asks: {
      acsUrl: 'IAM Identity Center Assertion Consumer Service (ACS) URL',
      entityId: 'IAM Identity Center issuer URL',
    },
    // The name ID must be the user name in Identity Center, which is usually the email address.
    sets: { subjectNameIdType: 'email', subjectNameIdFormat: emailFormat },
    place: 'Settings → Identity source → Actions → Change identity source → External identity provider',
    fields: [
      ['IdP sign-in URL', '{ssoUrl}'],
      ['IdP issuer URL', '{entityId}'],
      ['IdP certificate', '{certificate}'],
    ],
    docs: 'https://docs.aws.amazon.com/singlesignon/latest/userguide/how-to-connect-idp.html',
  },
  {
    id: 'salesforce',
    name: 'Salesforce',
    protocol: 'saml',
    asks: { address: 'https://example.my.salesforce.com' },
    sets: { acsUrl: '{address}', entityId: '{address}', subjectNameIdType: 'email' },
    place: 'Setup → Identity → Single Sign-On Settings → New',
    fields: [
      ['Issuer', '{entityId}'],
      ['Entity ID', '{spEntityId}'],
      ['Identity Provider Certificate', '{certificate}'],
      ['SAML Identity Type', 'Assertion contains the Federation ID from the User object'],
      ['SAML Identity Location', 'Identity is in the NameIdentifier element of the Subject statement'],
      ['Service Provider Initiated Request Binding', 'HTTP POST'],
      ['Identity Provider Login URL', '{ssoUrl}'],
      ['Identity Provider Single Logout URL', '{logoutUrl}'],
    ],
    docs: 'https://help.salesforce.com/s/articleView?id=xcloud.sso_saml.htm',
  },
];

export const templates: Template[] = [...known, ...generic];

/** The templates that say what to enter in the application. */
export function guidesFor(protocol: Template['protocol']): Template[] {
  return known.filter((template) => template.protocol === protocol);
}

/** Replaces the names in braces. Texts in braces that are not names, as in Ruby, stay. */
export function fill(text: string, values: Record<string, string>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`a template names the unknown value ${name}`);
    return value;
  });
}

/** Returns the values of a stored application that templates can name. */
export function valuesOf(app: SsoApplication, clientSecret: string): Record<string, string> {
  const { issuer, clientId, authorizationUrl, tokenUrl, userInfoUrl, approvedRedirectUrls } =
    app.oidcSettings;
  const { idpEntityId, idpSsoUrl, idpLogoutUrl, idpCert, entityId } = app.samlSettings;
  return {
    issuer,
    clientId,
    clientSecret,
    authorizationUrl,
    tokenUrl,
    userInfoUrl,
    redirectUrl: approvedRedirectUrls[0] ?? '',
    entityId: idpEntityId,
    ssoUrl: idpSsoUrl,
    logoutUrl: idpLogoutUrl,
    certificate: idpCert,
    spEntityId: entityId,
  };
}

/** Returns what follows from the address of the application, which ends without a slash. */
export function valuesFrom({ sets }: Template, address: string): Partial<NewAppValues> {
  const values = { address: address.trim().replace(/(?<!\/)\/+$/, '') };
  const entries = Object.entries(sets ?? {}).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.map((one) => fill(one, values)) : fill(String(value), values),
  ]);
  return Object.fromEntries(entries);
}
