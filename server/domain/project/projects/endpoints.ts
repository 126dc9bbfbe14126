import { endpoint } from '../../../http/endpoint.ts';
import { emptyObject } from '../../../http/schema.ts';
import { signingKeyEndpoints } from './keys/endpoints.ts';
import { readProject } from './load-project.ts';
import { logoEndpoints } from './logos/endpoints.ts';
import { defaultSettings } from './project.ts';
import { updateProject } from './update-project.ts';
import {
  nameInput,
  projectsOutput,
  projectToWire,
  settingsInput,
  settingsOutput,
  settingsToWire,
  tagsInput,
} from './wire.ts';

export const projectEndpoints = [
  endpoint({
    name: 'management.project.updateName',
    method: 'POST',
    path: '/v1/mgmt/project/update/name',
    summary: 'Rename the project',
    auth: 'management',
    input: nameInput,
    output: emptyObject,
    errors: [],
    client: { parameters: ['name'] },
    async handle(ctx, { name }) {
      await updateProject(ctx, { name });
      return {};
    },
  }),
  endpoint({
    name: 'management.project.updateTags',
    method: 'POST',
    path: '/v1/mgmt/project/update/tags',
    summary: 'Replace the tags of the project',
    auth: 'management',
    input: tagsInput,
    output: emptyObject,
    errors: ['E011004'],
    client: { parameters: ['tags'] },
    async handle(ctx, { tags }) {
      await updateProject(ctx, { tags });
      return {};
    },
  }),
  endpoint({
    name: 'management.project.listProjects',
    method: 'POST',
    path: '/v1/mgmt/projects/list',
    summary: 'List the projects of the management key',
    description: 'A key belongs to one project, so this returns only that project.',
    auth: 'management',
    role: 'auditor',
    input: emptyObject,
    output: projectsOutput,
    errors: [],
    client: { parameters: [], returns: 'projects' },
    handle: async (ctx) => ({ projects: [projectToWire(await readProject(ctx))] }),
  }),
  endpoint({
    name: 'management.project.getSettings',
    method: 'GET',
    path: '/v1/mgmt/project/settings',
    summary: 'Load the settings of the project',
    auth: 'management',
    role: 'auditor',
    input: emptyObject,
    output: settingsOutput,
    errors: [],
    client: { parameters: [] },
    handle: async (ctx) => settingsToWire(ctx, await readProject(ctx)),
  }),
  endpoint({
    name: 'management.project.getDefaultSettings',
    method: 'GET',
    path: '/v1/mgmt/project/settings/default',
    summary: 'Load the default settings of a new project',
    auth: 'management',
    role: 'auditor',
    input: emptyObject,
    output: settingsOutput,
    errors: [],
    client: { parameters: [] },
    handle: async (ctx) => settingsToWire(ctx, { settings: defaultSettings }),
  }),
  endpoint({
    name: 'management.project.configureSettings',
    method: 'POST',
    path: '/v1/mgmt/project/settings',
    summary: 'Update the settings of the project',
    description: 'Absent fields stay as they are. Other instances apply the change within five seconds.',
    auth: 'management',
    input: settingsInput,
    output: settingsOutput,
    errors: ['E011004'],
    async handle(ctx, changes) {
      return settingsToWire(ctx, await updateProject(ctx, changes));
    },
  }),
  ...logoEndpoints,
  ...signingKeyEndpoints,
];
