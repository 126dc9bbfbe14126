import type { PartName } from './snapshot.ts';

export const secretKinds = ['connectors', 'oauthProviders', 'ssoConnections'] as const;
export type SecretKind = (typeof secretKinds)[number];

export interface NeededSecret {
  /** The ID of the record that uses the secret. */
  id: string;
  name: string;
  /** `password`, `clientSecret`, the name of a header, … */
  type: string;
}

export type GivenSecrets = Partial<Record<SecretKind, (NeededSecret & { value: string })[]>>;
export type MissingSecrets = Record<SecretKind, NeededSecret[]>;

/** The secrets that are sent with a snapshot, and those that are missing. */
export class Secrets {
  readonly #given: GivenSecrets;
  readonly missing: MissingSecrets = { connectors: [], oauthProviders: [], ssoConnections: [] };

  constructor(given: GivenSecrets) {
    this.#given = given;
  }

  /** Returns a secret. Empty ones count as missing. */
  find(kind: SecretKind, id: string, type: string): string | undefined {
    const found = this.#given[kind]?.find((secret) => secret.id === id && secret.type === type);
    return found?.value || undefined;
  }

  miss(kind: SecretKind, secret: NeededSecret): void {
    this.missing[kind].push(secret);
  }

  /** Reports whether there may be a secret for a record that is otherwise unchanged. */
  isGivenFor(part: PartName): boolean {
    const kinds: Partial<Record<PartName, SecretKind>> = {
      connectors: 'connectors',
      oauthProviders: 'oauthProviders',
      tenants: 'ssoConnections',
    };
    const kind = kinds[part];
    return kind !== undefined && (this.#given[kind]?.length ?? 0) > 0;
  }
}
