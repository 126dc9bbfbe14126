import { endpoint } from '../../../../http/endpoint.ts';
import { emptyObject, t } from '../../../../http/schema.ts';
import { listProviders, loadProvider } from '../load-provider.ts';
import { callbackUrl } from '../relying-party.ts';
import { providerInput, providerSchema, providerToWire } from '../wire.ts';
import { configureProvider, deleteProvider } from './configure-provider.ts';

const oneProvider = t.object({ provider: providerSchema });
const name = t.object({ provider: t.text({ minLength: 1, maxLength: 255 }) });

export const oauthProviderEndpoints = [
  endpoint({
    name: 'management.oauth.configureProvider',
    method: 'POST',
    path: '/v1/mgmt/oauth/provider',
    summary: 'Set up an OAuth provider',
    description:
      'Absent fields stay unchanged. Register the callbackUrl from the response with the provider. If the ' +
      'client or the server changes, the client secret and the users’ stored tokens are deleted.',
    auth: 'management',
    input: providerInput,
    output: oneProvider,
    errors: ['E011004'],
    client: { returns: 'provider' },
    handle: async (ctx, input) => ({
      provider: providerToWire(await configureProvider(ctx, input), callbackUrl(ctx)),
    }),
  }),
  endpoint({
    name: 'management.oauth.loadProvider',
    method: 'GET',
    path: '/v1/mgmt/oauth/provider',
    summary: 'Get an OAuth provider’s settings',
    description: 'The client secret is never returned.',
    auth: 'management',
    role: 'auditor',
    input: name,
    output: oneProvider,
    errors: ['E113401', 'E113402'],
    client: { parameters: ['provider'], returns: 'provider' },
    handle: async (ctx, { provider }) => ({
      provider: providerToWire(await loadProvider(ctx, provider), callbackUrl(ctx)),
    }),
  }),
  endpoint({
    name: 'management.oauth.loadAllProviders',
    method: 'GET',
    path: '/v1/mgmt/oauth/provider/all',
    summary: 'List the OAuth providers',
    auth: 'management',
    role: 'auditor',
    input: emptyObject,
    output: t.object({ providers: t.list(providerSchema) }),
    errors: [],
    client: { parameters: [], returns: 'providers' },
    handle: async (ctx) => ({
      providers: (await listProviders(ctx)).map((provider) => providerToWire(provider, callbackUrl(ctx))),
    }),
  }),
  endpoint({
    name: 'management.oauth.deleteProvider',
    method: 'POST',
    path: '/v1/mgmt/oauth/provider/delete',
    summary: 'Delete an OAuth provider',
    description: 'Its users keep their accounts; their links to the provider and their tokens are deleted.',
    auth: 'management',
    input: name,
    output: emptyObject,
    errors: ['E113401'],
    client: { parameters: ['provider'], returnsNothing: true },
    async handle(ctx, { provider }) {
      await deleteProvider(ctx, provider);
      return {};
    },
  }),
];
