import { sealedConnectorSecrets } from './delivery/connectors/connectors.ts';
import { sealedMessages } from './delivery/message.ts';
import { sealedWebhookSecrets } from './delivery/webhook/deliver-event.ts';
import { sealedSectorSalts } from './domain/applications/openid-provider/subject.ts';
import { sealedEarlierPasswords, sealedPasswords } from './domain/credentials/passwords/hashing.ts';
import { sealedTotpSecrets, sealedTotpSignUps } from './domain/credentials/totp/start-totp.ts';
import { sealedAppSecrets, sealedInboundAppSecrets } from './domain/directory/client-secrets/secrets.ts';
import { sealedSamlAppKeys } from './domain/directory/sso-apps/saml-keys.ts';
import { sealedProviderSecrets } from './domain/federation/oauth/provider.ts';
import { sealedAnswers } from './domain/federation/oauth/receive-callback.ts';
import { sealedProviderTokens } from './domain/federation/oauth/tokens/kept-tokens.ts';
import { sealedSpKeys } from './domain/federation/sso/connection.ts';
import { sealedSsoTokens } from './domain/federation/sso/oidc/keep-tokens.ts';
import { sealedClientSecrets } from './domain/federation/sso/oidc/settings.ts';
import { sealedAuditKeys } from './domain/project/audit/sealing/audit-key.ts';
import { sealedReceivers } from './domain/project/audit-streams/audit-stream.ts';
import { sealedApplicationKeys } from './domain/project/projects/keys/application-keys.ts';
import { sealedAssertionKeys } from './domain/project/projects/keys/assertion-keys.ts';
import { sealedSigningKeys } from './domain/project/projects/keys/signing-keys.ts';
import type { SealedColumn } from './storage/sealed-columns.ts';

/**
 * All columns with sealed values, for the rotation of the secret key. Only the exchange codes are not among them: they live
 * for a minute.
 */
export const sealedColumns: readonly SealedColumn[] = [
  sealedSigningKeys,
  sealedApplicationKeys,
  sealedAssertionKeys,
  sealedAuditKeys,
  sealedConnectorSecrets,
  sealedWebhookSecrets,
  sealedReceivers,
  sealedAppSecrets,
  sealedSectorSalts,
  sealedInboundAppSecrets,
  sealedSamlAppKeys,
  sealedProviderSecrets,
  sealedSpKeys,
  sealedClientSecrets,
  sealedProviderTokens,
  sealedSsoTokens,
  sealedTotpSecrets,
  sealedPasswords,
  sealedEarlierPasswords,
  sealedMessages,
  sealedTotpSignUps,
  sealedAnswers,
];
