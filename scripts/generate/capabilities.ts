/** The purpose of a group of routes and, for those that are not served, the alternative. */
export interface Capability {
  title: string;
  /** Paths without the version. A route belongs to the first capability that matches. */
  paths: RegExp;
  instead?: string;
}

/** The capabilities in the order in which the page lists them. */
export const capabilities: Capability[] = [
  {
    title: 'Codes by voice, WhatsApp and other messengers, nOTP',
    paths: /^\/auth\/(?:notp\/|(?:otp|magiclink)\/.*\/(?:whatsapp|voice|im)$)/,
    instead: 'Codes and links by mail and SMS, authenticator apps and passkeys.',
  },
  { title: 'One-time codes', paths: /^\/auth\/otp\// },
  {
    title: 'Magic links',
    paths: /^\/auth\/magiclink\//,
    instead:
      'Enchanted links: they sign in the device that asked, whichever device opens the link, and have `pending-session`.',
  },
  {
    title: 'Enchanted links',
    paths: /^\/auth\/enchantedlink\//,
    instead: 'Enchanted links by mail, and magic links or codes by SMS.',
  },
  { title: 'Passwords', paths: /^\/(?:auth\/password\/|mgmt\/password\/)/ },
  { title: 'Authenticator apps', paths: /^\/auth\/totp\// },
  { title: 'Passkeys', paths: /^\/auth\/webauthn\// },
  {
    title: 'Recovery codes, security questions and push',
    paths: /^\/auth\/(?:recovery-codes|security-questions|push)(?:\/|$)/,
    instead: 'Recovery codes, authenticator apps and passkeys.',
  },
  {
    title: 'Native OAuth, One Tap and FedCM',
    paths: /^\/(?:auth\/(?:oauth\/native|onetap|fedcm)\/|fedcm\/|:projectId\/fedcm\/)/,
    instead: '`/v1/auth/oauth/authorize`. An app without web pages opens it in the system’s browser.',
  },
  { title: 'Sign-in with OAuth providers', paths: /^\/(?:auth|mgmt)\/oauth\// },
  {
    title: 'The identity provider: SAML, WS-Federation',
    paths: /^\/auth\/(?:(?:saml|wsfed)\/idp|idp)\//,
    instead: 'SAML or OpenID Connect ([applications.md](applications.md)).',
  },
  { title: 'Sign-in by SAML and OpenID Connect connections', paths: /^\/auth\/(?:saml|sso)\// },
  {
    title: 'The identity provider: OpenID Connect and OAuth for applications',
    paths:
      /^\/(?:(?::ssoAppId\/)?oauth2\/|apps\/|\.well-known\/|:projectId\/(?::ssoAppId\/)?\.well-known\/(?:openid|oauth))/,
    instead:
      'The authorization code, device authorization or client credentials ([applications.md](applications.md)).',
  },
  { title: 'Keys', paths: /^\/(?:keys\/|:projectId\/\.well-known\/jwks)/ },
  {
    title: 'Flows, themes, templates and widgets',
    paths:
      /^\/(?:flow\/|pages\/|mgmt\/(?:flow|theme|template|widget|localization)\/|mgmt\/role\/subtenant\/|mgmt\/tenant\/adminlinks\/sso\/authenticated)/,
    instead:
      'The built-in flows ([flows.md](flows.md)), the hosted sign-in page ([hosted-pages.md](hosted-pages.md)) or your own pages with `/v1/auth/*`. For messages, `/v1/mgmt/message/template`. For administrators, the console ([console.md](console.md)).',
  },
  {
    title: 'Outbound applications and SCIM to other services',
    paths: /^\/(?:outbound|mgmt\/outbound)\//,
    instead:
      '`/v1/mgmt/user/provider/token` for the tokens of a sign-in provider, and webhooks to send changes of users to other services ([messages.md](messages.md)).',
  },
  {
    title: 'SCIM from identity providers',
    paths: /^\/scim\//,
  },
  { title: 'Sessions and the signed-in user', paths: /^\/auth\/(?!accesskey)/ },
  { title: 'Management sign-in', paths: /^\/mgmt\/auth\// },
  {
    title: 'Families',
    paths: /^\/mgmt\/(?:family|user\/families|user\/update\/family)\//,
    instead: 'A tenant for each family, and roles in it.',
  },
  { title: 'Users', paths: /^\/mgmt\/users?(?:\/|$)/ },
  { title: 'Test users', paths: /^\/mgmt\/tests\// },
  {
    title: 'Settings of SSO connections',
    paths: /^\/mgmt\/sso\/(?!idp\/)|^\/mgmt\/tenant\/(?:adminlinks|sso-user-remove)/,
    instead:
      '`/v1/mgmt/sso/settings/new`, `sso/saml` and `sso/oidc`, and setup links by `tenant/adminlinks/sso/generate`. There is no replacement for grants between applications (XAA).',
  },
  {
    title: 'Tenants',
    paths: /^\/mgmt\/tenant(?:\/|$)/,
    instead: '`/v1/mgmt/tenant/update` with all of the fields.',
  },
  { title: 'Roles, permissions and groups', paths: /^\/mgmt\/(?:role|permission|group)\// },
  {
    title: 'Access keys and JWTs',
    paths: /^\/(?:auth\/accesskey\/|mgmt\/(?:accesskey|jwt\/update|impersonate|stop|token)(?:\/|$))/,
    instead: 'New keys: Latchkey does not import the secrets of keys from elsewhere.',
  },
  {
    title: 'JWT templates',
    paths: /^\/mgmt\/jwt\/templates\//,
    instead:
      'Custom claims of sign-ins by management key, `/v1/mgmt/jwt/update`, and attribute mappings of connections.',
  },
  { title: 'SSO applications', paths: /^\/mgmt\/sso\/idp\// },
  {
    title: 'Inbound applications and MCP servers',
    paths: /^\/mgmt\/(?:thirdparty|inboundapp|mcp|mcpserver|mcpservers|scopeClaimMapping)(?:\/|$)/,
    instead:
      '`/v1/mgmt/thirdparty` and `/v1/mgmt/mcpserver`. The hosted service has some of these calls under other paths.',
  },
  {
    title: 'Relations (FGA, ReBAC)',
    paths: /^\/mgmt\/(?:fga|authz)\//,
    instead: 'Roles and permissions, of the project and of tenants.',
  },
  {
    title: 'Lists of addresses and texts',
    paths: /^\/mgmt\/list(?:\/|$)/,
    instead: 'Permitted addresses of access keys and management keys, or a check in your back end.',
  },
  {
    title: 'Audit, analytics and messages',
    paths: /^\/mgmt\/(?:audit|analytics|message|webhook|connector)\//,
    instead:
      '`/v1/mgmt/webhook/create` to send events to other services ([messages.md](messages.md)), and `/v1/mgmt/audit/stream/create` to send the whole audit log to a SIEM ([audit-stream.md](audit-stream.md)).',
  },
  {
    title: 'Projects, their settings and keys',
    paths: /^\/mgmt\/(?:projects?|managementkey|license|infra)(?:\/|$)/,
    instead:
      '`npx latchkey project create` and `project/snapshot/*` ([snapshots.md](snapshots.md)), also instead of the Terraform and Pulumi providers, and `/v1/mgmt/project/signingkey` for signing keys.',
  },
  {
    title: 'Administrators and agents',
    paths: /^\/(?:console|mgmt\/(?:descoper|engines?))(?:\/|$)/,
    instead: 'The console, where owners invite administrators ([console.md](console.md)).',
  },
];
