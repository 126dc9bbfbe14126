import type { ProjectContext } from '../../../core/context.ts';
import { type Static, t } from '../../../http/schema.ts';
import { part, readFile, type StoredSecret } from '../../snapshot-part.ts';
import { listProviders } from './load-provider.ts';
import { plainSettings, secretPurpose } from './provider.ts';
import { configureProvider } from './providers/configure-provider.ts';
import { providerInput } from './wire.ts';

const file = t.object({
  ...t.without(providerInput, 'clientSecret').properties,
  hasClientSecret: t.optional(t.flag()),
});

export const oauthProvidersPart = part<Static<typeof file>>({
  name: 'oauthProviders',
  secrets: { kind: 'oauthProviders', stored: clientSecrets },
  paths: /^oauthProviders\/[^/]+\.json$/,
  async export(ctx) {
    const providers = await listProviders(ctx);
    return Object.fromEntries(
      providers.map(({ id, enabled, settings, sealedSecret }) => {
        const set = Object.entries(settings).filter(([, value]) => value !== '');
        const hasClientSecret = sealedSecret !== '';
        return [pathOf(id), { provider: id, enabled, hasClientSecret, ...Object.fromEntries(set) }];
      }),
    );
  },
  read: (value) => readFile(file, value),
  pathOf: ({ provider }) => pathOf(provider),
  async write({ ctx, secrets }, { hasClientSecret, ...input }) {
    const { provider: id, enabled = true } = input;
    const clientSecret = secrets.find('oauthProviders', id, 'clientSecret');
    const settings = { ...plainSettings, ...input };
    const provider = await configureProvider(ctx, { ...settings, enabled, clientSecret });
    if (hasClientSecret && provider.sealedSecret === '') {
      secrets.miss('oauthProviders', { id, name: input.title || id, type: 'clientSecret' });
    }
  },
});

async function clientSecrets(ctx: ProjectContext): Promise<StoredSecret[]> {
  const { project, sealer } = ctx;
  const withSecret = (await listProviders(ctx)).filter(({ sealedSecret }) => sealedSecret !== '');
  return withSecret.map(({ id, sealedSecret }) => ({
    id,
    type: 'clientSecret',
    value: sealer.unseal(sealedSecret, secretPurpose(project.id, id)),
  }));
}

function pathOf(id: string): string {
  return `oauthProviders/${id}.json`;
}
