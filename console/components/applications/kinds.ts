import { AppWindow, Handshake, type LucideIcon } from 'lucide-react';
import type {
  Client,
  ClientSecret,
  InboundApplication,
  Result,
  SsoApplication,
} from '../../../client/client.ts';

/** The kinds of applications that are clients, with what the screens of both do in the same way. */
export interface ClientKind {
  /** The path of its screen, and the key of its queries. */
  screen: 'apps' | 'third-party-apps';
  icon: LucideIcon;
  /** The methods for its client secrets. */
  secrets(client: Client): SecretMethods;
  remove(client: Client, id: string): ReturnType<Client['management']['ssoApplication']['delete']>;
}

interface SecretMethods {
  listApplicationSecrets(appId: string): Promise<Result<ClientSecret[]>>;
  rotateApplicationSecret(appId: string): Promise<Result<{ cleartext: string }>>;
  addApplicationSecret(
    appId: string,
    name: string,
    expireTime: number,
  ): Promise<Result<{ cleartext: string }>>;
  revokeApplicationSecret(appId: string, name: string): Promise<Result<unknown>>;
}

export const ssoKind: ClientKind = {
  screen: 'apps',
  icon: AppWindow,
  secrets: ({ management }) => management.ssoApplication,
  remove: ({ management }, id) => management.ssoApplication.delete(id),
};

export const thirdPartyKind: ClientKind = {
  screen: 'third-party-apps',
  icon: Handshake,
  secrets: ({ management }) => management.inboundApplication,
  remove: ({ management }, id) => management.inboundApplication.deleteApplication(id),
};

/** The application that has the secrets. */
export interface SecretsProps {
  kind: ClientKind;
  appId: string;
}

/** The key of the query for the secrets. */
export function secretsKey({ kind, appId }: SecretsProps): string[] {
  return [`${kind.screen}-secrets`, appId];
}

/** Reports whether an application proves its identity by a secret. */
export function usesSecret(app: SsoApplication | InboundApplication): boolean {
  const { isClient, tokenEndpointAuthMethod } =
    'appType' in app
      ? {
          isClient: app.appType === 'oidc' && app.oidcSettings.clientType !== 'public',
          ...app.oidcSettings,
        }
      : { isClient: !app.nonConfidentialClient, ...app };
  return isClient && tokenEndpointAuthMethod !== 'private_key_jwt';
}
