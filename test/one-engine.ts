/**
 * The tests that `npm test` runs once, with SQLite, because PostgreSQL cannot change their result. All other
 * files run on both engines, and so does a new file until it is listed here. For a single test in another file
 * use `testOnce` (`test/engine.ts`).
 */

/** Opens no database, or always a SQLite database of its own. */
export const withoutDatabase = [
  'client/**/*.test.ts',
  'console/**/*.test.ts',
  'scripts/**/*.test.ts',
  'test/documents.test.ts',
  'server/core/**/*.test.ts',
  'server/protocols/**/*.test.ts',
  'server/storage/sqlite/**/*.test.ts',
  'server/delivery/email/**/*.test.ts',
  'server/dev/{faults,simulator}.test.ts',
  'server/http/{bodies-and-faults,client-address,credentials,language,openapi,page}.test.ts',
  'server/http/{rate-limit-counts,schema,server}.test.ts',
  'server/domain/directory/users/identifiers/mask.test.ts',
  'server/domain/project/audit/changes.test.ts',
  'server/domain/credentials/import/sources/sources.test.ts',
  'server/domain/pages/hosted-pages/palette.test.ts',
  'server/domain/federation/oauth/providers/known.test.ts',
  'server/domain/credentials/passwords/{attempts,common-passwords}.test.ts',
  'server/domain/project/projects/{redirect-url,redirect-urls}.test.ts',
  'server/domain/federation/sso/identities/role-mapping.test.ts',
  'server/domain/federation/sso/saml/verify-worker.test.ts',
  'test/{deployment,every-input,one-engine,quick-start}.test.ts',
];

/** Starts a complete Latchkey, but tests a decision made outside the database. */
export const withoutSqlOfItsOwn = [
  // The tail of the text index, which SQLite alone has.
  'server/domain/directory/users/search/fold-texts.test.ts',
  // What is in the packages. The same build on both engines: test/built-server.
  'test/packages.test.ts',
  // Files of the built console and their headers.
  'server/http/console.test.ts',
  // A PostgreSQL of its own, with a certificate, whichever engine the run is about.
  'server/storage/postgres/tls.test.ts',
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
  // Counters in memory (decisions/0015). The setting: projects/projects.
  'test/rate-limits.test.ts',
  // Journeys in a browser, over operations whose domain groups are tested on both engines. On both engines stay one of
  // each kind: hosted-pages, node-sdk, simplesamlphp; and outage, which is about databases.
  'test/journeys/console.test.ts',
  'test/journeys/console-{access,navigation,screens,tables,trouble}.test.ts',
  'test/journeys/hosted-providers.test.ts',
  'test/journeys/inbox.test.ts',
  'test/journeys/oauth-{browser,demo}.test.ts',
  'test/journeys/passkeys.test.ts',
  'test/journeys/{simulator,sso-setup}.test.ts',
  'test/journeys/web-sdk.test.ts',
];

/** SQLite has no order of rows to change (most of its tables lie in the order of a key), and no other instances. */
export const onlyOnPostgres = [
  'server/storage/postgres/first-statistics.test.ts',
  'test/list-order.test.ts',
  'test/planned-once.test.ts',
  'test/shared-rate-limits.test.ts',
];
