import { ServiceError } from '../../core/errors.ts';
import { providerNamed } from '../../delivery/connectors/providers.ts';
import { type MessageChannel, messageChannels } from '../../delivery/message.ts';
import { deleteConnector, loadConnectors } from '../../domain/project/messages/change-connector.ts';
import { restoreConnector } from '../../domain/project/messages/restore-connector.ts';
import { testConnector } from '../../domain/project/messages/test-connector.ts';
import { connectorToWire } from '../../domain/project/messages/wire-connectors.ts';
import { enterProject, withService } from '../open.ts';
import {
  CommandFailure,
  type OutputOptions,
  printJson,
  printLabels,
  printLine,
  printTable,
} from '../output.ts';
import type { Terminal } from '../terminal.ts';
import { readConnectorSecret } from './read-secrets.ts';

interface Options extends OutputOptions {
  project: string;
}

/** The other options are settings, under the names that the API uses, and the file with the secret. */
type SetOptions = Options & Record<string, unknown>;

type Shown = ReturnType<typeof connectorToWire>;

export async function listConnectors(terminal: Terminal, { project, json }: Options): Promise<void> {
  const connectors = await withService(terminal, async (service) =>
    (await loadConnectors(await enterProject(service, project))).map(connectorToWire),
  );
  if (json) printJson(terminal, connectors);
  else if (connectors.length === 0) printLine(terminal, 'The project has no connectors.');
  else
    printTable(
      terminal,
      ['CHANNEL', 'PROVIDER', 'SETTINGS', 'SECRETS'],
      connectors.map(({ channel, provider, settings, secrets }) => [
        ...[channel, provider, settingsText(settings), secrets.join(' ') || 'none'],
      ]),
    );
}

export async function setConnector(
  terminal: Terminal,
  name: string,
  { project, json, ...given }: SetOptions,
): Promise<void> {
  const provider = providerNamed(name);
  const { channel, secretField } = provider;
  const { [`${secretField}File`]: file, ...settings } = given;
  const secrets = await readConnectorSecret(terminal, provider, file as string | undefined);
  const connector = await withService(terminal, async (service) => {
    const ctx = await enterProject(service, project);
    await restoreConnector(ctx, { channel, provider: name, settings }, secrets).catch((error) =>
      refuseOption(error, settings),
    );
    const now = (await loadConnectors(ctx)).map(connectorToWire);
    return now.find((one) => one.channel === channel) as Shown;
  });
  if (json) {
    printJson(terminal, connector);
    return;
  }
  printLabels(terminal, [
    ['Channel', channel],
    ['Provider', name],
    ['Settings', settingsText(connector.settings)],
    ['Secrets', connector.secrets.join(' ') || 'none'],
  ]);
  printLine(terminal, `Try it: latchkey connector test ${channel} --project ${project} --to <recipient>`);
}

export async function removeConnector(
  terminal: Terminal,
  channel: string,
  { project, json }: Options,
): Promise<void> {
  const known = readChannel(channel);
  await withService(terminal, async (service) =>
    deleteConnector(await enterProject(service, project), known),
  );
  if (json) printJson(terminal, { channel, removed: true });
  else
    printLine(
      terminal,
      `Removed the ${channel} connector. Waiting messages stay in the outbox until you set up another one.`,
    );
}

export async function testConnectorCommand(
  terminal: Terminal,
  channel: string,
  { project, to, locale, json }: Options & { to: string; locale?: string },
): Promise<void> {
  const known = readChannel(channel);
  const response = await withService(terminal, async (service) =>
    testConnector(await enterProject(service, project), { channel: known, to, locale }),
  ).catch((error) => {
    if (!(error instanceof ServiceError) || error.code !== 'E113003') throw error;
    throw new CommandFailure(`The message was not sent. The provider’s response: ${error.message}`);
  });
  if (json) printJson(terminal, { channel, to, response });
  else printLine(terminal, `The message was sent. The provider’s response: ${response}`);
}

/** Names the option where the message names the setting. */
function refuseOption(error: unknown, settings: Record<string, unknown>): never {
  if (!(error instanceof ServiceError)) throw error;
  const [field = ''] = error.message.split(' ', 1);
  if (!(field in settings)) throw error;
  const option = field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  throw new CommandFailure(`--${option}${error.message.slice(field.length)}`, 2);
}

function readChannel(text: string): MessageChannel {
  const channel = messageChannels.find((one) => one === text);
  if (channel) return channel;
  throw new CommandFailure(`${text} is not a channel. Use one of ${messageChannels.join(', ')}`, 2);
}

function settingsText(settings: Record<string, unknown>): string {
  return Object.entries(settings)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}=${value}`)
    .join(' ');
}
