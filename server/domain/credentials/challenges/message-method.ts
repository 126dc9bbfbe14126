import type { ProjectContext } from '../../../core/context.ts';
import { endpoint } from '../../../http/endpoint.ts';
import { type Schema, t } from '../../../http/schema.ts';
import { signUpUser } from '../../directory/users/wire-sign-up.ts';
import {
  readPlainSignInOptions,
  readSignInOptions,
  type SignInOptions,
} from '../../sessions/sessions/sign-in-options.ts';
import type { Channel } from './challenge.ts';
import type { LinkTarget } from './link-url.ts';
import { type MessageOptions, readMessageOptions } from './send.ts';
import { type Target, targetOfSignIn, targetOfSignUp, targetOfSignUpOrIn } from './target.ts';
import { addressField, linkTarget, messageLoginOptions, newLoginId, typedLoginId } from './wire.ts';

/** A way to sign in by a message, over one channel: a code, a magic link or an enchanted link. */
export interface MessageMethod<Output extends Schema> {
  channel: Channel;
  /** Returns the name of an endpoint, such as `otp.signIn.email`. */
  name(operation: 'signUp' | 'signIn' | 'signUpOrIn'): string;
  /** The method's name in the audit log. */
  signIn: string;
  /** The path before the operation, such as `/v1/auth/otp`. */
  path: string;
  /** The method in a sentence, such as "a code by SMS". */
  title: string;
  /** Describes the message, before each description. */
  sent: string;
  /** Describes a sign-up. */
  signUp: string;
  /** The message has a link, whose address the caller may choose. */
  hasLink: boolean;
  /** A sign-up accepts these fields as the address. */
  addressFields: readonly ('email' | 'phone')[];
  output: Output;
  /** Returns the sign-in options that count when the message comes back. */
  optionsOf(terms: SignInOptions): SignInOptions;
  /** Sends the message, and returns what the caller learns of it. */
  send(
    ctx: ProjectContext,
    linkTarget: LinkTarget,
    findTarget: () => Promise<Target>,
    options: MessageOptions,
  ): Promise<unknown>;
}

/** The endpoints that start a sign-up, a sign-in, or either. */
export function messageEndpoints<Output extends Schema>(method: MessageMethod<Output>) {
  const { channel, title, sent, hasLink, output } = method;
  // All fields in the type, although a method has only some of them: absent fields are undefined.
  const link = (hasLink ? { URI: linkTarget } : {}) as { URI: typeof linkTarget };
  const addresses = t.each(method.addressFields, addressField);
  const parameters = ['loginId', ...(hasLink ? ['URI'] : []), 'loginOptions'];
  const send = async (
    ctx: Parameters<typeof readMessageOptions>[0],
    linkTarget: LinkTarget,
    findTarget: () => Promise<Target>,
    loginOptions: Parameters<typeof readMessageOptions>[1],
  ) => (await method.send(ctx, linkTarget, findTarget, await readMessageOptions(ctx, loginOptions))) as never;

  const auth = { auth: 'optionalRefresh', takesAwaiting: true } as const;
  const { signIn } = method;
  const begin = { ...auth, method: 'POST', limit: 'message', output, signIn } as const;
  return [
    endpoint({
      name: method.name('signUp'),
      method: 'POST',
      path: `${method.path}/signup/${channel}`,
      summary: `Start a sign-up with ${title}`,
      description: `${sent} ${method.signUp}`,
      auth: 'project',
      signIn,
      limit: 'signUp',
      input: t.object({
        loginId: newLoginId,
        ...link,
        user: signUpUser,
        loginOptions: messageLoginOptions,
        ...addresses,
      }),
      output,
      errors: ['E011004', 'E062107', 'E113001'],
      client: { parameters: parameters.toSpliced(-1, 0, 'user') },
      handle: (ctx, { loginId, URI, user = {}, loginOptions = {}, email, phone }) => {
        const terms = method.optionsOf(readPlainSignInOptions(loginOptions));
        const address = channel === 'email' ? email : phone;
        return send(
          ctx,
          URI,
          () => targetOfSignUp(ctx, { loginId, channel, user, address, terms }),
          loginOptions,
        );
      },
    }),
    endpoint({
      ...begin,
      name: method.name('signIn'),
      path: `${method.path}/signin/${channel}`,
      summary: `Start a sign-in with ${title}`,
      description:
        `${sent} It goes to the user’s address. For users who are unknown, disabled or without such an address, ` +
        `the response is identical and nothing is sent. ` +
        '`stepup` and `mfa` need a refresh JWT.',
      input: t.object({ loginId: typedLoginId, ...link, loginOptions: messageLoginOptions }),
      errors: ['E011004', 'E113001'],
      client: { parameters },
      handle: async (ctx, { loginId, URI, loginOptions = {} }) => {
        const terms = method.optionsOf(await readSignInOptions(ctx, loginOptions));
        return send(ctx, URI, () => targetOfSignIn(ctx, { loginId, channel, terms }), loginOptions);
      },
    }),
    endpoint({
      ...begin,
      name: method.name('signUpOrIn'),
      path: `${method.path}/signup-in/${channel}`,
      summary: `Start a sign-in or sign-up with ${title}`,
      description: `${sent} A new user’s login ID must be the address itself; otherwise nothing is sent.`,
      input: t.object({ loginId: newLoginId, ...link, loginOptions: messageLoginOptions }),
      errors: ['E011004', 'E113001'],
      client: { parameters },
      handle: async (ctx, { loginId, URI, loginOptions = {} }) => {
        const terms = method.optionsOf(await readSignInOptions(ctx, loginOptions));
        return send(ctx, URI, () => targetOfSignUpOrIn(ctx, { loginId, channel, terms }), loginOptions);
      },
    }),
  ];
}
