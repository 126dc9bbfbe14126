import type { Language } from '../../server/core/languages/language.ts';
import { guideText } from '../../server/domain/pages/sso-setup/guide.ts';
import { type ourValues, type ProviderId, providers } from '../../server/domain/pages/sso-setup/providers.ts';
import { fieldLabel, shortFinding } from '../../server/domain/pages/sso-setup/view-guide.ts';

interface GuidePage {
  title: string;
  providers: ProviderId[];
  /** Other words that people search for. */
  keywords: string;
}

/** The pages by their file names. A page can describe several products of a company. */
const pages: Record<string, GuidePage> = {
  entra: {
    title: 'Microsoft Entra ID',
    providers: ['entra'],
    keywords: 'Azure AD, Azure Active Directory, Microsoft 365 SSO, Office 365 single sign-on',
  },
  okta: { title: 'Okta', providers: ['okta'], keywords: 'Okta SSO, Okta SAML, Okta OIDC' },
  'google-workspace': {
    title: 'Google Workspace',
    providers: ['google-workspace'],
    keywords: 'G Suite, Google SAML, Google Workspace SSO',
  },
  onelogin: { title: 'OneLogin', providers: ['onelogin'], keywords: 'OneLogin SAML, OneLogin SSO' },
  jumpcloud: { title: 'JumpCloud', providers: ['jumpcloud'], keywords: 'JumpCloud SAML, JumpCloud SSO' },
  ping: {
    title: 'PingOne and PingFederate',
    providers: ['pingone', 'pingfederate'],
    keywords: 'Ping, Ping Identity, Ping SAML',
  },
  adfs: {
    title: 'AD FS',
    providers: ['adfs'],
    keywords: 'ADFS, Active Directory Federation Services, on-premises Active Directory',
  },
  keycloak: {
    title: 'Keycloak',
    providers: ['keycloak'],
    keywords: 'Keycloak SAML, Keycloak OIDC, Red Hat SSO',
  },
};

/** Names the values that the setup page fills in. */
const names: Record<(typeof ourValues)[number], string> = {
  acsUrl: 'Latchkey’s **ACS URL**',
  acsUrlPattern: 'Latchkey’s **ACS URL** as a regular expression',
  entityId: 'Latchkey’s **entity ID**',
  metadataUrl: 'Latchkey’s **metadata URL**',
  redirectUri: 'Latchkey’s **redirect URI**',
};

/** Writes the pages about identity providers from the instructions of the setup page, by their paths. */
export function identityProviderPages(texts: Language['texts']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(pages).map(([name, page]) => [
      `docs/guides/identity-providers/${name}.md`,
      pageOf(page, texts),
    ]),
  );
}

function pageOf({ title, providers: ids, keywords }: GuidePage, texts: Language['texts']): string {
  const sections = ids.map((id) => sectionsOf(id, ids.length > 1 ? `${providers[id]}: ` : '', texts));
  return `# ${title}

<!-- For contributors: npm run generate writes this page from the texts of the setup page, server/domain/pages/sso-setup/providers. -->

Let the members of a tenant sign in with ${title}. Choose SAML or OpenID Connect. The steps use the names on the provider’s own screens.

Your customer’s administrator can follow the same steps on the [setup page](../../sso.md#let-the-tenants-administrator-do-it). There, Latchkey’s values are
filled in, each with a button to copy it. [Latchkey’s values](../../sso-providers.md#latchkeys-values) lists the other places where you find them.

${sections.join('\n')}
## Finish in Latchkey

1. Enter the values from the last step in the connection. Here are the calls for [SAML](../../sso.md#connect-a-tenant-by-saml) and
   [OpenID Connect](../../sso.md#connect-a-tenant-by-openid-connect).
2. [Map groups to roles](../../sso-providers.md#map-groups-to-roles).
3. [Test the connection](../../sso.md#test-a-connection). The test says what is missing.

Sign-ins that start on a page of the provider need [a setting of the connection](../../sso-providers.md#sign-ins-that-start-at-the-identity-provider).

<!-- search page: ${keywords} -->
`;
}

function sectionsOf(id: ProviderId, prefix: string, texts: Language['texts']): string {
  const headings: Record<string, string> = {
    SAML: `${prefix}Connect by SAML`,
    'OpenID Connect': `${prefix}Connect by OpenID Connect`,
    Mistakes: `${prefix}Typical mistakes`,
    Details: `${prefix}Good to know`,
  };
  return guideText(id, 'en')
    .replace(/^# .*\n\n/, '')
    .replace(/^## (.*)$/gm, (_, heading: string) => `## ${headings[heading]}`)
    .replace(/\{form\.(\w+)\}/g, (_, field) => `*${fieldLabel(texts.ssoSetup, field)}*`)
    .replace(/\{(\w+)\}/g, (_, value: keyof typeof names) => names[value])
    .replace(/^\| Message \|/m, '| Latchkey or the provider says |')
    .replace(/^\| `(\w+)` \|/gm, (row, code) =>
      code in texts.ssoFindings ? `| ${shortFinding(texts, code)} |` : row,
    )
    .replaceAll(/^ *\| Enter here \| What to copy \|/gm, '   | Field in Latchkey | What to enter |');
}
