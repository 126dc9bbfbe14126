import { inflateRawSync } from 'node:zlib';
import { SamlError } from './error.ts';
import { decodeUtf8, messageLimits } from './limits.ts';

const maxBase64Length = 256 * 1024;

/** Decodes strict base64, ignoring only line breaks. */
export function decodeBase64(text: string): Buffer | undefined {
  const compact = text.replace(/[\r\n]+/g, '');
  const bytes = Buffer.from(compact, 'base64');
  // Node's decoder skips unknown characters, so only a value that encodes to the same text is valid.
  return compact !== '' && bytes.toString('base64') === compact ? bytes : undefined;
}

/** Returns the text of a message from the POST binding (saml-bindings §3.5.4). */
export function decodeSamlMessage(base64: string): string {
  return decodeUtf8(decodeField(base64));
}

/** Returns the text of a message from the Redirect binding (saml-bindings §3.4.4.1). */
export function inflateSamlMessage(base64: string): string {
  const compressed = decodeField(base64);
  let bytes: Buffer;
  try {
    bytes = inflateRawSync(compressed, { maxOutputLength: messageLimits.bytes });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE')
      throw new SamlError('too-large', `The SAML message is larger than ${messageLimits.bytes / 1024} KiB.`);
    throw new SamlError('encoding', 'The SAML message is not compressed as the Redirect binding requires.');
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
