import type { Provider } from '../applications.ts';

export interface SamlApplication {
  id: string;
  name: string;
  entityId: string;
  /** Our metadata for it. */
  metadata: string;
}

/** Creates a SAML application whose service provider is described once it runs. */
export async function createSamlApplication(
  { latchkey, manage }: Provider,
  name = 'Apache',
): Promise<SamlApplication> {
  const { id = '' } = await manage('/v1/mgmt/sso/idp/app/saml/create', {
    name,
    loginPageUrl: 'https://sp.example.com/',
    useMetadataInfo: true,
    metadataUrl: 'https://sp.example.com/metadata',
  });
  const { samlSettings } = (await latchkey.manage('GET', `/v1/mgmt/sso/idp/app/load?id=${id}`)).body;
  const { idpMetadataUrl, idpEntityId: entityId } = samlSettings;
  const answer = await fetch(idpMetadataUrl);
  return { id, name, entityId, metadata: await answer.text() };
}

/** Gives the application the metadata that its service provider publishes. */
export async function describeByMetadata(
  { manage }: Provider,
  { id, name }: SamlApplication,
  metadataUrl: string,
  more: object = {},
): Promise<void> {
  await manage('/v1/mgmt/sso/idp/app/saml/update', {
    id,
    name,
    loginPageUrl: 'https://sp.example.com/',
    useMetadataInfo: true,
    metadataUrl,
    ...more,
  });
}
