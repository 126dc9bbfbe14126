import type { NeededSecret, SecretKind, Secrets } from '../../snapshot-part.ts';

export type GivenSecrets = Partial<Record<SecretKind, (NeededSecret & { value: string })[]>>;
export type MissingSecrets = Record<SecretKind, NeededSecret[]>;

/** The secrets of one import. */
export class ImportSecrets implements Secrets {
  readonly #given: GivenSecrets;
  readonly missing: MissingSecrets = { connectors: [], oauthProviders: [], ssoConnections: [] };

  constructor(given: GivenSecrets) {
    this.#given = given;
  }

  find(kind: SecretKind, id: string, type: string): string | undefined {
    const found = this.#given[kind]?.find((secret) => secret.id === id && secret.type === type);
    return found?.value || undefined;
  }

  miss(kind: SecretKind, secret: NeededSecret): void {
    this.missing[kind].push(secret);
  }

  /** Reports whether there may be a secret for a record that is otherwise unchanged. */
  isGivenFor(kind: SecretKind | undefined): boolean {
    return kind !== undefined && (this.#given[kind]?.length ?? 0) > 0;
  }
}
