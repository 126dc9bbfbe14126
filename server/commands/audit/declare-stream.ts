import type { Command } from 'commander';
import { wholeNumber, withJson } from '../arguments.ts';
import type { Terminal } from '../terminal.ts';

const ofProject = '--project <id>';

export function addStreamCommands(audit: Command, terminal: Terminal): void {
  const stream = audit.command('stream').description('Send the audit log to another system, such as a SIEM.');
  withJson(stream.command('add'))
    .description(
      'Send every event from now on to a receiver. With --url, prints the secret that signs the requests.',
    )
    .requiredOption(ofProject, 'the project')
    .option('--url <url>', 'post batches of CloudEvents to this URL')
    .option(
      '--headers-file <file>',
      'a file with headers for each request, one `Name: value` per line; - reads standard input',
    )
    .option('--syslog <host:port>', 'or send syslog messages (RFC 5424) to this receiver, over TLS')
    .option(
      '--ca-file <file>',
      'the certificate authority of the syslog receiver, if it is not a public one; - reads standard input',
    )
    .option('--plain', 'send syslog without TLS, only in your own network')
    .option('--name <name>', 'display name (default: the receiver’s host)')
    .option(
      '--after <row>',
      'begin after this row of the log instead; 0 sends all existing events',
      wholeNumber(0, Number.MAX_SAFE_INTEGER),
    )
    .action(async (options) => (await import('./stream.ts')).addStream(terminal, options));
  withJson(stream.command('list'))
    .description('List the streams of a project, with pending events and the last error of each.')
    .requiredOption(ofProject, 'the project')
    .action(async (options) => (await import('./stream.ts')).listStreams(terminal, options));
  withJson(stream.command('remove'))
    .description('Remove a stream. The log stays as it is.')
    .argument('<id>', 'the stream')
    .requiredOption(ofProject, 'the project')
    .action(async (id, options) => (await import('./stream.ts')).removeStream(terminal, id, options));
  withJson(stream.command('test'))
    .description('Send a test event now, from this machine, and print the response of the receiver.')
    .argument('<id>', 'the stream')
    .requiredOption(ofProject, 'the project')
    .action(async (id, options) => (await import('./stream.ts')).testStreamCommand(terminal, id, options));
}
