import { on } from '../../../core/event.ts';
import { holderLeaving } from '../../directory/users/events.ts';
import { group } from '../../group.ts';
import { oauthEndpoints } from './endpoints.ts';
import { forgetOAuthIdentities } from './forget-identities.ts';
import { mountOAuthPages } from './pages.ts';
import { sealedProviderSecrets } from './provider.ts';
import { oauthProviderEndpoints } from './providers/endpoints.ts';
import { deleteExpiredOAuthRequests, sealedAnswers } from './receive-callback.ts';
import { oauthProvidersPart } from './snapshot-part.ts';
import { providerTokenEndpoints } from './tokens/endpoints.ts';
import { sealedProviderTokens } from './tokens/kept-tokens.ts';

export const oauth = group({
  name: 'federation/oauth',
  tables: {
    oauthProviders: { key: 'id' },
    oauthIdentities: { key: 'providerId issuer subject' },
    oauthRequests: { stays: 'lives for minutes' },
  },
  endpoints: [...oauthEndpoints, ...providerTokenEndpoints, ...oauthProviderEndpoints],
  pages: mountOAuthPages,
  sweep: deleteExpiredOAuthRequests,
  sealed: [sealedProviderSecrets, sealedProviderTokens, sealedAnswers],
  on: [on(holderLeaving, forgetOAuthIdentities)],
  snapshot: [oauthProvidersPart],
});
