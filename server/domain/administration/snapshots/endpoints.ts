import { endpoint } from '../../../http/endpoint.ts';
import { emptyObject, t } from '../../../http/schema.ts';
import { exportSnapshot } from './export-snapshot.ts';
import { importSnapshot, validateSnapshot } from './import-snapshot.ts';
import { maxFiles, type PartName } from './snapshot.ts';
import { excludes, files, inputSecrets, missingToWire, secretsFromWire, verdict } from './wire.ts';

/** As large as what comes out of `export` for thousands of tenants. */
const limits = {
  bodyLimitBytes: 16 * 1024 * 1024,
  jsonLimits: { maxItems: 10_000, maxKeys: maxFiles },
};

function partsIn(excluded: (PartName | 'lists')[] = []): PartName[] {
  return excluded.filter((name) => name !== 'lists');
}

export const snapshotEndpoints = [
  endpoint({
    name: 'management.project.exportSnapshot',
    method: 'POST',
    path: '/v1/mgmt/project/snapshot/export',
    otherPaths: ['/v1/mgmt/project/export'],
    summary: 'The configuration of the project as files',
    description:
      'Settings, roles, permissions, tenants, custom attributes, SSO applications and connections, OAuth providers, ' +
      'connectors, templates and webhooks; no users, no keys and no secrets. The same configuration gives the same files.',
    auth: 'management',
    role: 'administrator',
    input: t.object({
      format: t.reference({ description: 'Not used: files are JSON values' }),
      excludes,
    }),
    output: t.object({ files }),
    errors: ['E011004'],
    client: { parameters: ['excludes'] },
    handle: async (ctx, { excludes }) => ({ files: await exportSnapshot(ctx, partsIn(excludes)) }),
  }),
  endpoint({
    name: 'management.project.importSnapshot',
    method: 'POST',
    path: '/v1/mgmt/project/snapshot/import',
    otherPaths: ['/v1/mgmt/project/import'],
    summary: 'Make the project what files say',
    description:
      'All or nothing. What the files do not speak of stays, and nothing is deleted. A secret stays where what needs it ' +
      'stays the same; one that is missing is refused, unless it is among `inputSecrets`.',
    auth: 'management',
    role: 'owner',
    input: t.object({ files, inputSecrets, excludes }),
    output: emptyObject,
    errors: ['E011004', 'E113007'],
    client: { parameters: ['files', 'inputSecrets', 'excludes'], returnsNothing: true },
    ...limits,
    async handle(ctx, { files, inputSecrets, excludes }) {
      await importSnapshot(ctx, {
        files,
        secrets: secretsFromWire(inputSecrets),
        excludes: partsIn(excludes),
      });
      return {};
    },
  }),
  endpoint({
    name: 'management.project.validateSnapshot',
    method: 'POST',
    path: '/v1/mgmt/project/snapshot/validate',
    summary: 'What an import of these files would say',
    description: 'Nothing is changed.',
    auth: 'management',
    role: 'administrator',
    input: t.object({ files, inputSecrets, excludes }),
    output: verdict,
    errors: ['E011004'],
    client: { parameters: ['files', 'inputSecrets', 'excludes'] },
    ...limits,
    async handle(ctx, { files, inputSecrets, excludes }) {
      const { failures, missing } = await validateSnapshot(ctx, {
        ...{ files, secrets: secretsFromWire(inputSecrets), excludes: partsIn(excludes) },
      });
      return { ok: failures.length === 0, failures, missingSecrets: missingToWire(missing) };
    },
  }),
];
