import { ServiceError } from '../../core/errors.ts';
import {
  createStream,
  deleteStream,
  loadStreams,
  type StreamState,
} from '../../domain/project/audit-streams/change-streams.ts';
import { testStream } from '../../domain/project/audit-streams/test-stream.ts';
import { streamToWire } from '../../domain/project/audit-streams/wire.ts';
import { enterAnyProject, withService } from '../open.ts';
import {
  asTime,
  CommandFailure,
  type OutputOptions,
  printJson,
  printLabels,
  printLine,
  printTable,
} from '../output.ts';
import type { Terminal } from '../terminal.ts';
import { type ReceiverOptions, receiverOf } from './stream-receiver.ts';

interface Options extends OutputOptions {
  project: string;
}

interface AddOptions extends Options, ReceiverOptions {
  name?: string;
  after?: number;
}

export async function addStream(
  terminal: Terminal,
  { project, name, after, json, ...options }: AddOptions,
): Promise<void> {
  const receiver = await receiverOf(terminal, options);
  const { stream, secret } = await withService(terminal, async (service) =>
    createStream(await enterAnyProject(service, project), {
      name: name ?? receiver.name,
      after,
      ...receiver.given,
    }),
  );
  if (json) return printJson(terminal, { ...streamToWire(stream), secret });
  printLabels(terminal, [
    ['Stream ID', stream.id],
    ['Destination', stream.destination],
    ['Begins after', `row ${stream.sentSequence}`],
    ...(secret ? [['Secret', `${secret}   (shown only now)`] as const] : []),
  ]);
}

export async function listStreams(terminal: Terminal, { project, json }: Options): Promise<void> {
  const streams = await withService(terminal, async (service) =>
    loadStreams(await enterAnyProject(service, project)),
  );
  if (json) return printJson(terminal, streams.map(streamToWire));
  if (streams.length === 0) return printLine(terminal, 'The project has no audit stream.');
  printTable(
    terminal,
    ['STREAM ID', 'NAME', 'DESTINATION', 'SENT', 'WAITING', 'STATE'],
    streams.map((stream) => [
      ...[stream.id, stream.name, stream.destination],
      ...[`row ${stream.sentSequence}`, String(stream.waitingEvents), stateOf(stream)],
    ]),
  );
}

function stateOf({ failingSince, lastError, lastSentAt }: StreamState): string {
  if (failingSince !== null) return `failing since ${asTime(failingSince)}: ${lastError}`;
  return lastSentAt === null ? 'nothing sent yet' : `sent ${asTime(lastSentAt)}`;
}

export async function removeStream(
  terminal: Terminal,
  id: string,
  { project, json }: Options,
): Promise<void> {
  await withService(terminal, async (service) => deleteStream(await enterAnyProject(service, project), id));
  if (json) printJson(terminal, { id, removed: true });
  else printLine(terminal, `Removed ${id}. It sends no more events.`);
}

export async function testStreamCommand(
  terminal: Terminal,
  id: string,
  { project, json }: Options,
): Promise<void> {
  const response = await withService(terminal, async (service) =>
    testStream(await enterAnyProject(service, project), id),
  ).catch((error) => {
    // Not a wrong use of the command.
    const isRefused = error instanceof ServiceError && error.code === 'E113502';
    throw isRefused ? new CommandFailure(error.message) : error;
  });
  if (json) printJson(terminal, { id, response });
  else printLine(terminal, `The receiver has confirmed the test event: ${response}`);
}
