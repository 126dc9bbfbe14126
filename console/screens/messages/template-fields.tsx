import { Badge, Button, Group, Input, Text, Textarea, TextInput } from '@mantine/core';
import { type FocusEvent, useRef } from 'react';
import { templateLengths } from '../../../client/constants.ts';
import { useMessages } from '../../i18n/language.tsx';
import { type Content, placesOf, type TemplateKey } from './template-key.ts';
import { templateMessages } from './template-messages.ts';

interface TemplateFieldsProps {
  templateKey: TemplateKey;
  values: Content;
  change(changes: Partial<Content>): void;
  isReadOnly: boolean;
}

type Field = HTMLInputElement | HTMLTextAreaElement;

const monospace = { input: { fontFamily: 'monospace', fontSize: 13 } };

export function TemplateFields({ templateKey, values, change, isReadOnly }: TemplateFieldsProps) {
  const texts = useMessages(templateMessages);
  const { channel } = templateKey;
  /** The last cursor position. */
  const last = useRef<Field>(null);
  const propsOf = (name: keyof Content) => ({
    name,
    value: values[name],
    readOnly: isReadOnly,
    onChange: ({ currentTarget }: { currentTarget: Field }) => change({ [name]: currentTarget.value }),
    onFocus: ({ currentTarget }: FocusEvent<Field>) => {
      last.current = currentTarget;
    },
  });
  const insert = (place: string) => {
    const field = last.current;
    const name = (field?.name || 'text') as keyof Content;
    const value = values[name];
    const [start, end] = [field?.selectionStart ?? value.length, field?.selectionEnd ?? value.length];
    change({ [name]: `${value.slice(0, start)}${place}${value.slice(end)}` });
    requestAnimationFrame(() => {
      field?.focus();
      field?.setSelectionRange(start + place.length, start + place.length);
    });
  };
  return (
    <>
      {channel === 'email' && (
        <TextInput
          label={texts.subject}
          withAsterisk
          maxLength={templateLengths.subject}
          {...propsOf('subject')}
        />
      )}
      <Textarea
        label={texts.text}
        withAsterisk
        autosize
        minRows={channel === 'sms' ? 3 : 8}
        maxRows={18}
        maxLength={templateLengths.text}
        {...propsOf('text')}
      />
      {channel === 'email' && (
        <Textarea
          label={texts.html}
          description={texts.htmlLead}
          autosize
          minRows={8}
          maxRows={24}
          maxLength={templateLengths.html}
          spellCheck={false}
          styles={monospace}
          {...propsOf('html')}
        />
      )}
      {!isReadOnly && <Places kind={templateKey.kind} onInsert={insert} />}
    </>
  );
}

function Places({ kind, onInsert }: Pick<TemplateKey, 'kind'> & { onInsert(place: string): void }) {
  const texts = useMessages(templateMessages);
  return (
    <div>
      <Input.Label component="div">{texts.places}</Input.Label>
      <Text size="xs" c="dimmed" mb="xs">
        {texts.placesLead} {texts.placesOptions}
      </Text>
      <Group gap="xs" role="group" aria-label={texts.insert}>
        {placesOf(kind).map(({ path, isRequired }) => (
          <Button
            key={path}
            size="compact-sm"
            variant="default"
            ff="monospace"
            onClick={() => onInsert(`{{${path}}}`)}
            {...(isRequired && {
              rightSection: (
                <Badge size="xs" variant="light" tt="none">
                  {texts.required}
                </Badge>
              ),
            })}
          >
            {`{{${path}}}`}
          </Button>
        ))}
      </Group>
    </div>
  );
}
