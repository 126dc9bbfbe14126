/** The identity providers with instructions, in the order of their tiles. */
export const providers = {
  entra: 'Microsoft Entra ID',
  okta: 'Okta',
  'google-workspace': 'Google Workspace',
  onelogin: 'OneLogin',
  jumpcloud: 'JumpCloud',
  pingone: 'PingOne',
  pingfederate: 'PingFederate',
  adfs: 'AD FS',
  keycloak: 'Keycloak',
} as const;

export type ProviderId = keyof typeof providers;

/** The logos that the identity providers share with others, by name. The rest have none that is free to use. */
export const logoOf: Partial<Record<ProviderId, string>> = {
  entra: 'microsoft',
  okta: 'okta',
  'google-workspace': 'google',
  adfs: 'microsoft',
};

/** The values that an identity provider must know about us. `acsUrlPattern` is a regular expression for the ACS URL. */
export const ourValues = ['acsUrl', 'acsUrlPattern', 'entityId', 'metadataUrl', 'redirectUri'] as const;

export type OurValue = (typeof ourValues)[number];
