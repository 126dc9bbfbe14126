import type { ProjectContext } from '../../../core/context.ts';
import { endpoint } from '../../../http/endpoint.ts';
import { emptyObject } from '../../../http/schema.ts';
import { deleteAccessKeys, setAccessKeyStatus } from './change-key.ts';
import { keyReference, keyReferences } from './wire.ts';

interface Change {
  name: string;
  summary: string;
  description?: string;
  change(ctx: ProjectContext, ids: string[]): Promise<void>;
}

const changes: Change[] = [
  {
    name: 'activate',
    summary: 'Activate',
    change: (ctx, ids) => setAccessKeyStatus(ctx, ids, 'active'),
  },
  {
    name: 'deactivate',
    summary: 'Deactivate',
    description: 'A deactivated key stops working immediately. Its session JWTs expire within minutes.',
    change: (ctx, ids) => setAccessKeyStatus(ctx, ids, 'inactive'),
  },
  {
    name: 'delete',
    summary: 'Delete',
    description: 'A deleted key stops working immediately. Its session JWTs expire within minutes.',
    change: deleteAccessKeys,
  },
];

/** Each operation exists for one key and for several: all or none. */
export const statusEndpoints = changes.flatMap(({ name, summary, description, change }) => [
  endpoint({
    name: `management.accessKey.${name}`,
    method: 'POST',
    path: `/v1/mgmt/accesskey/${name}`,
    summary: `${summary} an access key`,
    ...(description && { description }),
    auth: 'management',
    input: keyReference,
    output: emptyObject,
    errors: ['E111501'],
    client: { parameters: ['id'] },
    async handle(ctx, { id }) {
      await change(ctx, [id]);
      return {};
    },
  }),
  endpoint({
    name: `management.accessKey.${name}Batch`,
    method: 'POST',
    path: `/v1/mgmt/accesskey/${name}/batch`,
    summary: `${summary} several access keys`,
    description: ['Applies to all keys or none.', description].filter(Boolean).join(' '),
    auth: 'management',
    input: keyReferences,
    output: emptyObject,
    errors: ['E111501'],
    client: { parameters: ['ids'] },
    async handle(ctx, { ids }) {
      await change(ctx, ids);
      return {};
    },
  }),
]);
