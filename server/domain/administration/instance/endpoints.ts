import { endpoint } from '../../../http/endpoint.ts';
import { emptyObject } from '../../../http/schema.ts';
import { hideProject } from './delete-project.ts';

export const instanceEndpoints = [
  endpoint({
    name: 'management.project.delete',
    method: 'POST',
    path: '/v1/mgmt/project/delete',
    summary: 'Delete the project of the management key',
    description:
      'Permanently, with all its users, keys and its audit log. From the answer on nobody finds the project: its keys, sessions and ' +
      'tokens are refused within five seconds on every instance. Its rows are deleted in the minutes after.',
    auth: 'management',
    role: 'owner',
    input: emptyObject,
    output: emptyObject,
    errors: [],
    client: { parameters: [], returnsNothing: true },
    async handle(ctx) {
      await hideProject(ctx, ctx, ctx.project.id);
      return {};
    },
  }),
];
