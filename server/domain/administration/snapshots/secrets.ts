import type { PartName } from './snapshot.ts';

export const secretKinds = ['connectors', 'oauthProviders', 'ssoConnections'] as const;
export type SecretKind = (typeof secretKinds)[number];

export interface NeededSecret {
  /** Of what needs it. */
  id: string;
  name: string;
  /** `password`, `clientSecret`, the name of a header, … */
  type: string;
}

export type GivenSecrets = Partial<Record<SecretKind, (NeededSecret & { value: string })[]>>;
export type MissingSecrets = Record<SecretKind, NeededSecret[]>;

/** The secrets that come along with a snapshot, and those that would have had to. */
export class Secrets {
  readonly #given: GivenSecrets;
  readonly missing: MissingSecrets = { connectors: [], oauthProviders: [], ssoConnections: [] };

  constructor(given: GivenSecrets) {
    this.#given = given;
  }

  /** Empty ones are none. */
  find(kind: SecretKind, id: string, type: string): string | undefined {
    const found = this.#given[kind]?.find((secret) => secret.id === id && secret.type === type);
    return found?.value || undefined;
  }

  miss(kind: SecretKind, secret: NeededSecret): void {
    this.missing[kind].push(secret);
  }

  /** Whether there may be a secret for something that is otherwise as it is. */
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
