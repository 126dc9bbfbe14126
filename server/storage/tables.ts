import type { Kysely, Selectable } from 'kysely';
import type { AccessKeysTables } from './tables/access-keys.ts';
import type { AccountDeletionsTables } from './tables/account-deletions.ts';
import type { ActivityTables } from './tables/activity.ts';
import type { AuditTables } from './tables/audit.ts';
import type { AuditStreamsTables } from './tables/audit-streams.ts';
import type { ChallengesTables } from './tables/challenges.ts';
import type { ClientAssertionsTables } from './tables/client-assertions.ts';
import type { CustomAttributesTables } from './tables/custom-attributes.ts';
import type { FlowExecutionsTables } from './tables/flow-executions.ts';
import type { FlowsTables } from './tables/flows.ts';
import type { ImpersonationTables } from './tables/impersonation.ts';
import type { ImportedUsersTables } from './tables/imported-users.ts';
import type { InboundAppsTables } from './tables/inbound-apps.ts';
import type { MessagesTables } from './tables/messages.ts';
import type { OAuthTables } from './tables/oauth.ts';
import type { OpenidProviderTables } from './tables/openid-provider.ts';
import type { PasskeysTables } from './tables/passkeys.ts';
import type { PasswordSettingsTables } from './tables/password-settings.ts';
import type { PasswordsTables } from './tables/passwords.ts';
import type { ProjectsTables } from './tables/projects.ts';
import type { RateCountsTables } from './tables/rate-counts.ts';
import type { RecoveryCodesTables } from './tables/recovery-codes.ts';
import type { RolesTables } from './tables/roles.ts';
import type { SamlProviderTables } from './tables/saml-provider.ts';
import type { ScimTables } from './tables/scim.ts';
import type { SearchTables } from './tables/search.ts';
import type { SecretKeysTables } from './tables/secret-keys.ts';
import type { SecurityNoticesTables } from './tables/security-notices.ts';
import type { SessionsTables } from './tables/sessions.ts';
import type { SignInPoliciesTables } from './tables/sign-in-policies.ts';
import type { SsoTables } from './tables/sso.ts';
import type { SsoAppsTables } from './tables/sso-apps.ts';
import type { SsoSetupTables } from './tables/sso-setup.ts';
import type { TenantDomainsTables } from './tables/tenant-domains.ts';
import type { TenantsTables } from './tables/tenants.ts';
import type { TotpTables } from './tables/totp.ts';
import type { TrustedDevicesTables } from './tables/trusted-devices.ts';
import type { UsersTables } from './tables/users.ts';

/** The database or a transaction of it; an operation need not know which. */
export type Db = Kysely<Tables>;

/** Every table. The migrations create them; these types describe the result. */
export interface Tables
  extends ProjectsTables,
    TenantsTables,
    RolesTables,
    UsersTables,
    SessionsTables,
    TotpTables,
    ChallengesTables,
    SsoTables,
    ScimTables,
    SsoAppsTables,
    SsoSetupTables,
    TenantDomainsTables,
    CustomAttributesTables,
    AuditTables,
    AuditStreamsTables,
    ActivityTables,
    AccessKeysTables,
    PasskeysTables,
    PasswordSettingsTables,
    PasswordsTables,
    ClientAssertionsTables,
    FlowExecutionsTables,
    FlowsTables,
    ImpersonationTables,
    MessagesTables,
    OAuthTables,
    ImportedUsersTables,
    InboundAppsTables,
    OpenidProviderTables,
    RateCountsTables,
    AccountDeletionsTables,
    RecoveryCodesTables,
    SamlProviderTables,
    SearchTables,
    SecretKeysTables,
    SignInPoliciesTables,
    TrustedDevicesTables,
    SecurityNoticesTables {}

/** A row as a query returns it. */
export type Row<Name extends keyof Tables> = Selectable<Tables[Name]>;
