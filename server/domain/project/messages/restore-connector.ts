import type { ProjectContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { providerNamed, providers } from '../../../delivery/connectors/providers.ts';
import { secretFrom, secretTextsOf } from '../../../delivery/connectors/secret.ts';
import { emptyObject, readInput, type Static, t } from '../../../http/schema.ts';
import { unknownField } from '../../../http/unknown-field.ts';
import type { StoredSecret } from '../../snapshot-part.ts';
import { loadConnectors, readConnector, setConnector } from './change-connector.ts';
import { channel, connectorToWire } from './wire-connectors.ts';

/** A connector without its secrets. */
export const connectorFile = t.object({
  channel,
  provider: t.choice(providers.map(({ name }) => name)),
  settings: t.map(t.any()),
  secrets: t.optional(t.list(t.text({ maxLength: 128 }), { maxItems: 20 })),
});

export type ConnectorFile = Static<typeof connectorFile>;

/** Describes connectors, with the names of their secrets. */
export async function describeConnectors(
  ctx: Pick<ProjectContext, 'db' | 'project' | 'sealer'>,
): Promise<Required<ConnectorFile>[]> {
  const connectors = await loadConnectors(ctx);
  return connectors.map(connectorToWire).map(({ channel, provider, settings, secrets }) => ({
    channel: channel as ConnectorFile['channel'],
    provider,
    settings,
    secrets: secrets.toSorted(),
  }));
}

export async function clearSecrets(
  ctx: Pick<ProjectContext, 'db' | 'project' | 'sealer'>,
): Promise<StoredSecret[]> {
  const connectors = await loadConnectors(ctx);
  return connectors.flatMap(({ channel: id, provider, secret }) =>
    Object.entries(secretTextsOf(providerNamed(provider), secret)).map(([type, value]) => ({
      id,
      type,
      value,
    })),
  );
}

/** The settings of each provider, without its secret. */
const schemas = new Map(
  providers.map(({ name, input, secretField }) => [name, t.without(input, secretField)]),
);

/**
 * Applies the description of a connector to its channel. It contains no secrets: existing ones stay if their
 * destination stays. E011002, E011003 and E011004 name the invalid field.
 */
export async function restoreConnector(
  ctx: ProjectContext,
  { channel, provider: name, settings }: ConnectorFile,
  secrets: Record<string, string>,
): Promise<void> {
  const provider = providerNamed(name);
  const schema = schemas.get(name) ?? emptyObject;
  const unknown = unknownField(schema, settings);
  if (unknown) throw new ServiceError('E011003', `settings.${unknown} is unknown. Remove it`);
  const input = readConnector(ctx, provider, {
    settings: { ...readInput(schema, settings) },
    secret: Object.keys(secrets).length > 0 ? secretFrom(provider, secrets) : undefined,
  });
  if (provider.channel !== channel)
    throw new ServiceError('E011004', `${name} is not a provider for ${channel}`);
  await setConnector(ctx, input);
}
