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
    summary: 'What is asked of passwords',
    description: 'What a tenant does not say is as the project has it.',
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
    summary: 'Say what is asked of passwords',
    description: 'What is absent stays. The settings of a tenant and of the project are kept apart.',
    auth: 'management',
    input: settingsInput,
    output: emptyObject,
    errors: ['E011004', 'E111202'],
    async handle(ctx, { tenantId = '', ...changes }) {
      await changePasswordSettings(ctx, tenantId, changes);
      return {};
    },
  }),
  endpoint({
    name: 'password.policy',
    method: 'GET',
    path: '/v1/auth/password/policy',
    summary: 'What is asked of passwords, for whoever chooses one',
    auth: 'project',
    forAdministrators: true,
    input: emptyObject,
    output: policyOutput,
    errors: [],
    client: { parameters: [] },
    handle: async (ctx) => policyToWire(await passwordSettings(ctx)),
  }),
];
