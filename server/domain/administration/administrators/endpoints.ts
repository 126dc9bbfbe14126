import { endpoint } from '../../../http/endpoint.ts';
import { emptyObject, t } from '../../../http/schema.ts';
import { answerSession, jwtResponse } from '../../sessions/sessions/wire.ts';
import { createProject } from './create-project.ts';
import { spendFirstLink } from './first-link.ts';
import { loadConsole } from './load-console.ts';
import { consoleOutput, consoleToWire, projectOutput, projectToWire } from './wire.ts';

export const consoleEndpoints = [
  endpoint({
    name: 'console.start',
    method: 'POST',
    path: '/v1/console/start',
    summary: 'Make the first owner of this instance, by the link that the server has printed',
    description:
      'Signs in. A passkey, or a password and an authenticator app, are to be chosen next: without them there is nothing ' +
      'to see or to do, and the next start of the server prints another link. A link is good once, for 24 hours; the ' +
      'newest counts.',
    auth: 'project',
    forAdministrators: 'only',
    limit: 'code',
    input: t.object({
      token: t.text({ maxLength: 255, description: 'Behind the # of the link' }),
      loginId: t.text({ maxLength: 1_024, emptyIsAbsent: true }),
      name: t.text({ maxLength: 256 }),
    }),
    output: jwtResponse,
    errors: ['E011004', 'E062107', 'E062109', 'E062504', 'E112102'],
    client: { parameters: ['token', 'loginId', 'name'] },
    handle: async (ctx, input) => answerSession(ctx, await spendFirstLink(ctx, input), { firstSeen: true }),
  }),
  endpoint({
    name: 'console.load',
    method: 'GET',
    path: '/v1/console',
    summary: 'Who is signed in at the console, and what there is to administer',
    auth: 'refresh',
    forAdministrators: 'only',
    input: emptyObject,
    output: consoleOutput,
    errors: ['E112102'],
    client: { parameters: [] },
    handle: async (ctx) => consoleToWire(ctx, await loadConsole(ctx)),
  }),
  endpoint({
    name: 'console.createProject',
    method: 'POST',
    path: '/v1/console/project',
    summary: 'Make a project; for owners',
    auth: 'refresh',
    forAdministrators: 'only',
    input: t.object({
      name: t.text({ maxLength: 255, emptyIsAbsent: true }),
      passwordMinLength: t.optional(
        t.integer({
          minimum: 8,
          maximum: 128,
          description: 'Minimum length of passwords. Default: 15',
        }),
      ),
    }),
    output: projectOutput,
    errors: ['E011004', 'E064010', 'E064011', 'E112102'],
    client: { parameters: ['name', 'passwordMinLength'], returns: 'project' },
    handle: async (ctx, input) => ({ project: projectToWire(await createProject(ctx, input)) }),
  }),
];
