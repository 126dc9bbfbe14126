import type { ProjectContext } from '../../../../core/context.ts';

/** Returns the HTML of `<screen>.html` or `<screen>-<locale>.html`; `undefined` if the project has no such screen. */
export async function renderScreen(_ctx: ProjectContext, file: string): Promise<string | undefined> {
  return file === 'email.html' ? emailScreen : undefined;
}

const emailScreen = `<descope-container direction="column" id="ROOT" space-between="md" st-horizontal-padding="2rem" st-vertical-padding="2rem"
    st-align-items="safe center" st-justify-content="safe center" st-host-width="100%" st-gap="1rem">
  <descope-text variant="h3" mode="primary" full-width="true" text-align="center" id="title">Sign in</descope-text>
  <descope-email-field name="email" id="emailField" label="Email" required="true" full-width="true" size="md"
    bordered="true" label-type="static" autocomplete="username"></descope-email-field>
  <descope-text data-type="error-message" class="hide" variant="body2" mode="error" full-width="true" id="error"></descope-text>
  <descope-button data-type="button" id="sendCode" auto-submit="true" variant="contained" mode="primary" size="md"
    full-width="true">Continue</descope-button>
</descope-container>
`;
