import type { ProjectContext } from '../../../../core/context.ts';
import { ServiceError } from '../../../../core/errors.ts';
import { endpoint } from '../../../../http/endpoint.ts';
import { emptyObject, type Static, t } from '../../../../http/schema.ts';
import { transaction } from '../../../../storage/transaction.ts';
import { deleteApplication } from '../change.ts';
import { secretEndpoints } from '../secrets/endpoints.ts';
import { bodyLimitBytes, newAppId } from '../wire.ts';
import { changeInboundApp } from './change-app.ts';
import { createInboundApp } from './create-app.ts';
import { scopeMappingEndpoints } from './endpoints-mappings.ts';
import { maxInboundApps } from './inbound-app.ts';
import { countInboundApps, loadInboundApp, loadInboundApps } from './load-app.ts';
import {
  appId,
  inboundAppInput,
  inboundAppSchema,
  inboundAppsSchema,
  inboundAppToWire,
  settingsFromWire,
} from './wire.ts';

const changedInput = t.object({ id: appId, ...inboundAppInput, name: t.reference() });

async function change(
  ctx: ProjectContext,
  { id, name, customAttributes, ...given }: Static<typeof changedInput>,
  { overwrite }: { overwrite: boolean },
): Promise<Record<string, never>> {
  const settings = settingsFromWire(given);
  await changeInboundApp(ctx, id, { name, settings, customAttributes }, { overwrite });
  return {};
}

export const inboundAppEndpoints = [
  endpoint({
    name: 'management.inboundApplication.createApplication',
    method: 'POST',
    path: '/v1/mgmt/thirdparty/app/create',
    otherPaths: ['/v2/mgmt/thirdparty/app/create'],
    summary: 'Create a third-party application',
    description:
      'Users grant it its scopes on a consent page. It gets a client secret, which is in the response, unless ' +
      'it is a public client or authenticates with a key.',
    auth: 'management',
    input: t.object({ id: newAppId, ...inboundAppInput }),
    output: t.object({
      id: t.text(),
      clientId: t.text(),
      cleartext: t.text({ description: 'The client secret' }),
    }),
    errors: ['E011004', 'E111801', 'E501001'],
    bodyLimitBytes,
    async handle(ctx, { id, name, customAttributes, ...given }) {
      const settings = settingsFromWire(given);
      const created = await createInboundApp(ctx, { id, name, settings, customAttributes });
      return { id: created.id, clientId: created.clientId, cleartext: created.secret };
    },
  }),
  endpoint({
    name: 'management.inboundApplication.updateApplication',
    method: 'POST',
    path: '/v1/mgmt/thirdparty/app/update',
    otherPaths: ['/v2/mgmt/thirdparty/app/update'],
    summary: 'Update a third-party application',
    description:
      'Overwrites the application: absent fields become empty or false. `customAttributes` stay if they are absent.',
    auth: 'management',
    input: t.object({ id: appId, ...inboundAppInput }),
    output: emptyObject,
    errors: ['E011004', 'E111801', 'E111802', 'E501001'],
    client: { returnsNothing: true },
    bodyLimitBytes,
    handle: (ctx, input) => change(ctx, input, { overwrite: true }),
  }),
  endpoint({
    name: 'management.inboundApplication.patchApplication',
    method: 'POST',
    path: '/v1/mgmt/thirdparty/app/patch',
    summary: 'Change individual fields of a third-party application',
    auth: 'management',
    input: changedInput,
    output: emptyObject,
    errors: ['E011004', 'E111801', 'E111802', 'E501001'],
    client: { returnsNothing: true },
    bodyLimitBytes,
    handle: (ctx, input) => change(ctx, input, { overwrite: false }),
  }),
  endpoint({
    name: 'management.inboundApplication.patchApplicationV2',
    method: 'POST',
    path: '/v2/mgmt/thirdparty/app/patch',
    summary: 'Change individual fields of a third-party application, for the Go SDK',
    description: 'Empty texts and false flags count as absent, because the SDK sends every field.',
    auth: 'management',
    input: changedInput,
    output: emptyObject,
    errors: ['E011004', 'E111801', 'E111802', 'E501001'],
    client: { returnsNothing: true },
    bodyLimitBytes,
    async handle(ctx, { id, name, customAttributes, ...given }) {
      const filled = Object.entries(given).filter(([, value]) => value !== '' && value !== false);
      const settings = Object.fromEntries(filled) as typeof given;
      return change(ctx, { id, name, customAttributes, ...settings }, { overwrite: false });
    },
  }),
  endpoint({
    name: 'management.inboundApplication.deleteApplication',
    method: 'POST',
    path: '/v1/mgmt/thirdparty/app/delete',
    summary: 'Delete a third-party application',
    description: 'Also deletes its secrets, the users’ consents and its tokens.',
    auth: 'management',
    input: t.object({ id: appId }),
    output: emptyObject,
    errors: ['E111802'],
    client: { parameters: ['id'], returnsNothing: true },
    async handle(ctx, { id }) {
      await deleteApplication(ctx, 'thirdParty', id);
      return {};
    },
  }),
  endpoint({
    name: 'management.inboundApplication.deleteApplicationBatch',
    method: 'POST',
    path: '/v1/mgmt/thirdparty/app/delete/batch',
    summary: 'Delete third-party applications',
    description: 'Deletes all of them, or none if one ID is unknown.',
    auth: 'management',
    input: t.object({ ids: t.list(appId, { minItems: 1, maxItems: 100 }) }),
    output: emptyObject,
    errors: ['E111802'],
    client: { parameters: ['ids'], returnsNothing: true },
    async handle(ctx, { ids }) {
      await transaction(ctx, async (ctx: ProjectContext) => {
        for (const id of new Set(ids)) await deleteApplication(ctx, 'thirdParty', id);
      });
      return {};
    },
  }),
  endpoint({
    name: 'management.inboundApplication.loadApplication',
    method: 'GET',
    path: '/v1/mgmt/thirdparty/app/load',
    otherPaths: ['/v2/mgmt/thirdparty/app/load'],
    summary: 'Load a third-party application',
    auth: 'management',
    role: 'auditor',
    input: t.object({ id: t.reference(), clientId: t.reference({ description: 'Instead of the ID' }) }),
    output: inboundAppSchema,
    errors: ['E011002', 'E111802'],
    client: { parameters: ['id'] },
    async handle(ctx, { id, clientId }) {
      if (!id && !clientId) throw new ServiceError('E011002', 'The id field is required');
      return inboundAppToWire(await loadInboundApp(ctx, id ? { id } : { clientId: clientId ?? '' }));
    },
  }),
  endpoint({
    name: 'management.inboundApplication.loadAllApplications',
    method: 'GET',
    path: '/v1/mgmt/thirdparty/apps/load',
    summary: 'List third-party applications',
    description: 'Oldest first, at most 10,000.',
    auth: 'management',
    role: 'auditor',
    input: emptyObject,
    output: t.object({ apps: inboundAppsSchema }),
    errors: [],
    client: { returns: 'apps' },
    handle: async (ctx) => ({
      apps: (await loadInboundApps(ctx, { limit: maxInboundApps })).map(inboundAppToWire),
    }),
  }),
  endpoint({
    name: 'management.inboundApplication.searchApplications',
    method: 'POST',
    path: '/v2/mgmt/thirdparty/apps/load',
    summary: 'List third-party applications by page',
    auth: 'management',
    role: 'auditor',
    input: t.object({
      page: t.optional(t.integer({ minimum: 0 })),
      limit: t.optional(t.integer({ minimum: 0, maximum: 1_000, description: '0, the default: 100' })),
    }),
    output: t.object({ apps: inboundAppsSchema, total: t.integer() }),
    errors: [],
    async handle(ctx, { page = 0, limit: asked = 0 }) {
      const limit = asked || 100;
      const apps = await loadInboundApps(ctx, { limit, offset: limit * page });
      return { apps: apps.map(inboundAppToWire), total: await countInboundApps(ctx) };
    },
  }),
  ...secretEndpoints({
    kind: 'thirdParty',
    methods: 'management.inboundApplication',
    path: '/v1/mgmt/thirdparty/app',
    an: 'a third-party application',
    appId,
    idField: 'id',
  }),
  ...scopeMappingEndpoints,
];
