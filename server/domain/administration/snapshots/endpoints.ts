import { ServiceError } from '../../../core/errors.ts';
import { readName } from '../../../core/names.ts';
import { type Endpoint, endpoint } from '../../../http/endpoint.ts';
import { t } from '../../../http/schema.ts';
import { readProject } from '../../project/projects/load-project.ts';
import type { Part } from '../../snapshot-part.ts';
import { cloneProject } from './clone-project.ts';
import { exportSnapshot } from './export-snapshot.ts';
import { importSnapshot, validateSnapshot } from './import-snapshot.ts';
import { maxFiles } from './snapshot.ts';
import {
  cloneInput,
  cloneOutput,
  cloneToWire,
  excludesInput,
  files,
  inputSecrets,
  missingToWire,
  notes,
  secretsFromWire,
  verdict,
} from './wire.ts';

/** Limits that fit an export with thousands of tenants. */
const limits = {
  bodyLimitBytes: 16 * 1024 * 1024,
  jsonLimits: { maxItems: 10_000, maxKeys: maxFiles },
};

/** Builds the endpoints for snapshots of these parts. */
export function snapshotEndpoints(parts: readonly Part[]): Endpoint[] {
  const excludes = excludesInput(parts.map(({ name }) => name));
  return [
    endpoint({
      name: 'management.project.clone',
      method: 'POST',
      path: '/v1/mgmt/project/clone',
      summary: 'Create a project with the configuration of this one',
      description:
        'Settings, roles, permissions, tenants, custom attributes, SSO applications and connections, OAuth ' +
        'providers, connectors, templates and webhooks, with their secrets. Users, access keys and other ' +
        'management keys are not copied. The new project gets a copy of the calling key, which ends when the ' +
        'calling key ends.',
      auth: 'management',
      role: 'owner',
      input: cloneInput,
      output: cloneOutput,
      errors: ['E011004', 'E501001'],
      client: { parameters: ['name', 'environment', 'tags'] },
      async handle(ctx, { name, environment, tags, tag }) {
        if (environment)
          throw new ServiceError('E501001', 'Projects have no types. Leave environment out, and use tags');
        const input = { name: readName(name), tags: tags ?? (tag ? [tag] : []) };
        const { project, notes } = await cloneProject(ctx, parts, input);
        return cloneToWire(await readProject({ ...ctx, project }), notes);
      },
    }),
    endpoint({
      name: 'management.project.exportSnapshot',
      method: 'POST',
      path: '/v1/mgmt/project/snapshot/export',
      otherPaths: ['/v1/mgmt/project/export'],
      summary: 'Export the project’s configuration as files',
      description:
        'Settings, roles, permissions, tenants, custom attributes, SSO applications and connections, OAuth providers, ' +
        'connectors, templates and webhooks; no users, no keys and no secrets. The same configuration always gives the same files.',
      auth: 'management',
      role: 'administrator',
      input: t.object({
        format: t.reference({ description: 'No effect: files are JSON values' }),
        excludes,
      }),
      output: t.object({ files }),
      errors: ['E011004'],
      client: { parameters: ['excludes'] },
      handle: async (ctx, { excludes = [] }) => ({
        files: await exportSnapshot(
          ctx,
          parts.filter(({ name }) => !excludes.includes(name)),
        ),
      }),
    }),
    endpoint({
      name: 'management.project.importSnapshot',
      method: 'POST',
      path: '/v1/mgmt/project/snapshot/import',
      otherPaths: ['/v1/mgmt/project/import'],
      summary: 'Import the project’s configuration from files',
      description:
        'Imports everything or nothing. Adds and changes what the files contain; deletes nothing. A secret is ' +
        'kept if the record that uses it keeps its destination. If a secret is missing, the import fails ' +
        'unless you send it in `inputSecrets`.',
      auth: 'management',
      role: 'owner',
      input: t.object({ files, inputSecrets, excludes }),
      output: t.object({ notes }),
      errors: ['E011004', 'E113007'],
      client: { returns: 'notes' },
      ...limits,
      handle: (ctx, { files, inputSecrets, excludes }) =>
        importSnapshot(ctx, { files, parts, secrets: secretsFromWire(inputSecrets), excludes }),
    }),
    endpoint({
      name: 'management.project.validateSnapshot',
      method: 'POST',
      path: '/v1/mgmt/project/snapshot/validate',
      summary: 'Validate files for an import',
      description: 'Reports what an import would do, without changing anything.',
      auth: 'management',
      role: 'administrator',
      input: t.object({ files, inputSecrets, excludes }),
      output: verdict,
      errors: ['E011004'],
      ...limits,
      async handle(ctx, { files, inputSecrets, excludes }) {
        const { failures, missing, notes } = await validateSnapshot(ctx, {
          files,
          parts,
          secrets: secretsFromWire(inputSecrets),
          excludes,
        });
        return { ok: failures.length === 0, failures, missingSecrets: missingToWire(missing), notes };
      },
    }),
  ];
}
