import { createPrivateKey } from 'node:crypto';
import type { ProjectContext } from '../../../core/context.ts';
import { newId } from '../../../core/ids.ts';
import type { Signer } from '../../../protocols/saml/sign.ts';
import { samlSigningKey } from '../../directory/sso-apps/saml-keys.ts';

/** Returns the key with which we sign for the application. */
export async function signerOf(ctx: ProjectContext, appId: string): Promise<Signer> {
  const { privateKeyPem, certificate } = await samlSigningKey(ctx, appId);
  return { privateKey: createPrivateKey(privateKeyPem), certificate };
}

/** The type xs:ID must not begin with a digit. */
export function newXmlId(ctx: Pick<ProjectContext, 'now'>): string {
  return `_${newId('T', ctx.now())}`;
}
