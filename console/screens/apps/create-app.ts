import type { Client, Result } from '../../../client/client.ts';

export interface NewAppValues {
  type: 'oidc' | 'saml' | 'wsfed';
  name: string;
  /** If empty, the server generates one. */
  id: string;
  description: string;
  clientType: 'confidential' | 'public';
  redirectUrls: string[];
  isByMetadata: boolean;
  metadataUrl: string;
  entityId: string;
  acsUrl: string;
  certificate: string;
  hasNoCertificate: boolean;
  subjectNameIdType: '' | 'email' | 'phone';
  subjectNameIdFormat: '' | typeof emailFormat;
  realm: string;
  replyUrl: string;
}

export const emailFormat = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';

/** Creates an application and returns it with the client secret, if the server generated one. */
export async function createApp(
  client: Client,
  values: NewAppValues,
): Promise<Result<{ id: string; secret?: string }>> {
  const { ssoApplication } = client.management;
  const created = await create(client, values);
  if (!created.ok || values.type !== 'oidc' || values.clientType === 'public') return created;
  const shown = await ssoApplication.getApplicationSecret(created.data.id);
  return shown.ok ? { ...created, data: { ...created.data, secret: shown.data.cleartext } } : created;
}

function create({ management }: Client, values: NewAppValues): Promise<Result<{ id: string }>> {
  const { ssoApplication } = management;
  const { name, id, description, metadataUrl, entityId, acsUrl, certificate, hasNoCertificate } = values;
  const { subjectNameIdType, subjectNameIdFormat } = values;
  const details = { name: name.trim(), description: description.trim(), ...(id && { id: id.trim() }) };
  switch (values.type) {
    case 'oidc':
      return ssoApplication.createOidcApplication({
        ...details,
        clientType: values.clientType,
        approvedRedirectUrls: values.redirectUrls,
      });
    case 'saml':
      return ssoApplication.createSamlApplication({
        ...details,
        ...(values.isByMetadata
          ? { useMetadataInfo: true, metadataUrl }
          : { useMetadataInfo: false, entityId, acsUrl, certificate, hasNoCertificate }),
        subjectNameIdType,
        subjectNameIdFormat,
      });
    case 'wsfed':
      return ssoApplication.createWsFedApplication({
        ...details,
        realm: values.realm.trim(),
        replyUrl: values.replyUrl,
      });
  }
}
