import type { ProviderDescription } from './description.ts';
import { adfs } from './providers/adfs.ts';
import { apple } from './providers/apple.ts';
import { auth0 } from './providers/auth0.ts';
import { authentik } from './providers/authentik.ts';
import { aws } from './providers/aws.ts';
import { cas } from './providers/cas.ts';
import { cognito } from './providers/cognito.ts';
import { entra } from './providers/entra.ts';
import { github } from './providers/github.ts';
import { google } from './providers/google.ts';
import { jumpcloud } from './providers/jumpcloud.ts';
import { keycloak } from './providers/keycloak.ts';
import { lemonldap } from './providers/lemonldap.ts';
import { linkedin } from './providers/linkedin.ts';
import { okta } from './providers/okta.ts';
import { onelogin } from './providers/onelogin.ts';
import { pingfederate } from './providers/pingfederate.ts';
import { shibboleth } from './providers/shibboleth.ts';
import { simplesamlphp } from './providers/simplesamlphp.ts';
import { zitadel } from './providers/zitadel.ts';

/** All described identity providers. `docs/sso-providers.md` or a guide that it names describes each. */
export const providers: readonly ProviderDescription[] = [
  ...[entra, adfs, okta, google, onelogin, jumpcloud, pingfederate, auth0, keycloak, shibboleth],
  ...[simplesamlphp, cas, lemonldap, authentik, zitadel, aws, cognito, apple, github, linkedin],
];
