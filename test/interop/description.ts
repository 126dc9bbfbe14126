// What identity providers send. A description is data: `{…}` in a text is replaced by a value of the person or the connection
// (`fill.ts`), and the tests write and sign the documents.

/** A public identity provider, as its administrators find it. */
export interface ProviderDescription {
  /** In addresses and tenant IDs. */
  id: string;
  title: string;
  saml?: SamlDescription;
  oidc?: OpenIdDescription;
  /** The name among the project's OAuth providers that Latchkey knows. Without it, the provider is a custom one there. */
  knownAs?: string;
  oauth?: OAuthDescription;
}

interface Described {
  /** The public pages that say so. */
  sources: readonly string[];
  /** The points that they leave open, and how they are described here. */
  uncertain?: string;
}

/** A text with placeholders. `{groups}` alone is the list of groups. */
export type Template = string;

/** The state in which a sign-in leaves the user. What a description does not state is as the person says. */
export interface Left {
  name?: Template;
  givenName?: Template;
  familyName?: Template;
  email?: Template;
  verifiedEmail?: boolean;
  loginId?: Template;
  /** The NameID or `sub` of the identity. */
  subject?: Template;
  /** The roles. The first group of a description is mapped to `staff`, the second to `editor`. */
  roles?: readonly string[];
}

export interface SamlDescription extends Described {
  entityId: string;
  signOnUrl: string;
  /** If the metadata has nothing but POST. */
  requestBinding?: 'post';
  wantsSignedRequests?: true;
  /** The number of usable signing certificates in the metadata. Default: 1. */
  certificates?: number;
  /** The document, with `{certificate}`, `{nextCertificate}` and `{weakCertificate}`. */
  metadata: string;
  response: ResponseForm;
  subject: NameIdForm;
  attributes: readonly AttributeForm[];
  /** The values of `{groups}`. */
  groups?: readonly string[];
  /** The settings that the administrator needs besides the metadata. */
  settings?: Record<string, unknown>;
  leaves?: Left;
  variants?: readonly SamlVariant[];
}

export type NameIdForm = { format?: string; value: Template; qualified?: true } | 'none';

export interface AttributeForm {
  name: string;
  friendlyName?: string;
  format?: string;
  values: readonly Template[];
  /** One Attribute element for each value. */
  repeated?: true;
}

/** The outer form of a Response: the same facts in the words of one product. */
export interface ResponseForm {
  /** The prefixes of protocol, assertion and signature. Empty: the default namespace. */
  prefixes: readonly [protocol: string, assertion: string, signature: string];
  /** The element that declares the prefix of the assertion. Default: each outermost one that uses it. */
  declaredOn?: 'response';
  /** Further attributes and declarations, as they are written. */
  written?: { response?: string; assertion?: string; issuer?: string; value?: string };
  signs: 'assertion' | 'response' | 'both';
  /** Default: SHA-256. */
  hash?: 'sha1' | 'sha256' | 'sha512';
  /** The prefixes of InclusiveNamespaces. */
  inclusive?: { response?: string; assertion?: string };
  /** `#WithComments` */
  withComments?: true;
  keyInfo?: 'certificate' | 'certificate and names' | 'none';
  /** Between elements. */
  lineBreak?: '\n' | '\r\n';
  /** Between lines of base64. `&#13;\n` is what Java writes. */
  base64Break?: '\n' | '&#13;\n';
  xmlDeclaration?: true;
  idPrefix: string;
  /** The digits of a second. */
  fraction: 0 | 3 | 7;
  attributesFirst?: true;
  attributeFormat?: string;
  authnContext: string;
}

export interface EncryptionForm {
  content: 'aes128-cbc' | 'aes256-cbc' | 'aes128-gcm' | 'aes256-gcm';
  /** The digest of the key. The mask is SHA-1, as `rsa-oaep-mgf1p` means. */
  digest: 'sha1' | 'sha256';
  /** EncryptedKey beside EncryptedData instead of inside it. */
  keyBeside?: true;
}

export interface SamlVariant {
  what: string;
  response?: Partial<ResponseForm>;
  subject?: NameIdForm;
  attributes?: readonly AttributeForm[];
  groups?: readonly string[];
  settings?: Record<string, unknown>;
  encryption?: EncryptionForm;
  /** Begins at the identity provider, so the Response answers no request. */
  unsolicited?: true;
  leaves?: Left;
  /** Part of the reason for which the sign-in is refused. */
  refused?: RegExp;
}

/** A JSON value with placeholders in its texts. `{number}` alone becomes a number, `{groups}` alone a list. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };
type JsonObject = { readonly [name: string]: Json };

export interface OpenIdDescription extends Described {
  /** The path of the issuer on the test's server. A final slash is part of it. */
  issuerPath: string;
  /** Besides the issuer and the addresses. */
  discovery: JsonObject;
  algorithm: 'RS256' | 'ES256' | 'PS256' | 'EdDSA' | 'HS256';
  /** Further members of each published key, and further keys. */
  keys?: { members?: JsonObject; withoutAlg?: true; encryptionKey?: true };
  /** The only way in which the token endpoint accepts the client secret. */
  authentication: 'client_secret_basic' | 'client_secret_post';
  /** Besides the claims of the protocol. */
  idToken: JsonObject;
  withoutNonce?: true;
  /** `aud` as a list. */
  audienceList?: true;
  atHash?: true;
  /** Absent: there is no endpoint. */
  userInfo?: { status?: number; body: JsonObject | '' };
  /** Further members of the token response, and parameters of the redirect. */
  tokenResponse?: JsonObject;
  redirect?: Record<string, string>;
  answersByForm?: true;
  groups?: readonly string[];
  settings?: Record<string, unknown>;
  leaves?: Left;
  /** As an OAuth provider of the project, where no domain vouches for the address and groups give no roles. */
  leavesAsProvider?: Left;
  variants?: readonly OpenIdVariant[];
}

export type OpenIdVariant = Pick<OpenIdDescription, 'settings' | 'groups' | 'leaves'> &
  Partial<Pick<OpenIdDescription, 'algorithm' | 'idToken' | 'userInfo' | 'authentication'>> & {
    what: string;
    refused?: RegExp;
  };

/** A provider of plain OAuth 2.0. */
export interface OAuthDescription extends Described {
  userInfo: JsonObject;
  emails?: Json;
  tokenResponse: JsonObject;
  leaves?: Left;
  variants?: readonly { what: string; userInfo?: JsonObject; emails?: Json; leaves: Left }[];
}
