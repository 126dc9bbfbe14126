import { readFileSync } from 'node:fs';

/**
 * The tests that `npm test` runs once, with SQLite, because PostgreSQL cannot change their result. All other
 * files run on both engines, and so does a new file until it is listed here. For a single test in another file
 * use `testOnce` (`test/engine.ts`).
 */

/** The note with which a test is left out. The reporter of `npm test` reads it. */
export const leftToSqlite = 'runs on SQLite only';

/** Opens no database, or always a SQLite database of its own. */
export const withoutDatabase = [
  'client/**/*.test.ts',
  'console/**/*.test.ts',
  'scripts/**/*.test.ts',
  'bench/peers.test.ts',
  'test/{audit-sentences,documents}.test.ts',
  'server/core/**/*.test.ts',
  'server/protocols/**/*.test.ts',
  'server/storage/sqlite/**/*.test.ts',
  'server/delivery/connectors/providers.test.ts',
  'server/delivery/email/**/*.test.ts',
  'server/dev/{faults,simulator}.test.ts',
  'server/http/{bodies-and-faults,client-address,cohort,credentials,language,openapi,page}.test.ts',
  'server/http/{rate-limit-counts,schema,send-json,server}.test.ts',
  'server/http/docs/reference/samples.test.ts',
  'server/domain/directory/users/identifiers/mask.test.ts',
  'server/domain/directory/sign-in-refusals/{causes,refusal-counts}.test.ts',
  'server/domain/sessions/sessions/seen-sessions.test.ts',
  'server/domain/sessions/sign-in-policy/decide.test.ts',
  'server/domain/project/audit/changes.test.ts',
  'server/domain/credentials/import/sources/sources.test.ts',
  'server/domain/federation/oauth/providers/known.test.ts',
  'server/domain/credentials/passwords/{attempts,common-passwords}.test.ts',
  'server/domain/project/projects/{redirect-url,redirect-urls}.test.ts',
  'server/domain/federation/sso/identities/role-mapping.test.ts',
  'server/domain/pages/sso-setup/guide.test.ts',
  'server/domain/federation/sso/saml/verify-worker.test.ts',
  'test/{deployment,every-input,one-engine,quick-start,settings-are-read}.test.ts',
];

/** Starts a complete Latchkey, but tests a decision made outside the database. */
export const withoutSqlOfItsOwn = [
  // Parts of the text index, which SQLite alone has.
  'server/domain/directory/users/search/merge-texts.test.ts',
  // What endpoints refuse or ignore, by their input alone.
  'test/in-part.test.ts',
  // What is in the packages. The same build on both engines: test/built-server.
  'test/packages.test.ts',
  // Files of the built console and their headers.
  'server/http/console.test.ts',
  // A PostgreSQL of its own, with a certificate, whichever engine the run is about.
  'server/storage/postgres/tls.test.ts',
  // Files of the vendor's components, and what follows from settings.
  'server/domain/pages/components/components.test.ts',
  'server/commands/components/components.test.ts',
  // Which screen follows which. What is stored behind them: the other files of domain/pages/flows.
  'server/domain/pages/flows/walk.test.ts',
  // Files of docs/ as pages.
  'server/http/docs/docs.test.ts',
  // Routes that a mode or a setting closes.
  'server/http/operations.test.ts',
  // Log lines about requests.
  'server/http/access-log.test.ts',
  // Transport of tokens. Storing and rotating them: domain/sessions/sessions.
  'server/http/cookies.test.ts',
  // The provider of the simulator, which stores nothing in the database.
  'server/dev/oidc.test.ts',
  // Routes that do not exist.
  'server/domain/administration/not-served/not-served.test.ts',
  // The conversation with mail servers. The queue before it: delivery/**, messages/retry and webhooks.
  'server/domain/project/messages/smtp.test.ts',
  // The verification of other products' hashes. Importing them: domain/import, users/create.
  'server/domain/credentials/passwords/{breached,foreign-hashes}.test.ts',
  // Answers of external providers. Storing them: sso/oidc and settings-oidc.
  'server/domain/federation/sso/oidc/counterparts.test.ts',
  // Fetching from hostile addresses. Storing metadata: sso/settings.
  'server/domain/federation/sso/settings/metadata-fetch.test.ts',
  // Authorization of callers, by one mechanism before all endpoints. Its SQL: domain/administrators.
  'test/every-endpoint-administrators.test.ts',
  // The spelling of names and codes is folded before a statement names one. Searches are in users/search.
  'test/typed-input.test.ts',
  // The character set of a form, before its fields are read.
  'server/http/form-charset.test.ts',
  // How readers of input grow with it, before a statement is sent.
  'test/hostile-input.test.ts',
  // Counters in memory (decisions/0015). The setting: projects/projects.
  'test/rate-limits.test.ts',
  // Journeys in a browser, over operations whose domain groups are tested on both engines. On both engines stay one of
  // each kind: hosted-pages, node-sdk, simplesamlphp; and outage, which is about databases.
  'test/journeys/console.test.ts',
  'test/journeys/console-*.test.ts',
  'test/journeys/{device-sign-in,from-descope,hosted-providers,mcp,second-factor,single-logout}.test.ts',
  'test/journeys/inbox.test.ts',
  'test/journeys/oauth-{browser,demo}.test.ts',
  'test/journeys/passkeys.test.ts',
  'test/journeys/{simulator,sso-setup,tenant-page}.test.ts',
  'test/journeys/web-sdk.test.ts',
];

/** SQLite has no order of rows to change (most of its tables lie in the order of a key), no other instances, and no nodes. */
export const onlyOnPostgres = [
  'server/one-node-down.test.ts',
  'server/storage/postgres/first-statistics.test.ts',
  'test/list-order.test.ts',
  'test/planned-once.test.ts',
  'test/shared-rate-limits.test.ts',
];

/**
 * Other files send every statement of these to PostgreSQL, too. There, only their tests with the tag `race` run, about
 * requests that meet. All of them run when a statement may have changed, and then the run fails if one of them has
 * become the only sender of a statement (docs/decisions/0086-statements-on-postgresql.md).
 */
export const onlyRacesOnPostgres = [
  'server/commands/project/clone.test.ts',
  'server/commands/role/role.test.ts',
  'server/commands/snapshot/snapshot.test.ts',
  'server/commands/tenant/tenant.test.ts',
  'server/commands/transfer/coming-from.test.ts',
  'server/commands/transfer/import-matrix.test.ts',
  'server/dev/outsiders.test.ts',
  'server/domain/administration/administrators/console-session.test.ts',
  'server/domain/administration/administrators/console.test.ts',
  'server/domain/administration/administrators/keep-owner.test.ts',
  'server/domain/administration/administrators/own-account.test.ts',
  'server/domain/administration/administrators/project-roles.test.ts',
  'server/domain/administration/administrators/second-factor.test.ts',
  'server/domain/administration/snapshots/import-snapshot.test.ts',
  'server/domain/applications/application-sign-ins/list-sign-ins.test.ts',
  'server/domain/applications/application-sign-ins/preview.test.ts',
  'server/domain/applications/client-registration/metadata.test.ts',
  'server/domain/applications/openid-provider/client-authentication.test.ts',
  'server/domain/applications/openid-provider/sign-in.test.ts',
  'server/domain/applications/openid-provider/strict-client.test.ts',
  'server/domain/applications/openid-provider/third-party-keys.test.ts',
  'server/domain/credentials/accounts/invites-sdk.test.ts',
  'server/domain/credentials/accounts/invites.test.ts',
  'server/domain/credentials/challenges/asked-in-session.test.ts',
  'server/domain/credentials/challenges/budgets.test.ts',
  'server/domain/credentials/challenges/pending.test.ts',
  'server/domain/credentials/challenges/sdk.test.ts',
  'server/domain/credentials/challenges/template-options.test.ts',
  'server/domain/credentials/enchanted-links/enchanted-links.test.ts',
  'server/domain/credentials/enrolment/changes.test.ts',
  'server/domain/credentials/magic-links/magic-links.test.ts',
  'server/domain/credentials/otp/otp.test.ts',
  'server/domain/credentials/passkeys/second-factor.test.ts',
  'server/domain/credentials/passkeys/sign-in.test.ts',
  'server/domain/credentials/passkeys/sign-up.test.ts',
  'server/domain/credentials/passkeys/transactions.test.ts',
  'server/domain/credentials/passkeys/update.test.ts',
  'server/domain/credentials/passwords/guessing.test.ts',
  'server/domain/credentials/passwords/reset.test.ts',
  'server/domain/credentials/passwords/settings/settings.test.ts',
  'server/domain/credentials/totp/totp.test.ts',
  'server/domain/directory/custom-attributes/read-values.test.ts',
  'server/domain/directory/sign-in-refusals/refusals.test.ts',
  'server/domain/directory/applications/sso/oidc-apps.test.ts',
  'server/domain/directory/applications/sso/saml-apps.test.ts',
  'server/domain/directory/applications/sso/sso-apps.test.ts',
  'server/domain/directory/users/audited-changes.test.ts',
  'server/domain/directory/users/create.test.ts',
  'server/domain/directory/users/grants/grants.test.ts',
  'server/domain/directory/users/identifiers/sign-in-names.test.ts',
  'server/domain/directory/users/isolation.test.ts',
  'server/domain/federation/oauth/custom-provider.test.ts',
  'server/domain/federation/oauth/linking.test.ts',
  'server/domain/federation/oauth/oauth.test.ts',
  'server/domain/federation/oauth/oidc-provider.test.ts',
  'server/domain/federation/oauth/refused-answers.test.ts',
  'server/domain/federation/sign-in-summary/sign-in-summary.test.ts',
  'server/domain/federation/sso/exchange-code.test.ts',
  'server/domain/federation/sso/gaps.test.ts',
  'server/domain/federation/sso/identities/existing-users.test.ts',
  'server/domain/federation/sso/oidc/oidc.test.ts',
  'server/domain/federation/sso/refused-answers.test.ts',
  'server/domain/federation/sso/saml/metadata-page.test.ts',
  'server/domain/federation/sso/session-bounds.test.ts',
  'server/domain/federation/sso/settings/certificates.test.ts',
  'server/domain/federation/sso/settings/endpoints-v1.test.ts',
  'server/domain/federation/sso/settings/metadata-document.test.ts',
  'server/domain/federation/sso/settings/sdk.test.ts',
  'server/domain/pages/account/places.test.ts',
  'server/domain/pages/account/sign-in-methods.test.ts',
  'server/domain/pages/application-sign-in/ui-locales.test.ts',
  'server/domain/pages/application-test/application-test.test.ts',
  'server/domain/pages/applications/applications.test.ts',
  'server/domain/pages/browser-sessions/sign-in-again.test.ts',
  'server/domain/pages/hosted-pages/appearance.test.ts',
  'server/domain/pages/hosted-pages/choose.test.ts',
  'server/domain/pages/hosted-pages/code.test.ts',
  'server/domain/pages/hosted-pages/languages.test.ts',
  'server/domain/pages/hosted-pages/password-reasons.test.ts',
  'server/domain/pages/hosted-pages/providers.test.ts',
  'server/domain/pages/hosted-pages/second-factor.test.ts',
  'server/domain/pages/not-me/not-me.test.ts',
  'server/domain/pages/saml-sign-in/saml-sign-in.test.ts',
  'server/domain/project/audit-streams/syslog.test.ts',
  'server/domain/project/audit/export/verify-export.test.ts',
  'server/domain/project/projects/browser-settings.test.ts',
  'server/domain/project/projects/keys/signing-keys.test.ts',
  'server/domain/project/projects/projects.test.ts',
  'server/domain/sessions/impersonation-rights/authorize-impersonation.test.ts',
  'server/domain/sessions/impersonation/impersonation.test.ts',
  'server/domain/sessions/sign-in-policy/matrix.test.ts',
  'server/domain/sessions/token-management/anonymous.test.ts',
  'server/domain/sessions/token-management/client-assertion.test.ts',
  'server/domain/sessions/token-management/sign-in.test.ts',
  'server/domain/sessions/token-management/update-jwt.test.ts',
  'server/domain/sessions/sessions/another-party.test.ts',
  'server/domain/sessions/sessions/claims/claims.test.ts',
  'server/domain/sessions/sessions/freshness.test.ts',
  'server/domain/sessions/sessions/lists/lists.test.ts',
  'server/domain/sessions/sessions/pending.test.ts',
  'server/domain/sessions/sessions/revoke-others.test.ts',
  'server/domain/sessions/sessions/role-inheritance.test.ts',
  'server/domain/sessions/sessions/step-up.test.ts',
  'server/domain/sessions/sessions/tenant-rules.test.ts',
  'server/domain/sessions/sessions/token-attacks.test.ts',
  'server/domain/sessions/sign-in-policy/policies.test.ts',
  'server/domain/sessions/trusted-devices/trusted-devices.test.ts',
  'test/attribute-values.test.ts',
  'test/console-field-errors.test.ts',
  'test/effects/effects.test.ts',
  'test/endings/endings.test.ts',
  'test/interop/interop.test.ts',
  'test/live-sessions.test.ts',
  'test/ownership/account-takeover.test.ts',
  'test/ownership/other-address.test.ts',
  'test/redirect-addresses.test.ts',
  'test/refused-keys.test.ts',
];

/** Returns those of them that have no test about requests that meet, so that a usual run need not load them. */
export function leftToSqliteWhole(): string[] {
  if (process.env['TEST_WHOLE']) return [];
  return onlyRacesOnPostgres.filter((file) => !/\btags: 'race'/.test(readFileSync(file, 'utf8')));
}
