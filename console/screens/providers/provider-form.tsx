import { Alert, Anchor, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import type { OAuthProvider } from '../../../client/client.ts';
import { baseUrl } from '../../api/base-url.ts';
import { unwrap } from '../../api/failure.ts';
import { useWrite } from '../../api/use-api.ts';
import { useMergeSince } from '../../api/use-merge-since.ts';
import { isWebUrl } from '../../components/addresses/address-rules.ts';
import { CopyText } from '../../components/copy-text.tsx';
import { FormDrawer } from '../../components/form-drawer.tsx';
import type { KnownProvider } from '../../components/providers/known.ts';
import { useMessages } from '../../i18n/language.tsx';
import { type SharedMessages, sharedMessages } from '../../i18n/shared-messages.ts';
import { useHasRole } from '../../session/session.tsx';
import { providerMessages } from './messages.ts';
import { MoreFields } from './more-fields.tsx';
import { ProviderFields } from './provider-fields.tsx';
import { initialValues, isDifferentTarget, type ProviderValues, toInput } from './provider-values.ts';

interface ProviderFormProps {
  /** Undefined for a custom provider. */
  known: KnownProvider | undefined;
  saved: OAuthProvider | undefined;
  /** Names that are already in use. */
  taken: string[];
  onClose(): void;
}

/** Sets up a provider. Mounted only while it is open, so that no secret stays in memory. */
export function ProviderForm({ known, saved, taken, onClose }: ProviderFormProps) {
  const messages = useMessages(providerMessages);
  const common = useMessages(sharedMessages);
  const mayChange = useHasRole('administrator');
  const [before] = useState(() => initialValues(known, saved));
  const isNew = !known && !saved;
  const form = useForm<ProviderValues>({
    initialValues: before,
    onValuesChange: (values) => {
      if (!isDifferentTarget(values, before)) form.clearFieldError('clientSecret');
    },
    validate: (values) => problemsOf(values, { before, saved, known, isNew, taken }, messages, common),
  });
  const mergeSince = useMergeSince(true, before);
  const save = useWrite(
    async ({ management: { oauth } }, values: ProviderValues) => {
      const theirs = saved ? initialValues(known, await unwrap(oauth.loadProvider(saved.provider))) : before;
      return oauth.configureProvider(toInput(mergeSince(values, theirs), theirs));
    },
    {
      changes: [['providers']],
      done: ({ title }) => messages.saved(title),
      reportsFailure: false,
      onDone: onClose,
    },
  );
  const title = known?.title ?? saved?.title ?? '';
  return (
    <FormDrawer
      opened
      onClose={onClose}
      title={isNew ? messages.add : messages.dialog(title)}
      action={common.save}
      isBusy={save.isPending}
      isDirty={form.isDirty()}
      error={save.error}
      form={form}
      mayChange={mayChange}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
    >
      <Alert color="gray" styles={{ body: { minWidth: 0 } }}>
        <Stack gap="xs" style={{ minWidth: 0 }}>
          <Text size="sm">{messages.register}</Text>
          <CopyText
            text={saved?.callbackUrl ?? `${baseUrl}/v1/auth/oauth/callback`}
            what={messages.callback}
          />
          {known && (
            <Anchor
              href={known.registerAt}
              target="_blank"
              rel="noreferrer"
              size="sm"
              underline="always"
              c="inherit"
            >
              {messages.registerAt(title)} <ExternalLink size={12} aria-label={messages.opensTab} />
            </Anchor>
          )}
        </Stack>
      </Alert>
      <fieldset disabled={!mayChange} className="fields">
        <Stack>
          <ProviderFields
            form={form}
            known={known}
            isNew={isNew}
            hasSecret={saved?.hasClientSecret ?? false}
          />
          <MoreFields form={form} known={known} />
        </Stack>
      </fieldset>
      {!mayChange && <Text size="sm">{common.roleTooSmall}</Text>}
    </FormDrawer>
  );
}

interface Facts extends Pick<ProviderFormProps, 'known' | 'saved' | 'taken'> {
  before: ProviderValues;
  isNew: boolean;
}

function problemsOf(
  values: ProviderValues,
  { before, saved, known, isNew, taken }: Facts,
  messages: (typeof providerMessages)['en'],
  { errors }: SharedMessages,
) {
  const required = (name: 'clientId' | 'issuer' | 'authorizationUrl' | 'tokenUrl' | 'userInfoUrl') =>
    values[name].trim() ? undefined : errors.required;
  const url = (name: 'issuer' | 'authorizationUrl' | 'tokenUrl' | 'userInfoUrl' | 'jwksUrl' | 'emailsUrl') =>
    values[name] === '' || isSafeUrl(values[name]) ? undefined : messages.noHttps;
  const ownOidc = !known && values.protocol === 'oidc';
  const ownOAuth = !known && values.protocol === 'oauth2';
  const keepsSecret = saved?.hasClientSecret && !isDifferentTarget(values, before);
  return {
    provider: isNew ? nameProblem(values.provider, taken, messages) : undefined,
    clientId: required('clientId'),
    clientSecret:
      values.clientSecret || keepsSecret
        ? undefined
        : saved?.hasClientSecret
          ? messages.secretNotKept
          : errors.required,
    issuer: (ownOidc && required('issuer')) || url('issuer'),
    authorizationUrl: (ownOAuth && required('authorizationUrl')) || url('authorizationUrl'),
    tokenUrl: (ownOAuth && required('tokenUrl')) || url('tokenUrl'),
    userInfoUrl: (ownOAuth && required('userInfoUrl')) || url('userInfoUrl'),
    jwksUrl: url('jwksUrl'),
    emailsUrl: url('emailsUrl'),
    teamId: known?.id === 'apple' && !values.teamId ? errors.required : undefined,
    keyId: known?.id === 'apple' && !values.keyId ? errors.required : undefined,
  };
}

function nameProblem(
  name: string,
  taken: string[],
  messages: (typeof providerMessages)['en'],
): string | undefined {
  if (!/^[a-z0-9][a-z0-9_-]{0,29}$/.test(name)) return messages.noName;
  return taken.includes(name) ? messages.nameTaken : undefined;
}

/** The server accepts addresses of this machine in development only. */
function isSafeUrl(text: string): boolean {
  if (!isWebUrl(text)) return false;
  const { protocol, hostname } = new URL(text);
  return protocol === 'https:' || hostname === 'localhost' || /^127(\.\d+){3}$|^\[::1\]$/.test(hostname);
}
