export const protocolNs = 'urn:oasis:names:tc:SAML:2.0:protocol';
export const assertionNs = 'urn:oasis:names:tc:SAML:2.0:assertion';
export const metadataNs = 'urn:oasis:names:tc:SAML:2.0:metadata';
export const signatureNs = 'http://www.w3.org/2000/09/xmldsig#';
export const encryptionNs = 'http://www.w3.org/2001/04/xmlenc#';
export const encryption11Ns = 'http://www.w3.org/2009/xmlenc11#';
export const exclusiveC14n = 'http://www.w3.org/2001/10/xml-exc-c14n#';
/** Equal to the one above where there are no comments. */
export const exclusiveC14nWithComments = `${exclusiveC14n}WithComments`;
export const envelopedSignature = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';
export const schemaInstanceNs = 'http://www.w3.org/2001/XMLSchema-instance';

export const postBinding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST';
export const redirectBinding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';
export const bearerMethod = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
export const statusSuccess = 'urn:oasis:names:tc:SAML:2.0:status:Success';
export const statusRequester = 'urn:oasis:names:tc:SAML:2.0:status:Requester';
export const statusPartialLogout = 'urn:oasis:names:tc:SAML:2.0:status:PartialLogout';
export const statusUnknownPrincipal = 'urn:oasis:names:tc:SAML:2.0:status:UnknownPrincipal';
export const entityFormat = 'urn:oasis:names:tc:SAML:2.0:nameid-format:entity';
export const emailFormat = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';
export const persistentFormat = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';
export const transientFormat = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';
export const unspecifiedFormat = 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified';
export const passwordContext = 'urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport';

export const aes128Cbc = 'http://www.w3.org/2001/04/xmlenc#aes128-cbc';
export const aes256Cbc = 'http://www.w3.org/2001/04/xmlenc#aes256-cbc';
export const aes128Gcm = 'http://www.w3.org/2009/xmlenc11#aes128-gcm';
export const aes256Gcm = 'http://www.w3.org/2009/xmlenc11#aes256-gcm';
export const rsaOaepMgf1p = 'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p';
export const sha1Digest = 'http://www.w3.org/2000/09/xmldsig#sha1';
export const sha256Digest = 'http://www.w3.org/2001/04/xmlenc#sha256';
export const rsaOaep = 'http://www.w3.org/2009/xmlenc11#rsa-oaep';
