import { inflateRawSync } from 'node:zlib';
import { SamlError } from './error.ts';
import { decodeUtf8, messageLimits } from './limits.ts';

const maxBase64Length = 256 * 1024;

/** Strict base64 in which only line breaks are ignored. */
export function decodeBase64(text: string): Buffer | undefined {
  const compact = text.replace(/[\r\n]+/g, '');
  const bytes = Buffer.from(compact, 'base64');
  // Node's decoder skips what it does not know, so only a value that comes back the same was really base64.
  return compact !== '' && bytes.toString('base64') === compact ? bytes : undefined;
}

/** The text of a message that came by the POST binding (saml-bindings §3.5.4). */
export function decodeSamlMessage(base64: string): string {
  return decodeUtf8(decodeField(base64));
}

/** The text of a message that came by the Redirect binding (saml-bindings §3.4.4.1). */
export function inflateSamlMessage(base64: string): string {
  const compressed = decodeField(base64);
  let bytes: Buffer;
  try {
    bytes = inflateRawSync(compressed, { maxOutputLength: messageLimits.bytes });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE')
      throw new SamlError('too-large', `The SAML message is larger than ${messageLimits.bytes / 1024} KiB.`);
    throw new SamlError('encoding', 'The SAML message is not compressed as the Redirect binding asks for.');
  }
  return decodeUtf8(bytes);
}

function decodeField(base64: string): Buffer {
  if (base64.length > maxBase64Length)
    throw new SamlError(
      'too-large',
      `The SAML message is larger than ${maxBase64Length / 1024} KiB in base64.`,
    );
  const bytes = decodeBase64(base64);
  if (!bytes) throw new SamlError('encoding', 'The SAML message is not valid base64.');
  return bytes;
}
