import { execFile } from 'node:child_process';
import { createCipheriv, createPublicKey, randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  assertionNs,
  bearerMethod,
  encryptionNs,
  protocolNs,
  signatureNs,
  statusSuccess,
} from '../../server/protocols/saml/names.ts';
import { encryptOaep } from '../../server/protocols/saml/oaep-fixture.ts';
import type { CertifiedKey } from '../../server/protocols/saml/self-signed.ts';
import { bareCertificate } from '../../server/protocols/saml/sign.ts';
import type { AttributeForm, EncryptionForm, NameIdForm, ResponseForm } from './description.ts';
import { fill, fillAll, type Values } from './fill.ts';

const run = promisify(execFile);

/** A Response as one product writes it, and the facts of this sign-in. */
export interface Written {
  form: ResponseForm;
  subject: NameIdForm;
  attributes: readonly AttributeForm[];
  encryption?: EncryptionForm | undefined;
  person: Values;
  issuer: string;
  now: number;
  acsUrl: string;
  audience: string;
  inResponseTo: string | undefined;
  spCertificate: string;
  key: CertifiedKey;
}

/**
 * Writes and signs a Response. xmlsec1 computes digests and signatures, so nothing of ours decides what is signed; the
 * document keeps the form in which it was written.
 */
export async function writeResponse(written: Written): Promise<string> {
  const { form, encryption, acsUrl, inResponseTo, issuer, now } = written;
  const [protocol, , signature] = form.prefixes;
  const ids = { response: newId(form), assertion: newId(form) };
  const signs = (part: 'assertion' | 'response') => form.signs === part || form.signs === 'both';
  const at = instant(form, now);

  const assertionWith = (signed: string) =>
    assertionText(written, ids.assertion, signed, encryption !== undefined);
  const responseWith = (signed: string, assertion: string) => {
    const attributes = {
      ...declaration(protocol, protocolNs),
      ...(form.declaredOn === 'response' && declaration(form.prefixes[1], assertionNs)),
      ID: ids.response,
      Version: '2.0',
      IssueInstant: at,
      Destination: acsUrl,
      InResponseTo: inResponseTo,
    };
    const issuerIs = named(form, 'Issuer', written, true);
    const status = tag(protocol, 'Status', {}, [tag(protocol, 'StatusCode', { Value: statusSuccess })]);
    const parts = [issuerIs(issuer), signed, status, assertion].filter(Boolean);
    return (
      (form.xmlDeclaration ? `<?xml version="1.0" encoding="UTF-8"?>${form.lineBreak ?? ''}` : '') +
      tag(protocol, 'Response', attributes, parts, form.written?.response, form.lineBreak)
    );
  };

  let assertion = assertionWith('');
  if (signs('assertion')) {
    const template = signatureTemplate(form, signature, ids.assertion, form.inclusive?.assertion);
    const whole = encryption ? assertionWith(template) : responseWith('', assertionWith(template));
    assertion = assertionWith(await signed(whole, template, ids.assertion, written));
  }
  if (encryption) assertion = encrypted(assertion, encryption, written);
  if (!signs('response')) return responseWith('', assertion);
  const template = signatureTemplate(form, signature, ids.response, form.inclusive?.response);
  const whole = responseWith(template, assertion);
  return responseWith(await signed(whole, template, ids.response, written), assertion);
}

function assertionText(written: Written, id: string, signed: string, standsAlone: boolean): string {
  const { form, person, issuer, now, acsUrl, audience, inResponseTo } = written;
  const [, prefix] = form.prefixes;
  const at = (moment: number) => instant(form, moment);
  const line = form.lineBreak;
  const confirmation = {
    InResponseTo: inResponseTo,
    NotOnOrAfter: at(now + 300_000),
    Recipient: acsUrl,
  };
  const subject = tag(
    prefix,
    'Subject',
    {},
    [
      ...nameId(written),
      tag(prefix, 'SubjectConfirmation', { Method: bearerMethod }, [
        tag(prefix, 'SubjectConfirmationData', confirmation),
      ]),
    ],
    undefined,
    line,
  );
  const conditions = tag(
    prefix,
    'Conditions',
    { NotBefore: at(now - 30_000), NotOnOrAfter: at(now + 3_600_000) },
    [tag(prefix, 'AudienceRestriction', {}, [tag(prefix, 'Audience', {}, [escaped(audience)])])],
    undefined,
    line,
  );
  const statement = tag(
    prefix,
    'AuthnStatement',
    { AuthnInstant: at(now - 2_000), SessionIndex: id },
    [tag(prefix, 'AuthnContext', {}, [tag(prefix, 'AuthnContextClassRef', {}, [form.authnContext])])],
    undefined,
    line,
  );
  const attributes = written.attributes.flatMap((attribute) => attributeTexts(attribute, form, person));
  const attributeStatement =
    attributes.length > 0 ? [tag(prefix, 'AttributeStatement', {}, attributes, undefined, line)] : [];
  const statements = form.attributesFirst
    ? [...attributeStatement, statement]
    : [statement, ...attributeStatement];
  const isDeclared = form.declaredOn === 'response' && !standsAlone;
  const own = {
    ...(!isDeclared && declaration(prefix, assertionNs)),
    ID: id,
    IssueInstant: at(now),
    Version: '2.0',
  };
  const parts = [named(form, 'Issuer', written, false)(issuer), signed, subject, conditions, ...statements];
  return tag(prefix, 'Assertion', own, parts.filter(Boolean), form.written?.assertion, line);
}

function nameId({ form, subject, person, issuer, audience }: Written): string[] {
  if (subject === 'none') return [];
  const qualifiers = subject.qualified && { NameQualifier: issuer, SPNameQualifier: audience };
  const attributes = { Format: subject.format, ...qualifiers };
  return [tag(form.prefixes[1], 'NameID', attributes, [escaped(fill(subject.value, person))])];
}

function attributeTexts(attribute: AttributeForm, form: ResponseForm, person: Values): string[] {
  const [, prefix] = form.prefixes;
  const { name: Name, friendlyName: FriendlyName, format = form.attributeFormat } = attribute;
  const values = fillAll(attribute.values, person).map((value) =>
    tag(prefix, 'AttributeValue', {}, [escaped(value)], form.written?.value),
  );
  const write = (some: string[]) =>
    tag(prefix, 'Attribute', { Name, FriendlyName, NameFormat: format }, some, undefined, form.lineBreak);
  if (values.length === 0) return [];
  return attribute.repeated ? values.map((value) => write([value])) : [write(values)];
}

/** Writes the Issuer. Outside the assertion it declares the namespace itself, unless the Response does. */
function named(form: ResponseForm, name: string, { form: { declaredOn } }: Written, outside: boolean) {
  const declares = outside && declaredOn !== 'response' && declaration(form.prefixes[1], assertionNs);
  return (text: string) =>
    tag(form.prefixes[1], name, { ...declares }, [escaped(text)], form.written?.issuer);
}

/** Returns what must be signed, without the values and the key. */
function signatureTemplate(form: ResponseForm, prefix: string, id: string, inclusive?: string): string {
  const canonical = `http://www.w3.org/2001/10/xml-exc-c14n#${form.withComments ? 'WithComments' : ''}`;
  const { hash = 'sha256' } = form;
  const digest = {
    sha1: `${signatureNs}sha1`,
    sha256: `${encryptionNs}sha256`,
    sha512: `${encryptionNs}sha512`,
  }[hash];
  const rsa =
    hash === 'sha1' ? `${signatureNs}rsa-sha1` : `http://www.w3.org/2001/04/xmldsig-more#rsa-${hash}`;
  const method = (name: string, Algorithm: string, content: string[] = []) =>
    tag(prefix, name, { Algorithm }, content);
  const prefixes =
    inclusive === undefined
      ? []
      : [
          `<ec:InclusiveNamespaces xmlns:ec="http://www.w3.org/2001/10/xml-exc-c14n#" PrefixList="${inclusive}"/>`,
        ];
  const info = tag(
    prefix,
    'SignedInfo',
    {},
    [
      method('CanonicalizationMethod', canonical),
      method('SignatureMethod', rsa),
      tag(prefix, 'Reference', { URI: `#${id}` }, [
        tag(prefix, 'Transforms', {}, [
          method('Transform', `${signatureNs}enveloped-signature`),
          method('Transform', canonical, prefixes),
        ]),
        method('DigestMethod', digest),
        tag(prefix, 'DigestValue', {}),
      ]),
    ],
    undefined,
    form.lineBreak,
  );
  const value = tag(prefix, 'SignatureValue', {});
  return tag(prefix, 'Signature', declaration(prefix, signatureNs), [info, value]);
}

/** Returns the template with its values and the key. */
async function signed(xml: string, template: string, id: string, { form, key }: Written): Promise<string> {
  const output = await xmlsec(xml, key.privateKeyPem, id);
  const own = output.slice(output.indexOf(`URI="#${id}"`));
  const valueIn = (name: string) => own.split(`${name}>`)[1]?.split('<')[0] ?? '';
  const wrap = (base64: string) =>
    form.base64Break === undefined ? base64 : (base64.match(/.{1,76}/g) ?? []).join(form.base64Break);
  const [, , prefix] = form.prefixes;
  const certificate = tag(prefix, 'X509Data', {}, [
    tag(prefix, 'X509Certificate', {}, [wrap(bareCertificate(key.certificatePem))]),
  ]);
  const names = form.keyInfo === 'certificate and names' ? [tag(prefix, 'KeyName', {}, ['abc-DEF_123'])] : [];
  const keyInfo = form.keyInfo === 'none' ? '' : tag(prefix, 'KeyInfo', {}, [...names, certificate]);
  const filled = (text: string, name: string, value: string) => {
    const empty = tag(prefix, name, {});
    return text.replace(empty, tag(prefix, name, {}, [value]));
  };
  const end = `</${qualified(prefix, 'Signature')}>`;
  return filled(
    // A long digest has a line break, which is signed.
    filled(template, 'DigestValue', valueIn('DigestValue')),
    'SignatureValue',
    wrap(valueIn('SignatureValue').replace(/\s/g, '')),
  ).replace(end, keyInfo + end);
}

async function xmlsec(xml: string, privateKeyPem: string, id: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'interop-'));
  try {
    await writeFile(join(folder, 'key.pem'), privateKeyPem, { mode: 0o600 });
    await writeFile(join(folder, 'document.xml'), xml);
    const { stdout } = await run('xmlsec1', [
      '--sign',
      ...['--privkey-pem', join(folder, 'key.pem')],
      ...['--id-attr:ID', `${assertionNs}:Assertion`, '--id-attr:ID', `${protocolNs}:Response`],
      ...['--node-xpath', `//*[@ID='${id}']/*[local-name()='Signature']`],
      join(folder, 'document.xml'),
    ]);
    return stdout;
  } finally {
    await rm(folder, { recursive: true });
  }
}

function encrypted(
  assertion: string,
  { content, digest, keyBeside }: EncryptionForm,
  written: Written,
): string {
  const isGcm = content.endsWith('gcm');
  const bits = content.startsWith('aes128') ? 128 : 256;
  const key = randomBytes(bits / 8);
  const iv = randomBytes(isGcm ? 12 : 16);
  const cipher = createCipheriv(`aes-${bits}-${isGcm ? 'gcm' : 'cbc'}`, key, iv);
  const parts = [iv, cipher.update(assertion, 'utf8'), cipher.final()];
  if (isGcm) parts.push((cipher as import('node:crypto').CipherGCM).getAuthTag());
  const wrapped = encryptOaep(createPublicKey(written.spCertificate), key, digest, 'sha1');
  const data = (bytes: Buffer) =>
    `<xenc:CipherData><xenc:CipherValue>${bytes.toString('base64')}</xenc:CipherValue></xenc:CipherData>`;
  const digestName = digest === 'sha1' ? `${signatureNs}sha1` : `${encryptionNs}sha256`;
  const encryptedKey =
    `<xenc:EncryptedKey xmlns:xenc="${encryptionNs}" Id="_${randomUUID()}">` +
    `<xenc:EncryptionMethod Algorithm="${encryptionNs}rsa-oaep-mgf1p">` +
    `<ds:DigestMethod xmlns:ds="${signatureNs}" Algorithm="${digestName}"/></xenc:EncryptionMethod>` +
    `${data(wrapped)}</xenc:EncryptedKey>`;
  const algorithm = `${isGcm ? 'http://www.w3.org/2009/xmlenc11#' : encryptionNs}${content}`;
  const inside = keyBeside ? '' : `<ds:KeyInfo xmlns:ds="${signatureNs}">${encryptedKey}</ds:KeyInfo>`;
  const encryptedData =
    `<xenc:EncryptedData xmlns:xenc="${encryptionNs}" Type="${encryptionNs}Element">` +
    `<xenc:EncryptionMethod Algorithm="${algorithm}"/>${inside}${data(Buffer.concat(parts))}</xenc:EncryptedData>`;
  const [, prefix] = written.form.prefixes;
  const declared = written.form.declaredOn === 'response' ? {} : declaration(prefix, assertionNs);
  return tag(prefix, 'EncryptedAssertion', declared, [encryptedData, keyBeside ? encryptedKey : '']);
}

function newId({ idPrefix }: ResponseForm): string {
  return `${idPrefix}${randomUUID().replaceAll('-', '')}`;
}

function instant({ fraction }: ResponseForm, at: number): string {
  const [seconds = '', milliseconds = ''] = new Date(at).toISOString().replace('Z', '').split('.');
  return `${seconds}${fraction === 0 ? '' : `.${milliseconds.padEnd(fraction, '0')}`}Z`;
}

function declaration(prefix: string, namespace: string): Record<string, string> {
  return { [prefix ? `xmlns:${prefix}` : 'xmlns']: namespace };
}

function qualified(prefix: string, name: string): string {
  return prefix ? `${prefix}:${name}` : name;
}

function tag(
  prefix: string,
  name: string,
  attributes: Record<string, string | undefined>,
  content: string[] = [],
  written = '',
  line = '',
): string {
  const start =
    Object.entries(attributes)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => ` ${key}="${escaped(value ?? '')}"`)
      .join('') + (written && ` ${written}`);
  const full = qualified(prefix, name);
  if (content.length === 0) return `<${full}${start}/>`;
  return `<${full}${start}>${line}${content.join(line)}${line}</${full}>`;
}

function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
}
