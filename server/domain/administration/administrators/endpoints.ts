import { endpoint } from '../../../http/endpoint.ts';
import { emptyObject, t } from '../../../http/schema.ts';
import { answerSession, jwtResponse } from '../../sessions/sessions/wire.ts';
import { createProject } from './create-project.ts';
import { accountEndpoints } from './endpoints-account.ts';
import { spendFirstLink } from './first-link.ts';
import { loadConsole } from './load-console.ts';
import { setRoles } from './set-roles.ts';
import { consoleOutput, consoleToWire, projectOutput, projectToWire, rolesInput } from './wire.ts';

export const consoleEndpoints = [
  endpoint({
    name: 'console.start',
    method: 'POST',
    path: '/v1/console/start',
    summary: 'Create the first owner of this instance with the link that the server printed',
    description:
      'Signs the owner in. The owner must then set up a passkey, or a password and an authenticator app. Until ' +
      'then, they have no access, and each start of the server prints a new link. A link works once, within 24 ' +
      'hours. Using one ends the others.',
    auth: 'project',
    signIn: 'firstlink',
    forAdministrators: 'only',
    limit: 'code',
    input: t.object({
      token: t.text({ maxLength: 255, description: 'The part of the link after #' }),
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
    summary: 'Get the signed-in administrator and their projects',
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
    summary: 'Create a project (owners only)',
    auth: 'refresh',
    forAdministrators: 'only',
    input: t.object({
      name: t.text({ maxLength: 255, emptyIsAbsent: true }),
      passwordMinLength: t.optional(
        t.integer({
          minimum: 8,
          maximum: 128,
          description: 'The minimum length of passwords. Default: 15',
        }),
      ),
    }),
    output: projectOutput,
    errors: ['E011004', 'E064010', 'E064011', 'E112102'],
    client: { parameters: ['name', 'passwordMinLength'], returns: 'project' },
    handle: async (ctx, input) => ({ project: projectToWire(await createProject(ctx, input), 'owner') }),
  }),
  endpoint({
    name: 'console.setRoles',
    method: 'POST',
    path: '/v1/console/administrator/roles',
    summary: 'Replace the roles of an administrator (owners only)',
    description:
      'In each project, the higher of two roles counts: the role in all projects and the role in this project.',
    auth: 'refresh',
    forAdministrators: 'only',
    input: rolesInput,
    output: emptyObject,
    errors: ['E011004', 'E064010', 'E064011', 'E112102'],
    client: { parameters: ['userId', 'role', 'projects'], returnsNothing: true },
    async handle(ctx, input) {
      await setRoles(ctx, input);
      return {};
    },
  }),
  ...accountEndpoints,
];
