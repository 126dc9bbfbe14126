import { endpoint } from '../../../../http/endpoint.ts';
import { emptyObject } from '../../../../http/schema.ts';
import { changePasswordSettings, loadPasswordSettings, passwordSettings } from './settings.ts';
import {
  policyOutput,
  policyToWire,
  settingsInput,
  settingsOutput,
  settingsReference,
  settingsToWire,
} from './wire.ts';

export const passwordSettingsEndpoints = [
  endpoint({
    name: 'management.password.getSettings',
    method: 'GET',
    path: '/v1/mgmt/password/settings',
    summary: 'Get the password settings',
    description: 'Settings that a tenant does not set are the project’s.',
    auth: 'management',
    role: 'auditor',
    input: settingsReference,
    output: settingsOutput,
    errors: ['E011004'],
    client: { parameters: ['tenantId'] },
    async handle(ctx, { tenantId = '' }) {
      return settingsToWire(tenantId, await loadPasswordSettings(ctx, tenantId));
    },
  }),
  endpoint({
    name: 'management.password.configureSettings',
    method: 'POST',
    path: '/v1/mgmt/password/settings',
    summary: 'Change the password settings',
    description: 'Absent fields stay unchanged. A tenant’s settings are separate from the project’s.',
    auth: 'management',
    input: settingsInput,
    output: emptyObject,
    errors: ['E011004', 'E111202'],
    client: { parameters: ['tenantId', '...settings'] },
    async handle(ctx, { tenantId = '', ...changes }) {
      await changePasswordSettings(ctx, tenantId, changes);
      return {};
    },
  }),
  endpoint({
    name: 'password.policy',
    method: 'GET',
    path: '/v1/auth/password/policy',
    summary: 'Get the password rules for a user who chooses a password',
    auth: 'project',
    forAdministrators: true,
    input: emptyObject,
    output: policyOutput,
    errors: [],
    client: { parameters: [] },
    handle: async (ctx) => policyToWire(await passwordSettings(ctx)),
  }),
];
