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
      'Permanently deletes the project with all its users, its keys and its audit log. Within five seconds, ' +
      'its keys, sessions and tokens stop working on every instance. The data itself is deleted over the ' +
      'following minutes.',
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
