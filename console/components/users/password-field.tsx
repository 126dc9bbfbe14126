import { Button, Group, PasswordInput } from '@mantine/core';
import { useState } from 'react';
import { useRead } from '../../api/use-api.ts';
import { useMessages } from '../../i18n/language.tsx';
import { CopyText } from '../copy-text.tsx';
import { generatePassword } from './generate-password.ts';
import { passwordFieldMessages, passwordRule } from './password-field-messages.ts';

interface PasswordFieldProps {
  label: string;
  /** Precedes the rule. */
  lead?: string;
  /** The tenants of the user: the only one decides the rule, otherwise the project does. */
  tenantIds: string[];
  field: { value?: string; error?: React.ReactNode; onChange(value: string): void; 'data-path'?: string };
  isRequired?: boolean;
}

/** A new password for a user, with the rule that it must fulfil and a button that generates one. */
export function PasswordField({ label, lead, tenantIds, field, isRequired = false }: PasswordFieldProps) {
  const messages = useMessages(passwordFieldMessages);
  const [isShown, setIsShown] = useState(false);
  const tenantId = tenantIds.length === 1 ? tenantIds[0] : undefined;
  const { data: settings } = useRead(['password-settings', tenantId], (client) =>
    client.management.password.getSettings(tenantId),
  );
  const rule = settings && passwordRule(settings, messages);
  return (
    <div>
      <PasswordInput
        label={label}
        description={[lead, rule].filter(Boolean).join(' ')}
        withAsterisk={isRequired}
        {...(isRequired && { 'data-autofocus': true })}
        autoComplete="new-password"
        visible={isShown}
        onVisibilityChange={setIsShown}
        visibilityToggleButtonProps={{ 'aria-label': messages.show, tabIndex: 0 }}
        // Errors of the server find the field by it.
        data-path={field['data-path']}
        value={field.value ?? ''}
        error={field.error}
        onChange={(event) => field.onChange(event.currentTarget.value)}
      />
      <Group mt="xs">
        <Button
          variant="default"
          size="xs"
          onClick={() => {
            field.onChange(generatePassword());
            setIsShown(true);
          }}
        >
          {messages.generate}
        </Button>
        {isShown && field.value && <CopyText text={field.value} what={messages.password} />}
      </Group>
    </div>
  );
}
