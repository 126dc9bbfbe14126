import { Select, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { SsoApplication } from '../../../client/client.ts';
import { authenticationMethods } from '../../../client/constants.ts';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { isWebUrl } from '../addresses/address-rules.ts';
import { clientMessages } from './client-messages.ts';
import { type Jwks, keysText, readKeys } from './public-keys.ts';

/** The way in which an application proves its identity. SSO applications and third-party applications have the same fields. */
export type Authentication = Pick<
  SsoApplication['oidcSettings'],
  'tokenEndpointAuthMethod' | 'jwks' | 'jwksUri'
>;

const methods = ['', ...authenticationMethods] as const;

interface AuthenticationFieldsProps {
  values: Authentication;
  change(values: Partial<Authentication>): void;
}

export function AuthenticationFields({ values, change }: AuthenticationFieldsProps) {
  const messages = useMessages(clientMessages);
  const { errors } = useMessages(sharedMessages);
  const { tokenEndpointAuthMethod, jwks, jwksUri } = values;
  const hasKeys = jwks.keys.length > 0 || jwksUri !== '';
  const mayUseKeys = tokenEndpointAuthMethod === '' || tokenEndpointAuthMethod === 'private_key_jwt';
  const needsKeys = tokenEndpointAuthMethod === 'private_key_jwt' && !hasKeys;
  return (
    <>
      <Select
        label={messages.method}
        description={messages.methodLead}
        data={methods.map((value) => ({ value, label: messages.methods[value || 'any'] }))}
        allowDeselect={false}
        value={tokenEndpointAuthMethod}
        onChange={(value) =>
          change({ tokenEndpointAuthMethod: value as Authentication['tokenEndpointAuthMethod'] })
        }
        error={needsKeys && messages.needsKeys}
        maw={480}
      />
      {(mayUseKeys || hasKeys) && (
        <>
          <KeysInput value={jwks} onChange={(jwks) => change({ jwks })} />
          <TextInput
            type="url"
            label={messages.jwksUri}
            description={messages.jwksUriLead}
            value={jwksUri}
            onChange={(event) => change({ jwksUri: event.currentTarget.value.trim() })}
            error={jwksUri === '' || isWebUrl(jwksUri) ? null : errors.url}
            maw={480}
          />
        </>
      )}
    </>
  );
}

/** Keeps the text as it is typed, until the value is another one than the text says. */
function KeysInput({ value, onChange }: { value: Jwks; onChange(value: Jwks): void }) {
  const messages = useMessages(clientMessages);
  const [typed, setTyped] = useState<string>();
  const read = typed === undefined ? undefined : readKeys(typed);
  const isWrong = typed !== undefined && read === undefined;
  const isCurrent = isWrong || JSON.stringify(read) === JSON.stringify(value);
  return (
    <Textarea
      label={messages.keys}
      description={messages.keysLead}
      autosize
      minRows={2}
      maxRows={12}
      maw={640}
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      spellCheck={false}
      value={typed !== undefined && isCurrent ? typed : keysText(value)}
      onChange={(event) => {
        const text = event.currentTarget.value;
        setTyped(text);
        const keys = readKeys(text);
        if (keys) onChange(keys);
      }}
      error={isWrong && messages.noKeys}
    />
  );
}
