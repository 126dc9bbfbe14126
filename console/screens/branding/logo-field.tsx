import { Button, FileButton, Group, Stack, TextInput } from '@mantine/core';
import { Upload } from 'lucide-react';
import { useWrite } from '../../api/use-api.ts';
import { isWebUrl } from '../../components/addresses/address-rules.ts';
import { FormError } from '../../components/form-error.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { brandingMessages } from './messages.ts';

interface LogoFieldProps {
  label: string;
  urlLabel: string;
  lead: string;
  value: string;
  onChange(logoUrl: string): void;
}

/** A logo: an https address, or an image that is uploaded at once and takes effect when the form is saved. */
export function LogoField({ label, urlLabel, lead, value, onChange }: LogoFieldProps) {
  const messages = useMessages(brandingMessages);
  const upload = useWrite<string, string>((client, image) => client.management.project.uploadLogo(image), {
    reportsFailure: false,
    changes: [],
  });
  const isUploaded = value.startsWith('/');
  const send = async (file: File | null) => {
    if (!file) return;
    onChange(await upload.mutateAsync(await base64Of(file)));
  };
  return (
    <Stack gap="xs">
      <TextInput
        label={label}
        aria-label={urlLabel}
        description={lead}
        placeholder="https://example.com/logo.svg"
        value={isUploaded ? messages.uploaded : value}
        readOnly={isUploaded}
        onChange={(event) => onChange(event.currentTarget.value.trim())}
        error={value === '' || isUploaded || isHttps(value) ? null : messages.noLogo}
      />
      <Group gap="xs">
        <FileButton
          accept="image/png,image/jpeg,image/webp,image/svg+xml"
          onChange={(file) => void send(file).catch(() => undefined)}
          inputProps={{ 'aria-label': `${messages.upload}: ${label}` }}
        >
          {(props) => (
            <Button
              {...props}
              variant="default"
              size="xs"
              leftSection={<Upload size={14} aria-hidden />}
              loading={upload.isPending}
            >
              {messages.upload}
            </Button>
          )}
        </FileButton>
        {value !== '' && (
          <Button variant="subtle" size="xs" onClick={() => onChange('')}>
            {messages.remove}
          </Button>
        )}
      </Group>
      <FormError error={upload.error} action={messages.upload} />
    </Stack>
  );
}

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

function isHttps(text: string): boolean {
  return isWebUrl(text) && text.toLowerCase().startsWith('https:');
}
