/**
 * Words and phrases for the same thing, by the concept that they name. A search for one of them finds the others. Write
 * singular forms in lower case, and spaces in place of hyphens: `words.ts` reads documents and queries in this form.
 */
export const synonyms: Record<string, string> = {
  accountLinking:
    'account linking, link account, merge account, link identity, linked account, ' + 'same person',
  adfs: 'ad fs, adfs, active directory federation service',
  attributes:
    'custom attribute, custom field, user metadata, metadata of user, app metadata, ' +
    'public metadata, private metadata, user attribute, profile field',
  audit: 'audit log, audit trail, activity log, audit, log stream, log',
  backup: 'backup, back up, restore, disaster recovery',
  branding: 'branding, brand, logo, theme, appearance, look and feel, customize page, custom css, ' + 'color',
  breached: 'breached password, leaked password, compromised password, pwned, hibp, breach',
  bruteForce: 'brute force, lockout, account lockout, locked account, locked out, guess',
  cli: 'cli, command line',
  clockSkew: 'clock skew, clock difference, clock drift, leeway, clock tolerance',
  consent: 'consent, consent screen, third party application, third party app',
  cors: 'cors, cross origin, allowed origin, access control allow origin, origin not allowed',
  customClaims: 'custom claim, jwt template, token template, add data to token, session claim, claim',
  database: 'database, db',
  delete: 'delete, remove, erase, erasure',
  device: 'trusted device, remember device, remember me, remember this device',
  deviceFlow:
    'device flow, device code, device authorization, device without browser, device grant, ' +
    'smart tv, device without a browser, device code flow, device authorization grant',
  docker: 'docker, container',
  dotnet: 'dotnet, net sdk, asp net, csharp, c sharp',
  dynamicRegistration:
    'dynamic client registration, client registration, dynamic registration, ' + 'register themselves',
  e2e: 'e2e, end to end test, playwright, cypress, selenium, integration test, ' + 'test your application',
  email: 'email, e mail, mail',
  entra: 'entra, entra id, azure ad, azure active directory, aad',
  environment: 'environment variable, env var, env, setting, configuration, config',
  errors: 'error code, error, exception',
  export: 'export, download',
  gdpr: 'gdpr, privacy, data protection, retention, personal data',
  go: 'go, golang',
  group: 'group mapping, group to role, group',
  highAvailability: 'high availability, failover, ha, redundancy, several instance, multiple instance',
  hostedPages: 'hosted page, hosted login, universal login, account portal, sign in page, login page',
  idp: 'identity provider, idp, enterprise connection',
  impersonation:
    'impersonation, impersonate, act as, log in as user, sign in as user, login as, ' +
    'actor token, sign in as another user, log in as another user',
  importUsers:
    'import, migrate, migration, bulk import, coming from, move from, switch from, ' + 'migrate from',
  invitation: 'invitation, invite, inviting',
  javascript: 'javascript, js',
  jwks: 'jwks, json web key set, public key, signing key',
  jwt: 'jwt, json web token, session token',
  kubernetes: 'kubernetes, k8s, helm, helm chart',
  languages: 'language, translation, translate, i18n, localization, locale, internationalization',
  m2m: 'machine to machine, m2m, service account, client credential, access key, api key',
  magicLink: 'magic link, email link, sign in link, passwordless',
  managementKey: 'management key, secret key of api, api key',
  mcp: 'mcp, mcp server, model context protocol',
  metrics: 'metric, prometheus, grafana dashboard, monitoring',
  mfa:
    'mfa, 2fa, two factor, second factor, multi factor, multifactor, two step, 2 factor, ' +
    'two step verification',
  middleware:
    'middleware, protect route, protected route, protect api, protect a route, ' +
    'protect my api, route guard, protect endpoint, check session, validate session, ' +
    'verify token, verify jwt, validate token, check a token, validate jwt, ' +
    'validate a session, check the session',
  nextjs: 'next js, nextjs',
  node: 'node, nodejs, node js',
  oauthProvider:
    'social login, social provider, social connection, oauth provider, social sign in, ' +
    'social, sign in with google, sign in with github, sign in with apple, ' +
    'sign in with microsoft, google login',
  oidc: 'oidc, openid connect, openid',
  oidcProvider:
    'openid provider, oidc provider, openid connect provider, authorization server, ' +
    'as an identity provider, oauth server',
  otp:
    'otp, one time code, one time password, one time passcode, passcode, email code, ' +
    'sms code, code by mail, code by email, code by sms, verification code, ' +
    'code by text message',
  passkeys: 'passkey, webauthn, fido, fido2, face id, touch id, biometric, security key, yubikey',
  passwordReset:
    'forgot password, reset password, password reset, forgotten password, lost password, ' +
    'recover password, forgot my password, reset a password, new password',
  postgres: 'postgres, postgresql',
  proxy: 'proxy, reverse proxy, load balancer',
  rateLimit: 'rate limit, throttling, throttle, 429, too many request, rate limiting, rate limited',
  rbac:
    'rbac, role based access control, role and permission, access control, has role, ' +
    'check role, has permission, validate role, require role, check permission, ' +
    'authorization, protect by role',
  recoveryCodes: 'recovery code, backup code',
  redirectUrl: 'redirect url, redirect uri, callback url, callback uri',
  refresh: 'refresh token, refresh jwt, token rotation, refresh session',
  revoke: 'revoke, sign out everywhere, end session, log out all, logout all, sign out all',
  rotation: 'rotate, rotation, key rollover, rollover',
  saml: 'saml, saml 2',
  scim: 'scim, directory sync, user provisioning, provisioning, deprovisioning',
  sdk: 'sdk, client library',
  sessionLifetime:
    'session lifetime, token lifetime, session timeout, idle timeout, token expiry, ' +
    'token expiration, session expiry, session expiration, session duration, ' +
    'inactivity timeout, expire',
  setupLink: 'setup link, self service sso, admin portal, sso configuration link, self serve sso',
  siem:
    'siem, splunk, datadog, elastic, syslog, log stream, stream audit log, audit stream, ' +
    'stream the audit log',
  signIn: 'sign in, signin, login, log in, logon, log on, sign on',
  signOut: 'sign out, signout, logout, log out, log off',
  signUp:
    'sign up, signup, registration, register, create account, create an account, ' + 'self registration',
  sizing: 'sizing, hardware requirement, capacity, memory requirement, how much memory, ' + 'how many user',
  sms: 'sms, text message, twilio',
  smtp:
    'smtp, mail server, email provider, mail provider, email server, sendgrid, mailgun, ' +
    'postmark, amazon ses',
  sso: 'sso, single sign on, enterprise sso, single sign in, enterprise connection',
  stepUp:
    'step up, stepup, reauthentication, reauthenticate, reverification, sudo mode, ' + 're authenticate',
  tenants: 'tenant, organization, organisation, workspace, multi tenant, multi tenancy, ' + 'multitenancy',
  templates:
    'email template, mail template, message template, sms template, customize email, ' + 'text of message',
  totp: 'totp, authenticator app, authenticator, google authenticator, authy',
  traces: 'trace, tracing, opentelemetry, otel',
  upgrade: 'upgrade, update version, new version, rolling upgrade, zero downtime',
  url: 'url, uri, address',
  webhooks: 'webhook, web hook, event notification',
};
