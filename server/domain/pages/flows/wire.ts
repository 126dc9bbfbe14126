import { type Static, t } from '../../../http/schema.ts';
import { jwtResponse } from '../../sessions/sessions/wire.ts';

const input = t.optional(
  t.map(t.any(), { description: 'The fields of the screen by name, and `origin`. Only texts count' }),
);

/** The request with which the component starts a flow. */
export const startInput = t.object({
  flowId: t.text({ maxLength: 100, description: 'The flow, such as `sign-up-or-in`' }),
  options: t.optional(
    t.map(t.any(), {
      description:
        'Read: `location`, `redirectUrl`, `tenant`, `locale`, `deviceInfo.webAuthnSupport`. Nothing in it changes the tokens. ' +
        '`redirectAuth` of native apps is not supported (E501001)',
    }),
  ),
  interactionId: t.reference({
    maxLength: 300,
    description: 'The pressed button, or empty to see the first screen',
  }),
  componentsVersion: t.optional(t.text()),
  flowVersions: t.optional(
    t.map(t.any(), { description: 'The versions in `config.json` when the page was loaded' }),
  ),
  input,
  isCustomScreen: t.optional(t.flag()),
});

/** The request of each further interaction. */
export const nextInput = t.object({
  executionId: t.text({ minLength: 1, maxLength: 200 }),
  stepId: t.text({ minLength: 1, maxLength: 20 }),
  interactionId: t.text({
    minLength: 1,
    maxLength: 300,
    description: 'The pressed button, `polling`, or `submit` for what the browser brings back',
  }),
  version: t.optional(t.any()),
  componentsVersion: t.optional(t.text()),
  input,
  isCustomScreen: t.optional(t.flag()),
});

const screenState = t.map(t.any(), {
  description: 'The values that fill the screen: `form`, `errorText`, `sentTo`, `totp`, `componentsState` …',
});

export const flowOutput = t.object(
  {
    executionId: t.text(),
    stepId: t.text(),
    stepName: t.text(),
    status: t.choice(['waiting', 'completed']),
    action: t.choice(['screen', 'poll', 'redirect', 'webauthnCreate', 'webauthnGet', 'none']),
    screen: t.object({ id: t.text(), state: screenState }),
    redirect: t.optional(t.object({ url: t.text() })),
    webauthn: t.optional(
      t.object({
        transactionId: t.text(),
        options: t.text({ maxLength: 262_144, description: 'The options of WebAuthn, as JSON text' }),
      }),
    ),
    authInfo: t.optional(jwtResponse),
    lastAuth: t.optional(t.object({ authMethod: t.text(), loginId: t.text() })),
    output: t.map(t.any()),
    nonce: t.optional(
      t.text({ maxLength: 16_384, description: 'Sent as the header X-Descope-Flow-Nonce, not in the body' }),
    ),
  },
  { $id: 'FlowResponse' },
);

export type FlowAnswer = Static<typeof flowOutput>;
