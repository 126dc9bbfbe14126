import { ActionIcon, Group, Stack, Switch } from '@mantine/core';
import { ArrowDown, ArrowUp } from 'lucide-react';
import type { HostedPages } from '../../../client/client.ts';
import { formMessages } from '../../i18n/form-messages.ts';
import { useMessages } from '../../i18n/language.tsx';
import { ScreenLink } from '../links.tsx';
import { signInMethodMessages } from './messages.ts';
import { type Needed, neededFor } from './needed-setup.ts';
import { useSetUp } from './use-set-up.ts';

type Method = HostedPages['signInMethods'][number];

interface MethodOrderProps {
  /** In display order. */
  chosen: Method[];
  /** The methods that can be chosen. Default: all. */
  available?: Method[];
  onChange(chosen: Method[]): void;
}

/** Chooses the offered methods and their order. Disabled methods come after enabled ones. */
export function MethodOrder({ chosen, available, onChange }: MethodOrderProps) {
  const { methods } = useMessages(signInMethodMessages);
  const messages = useMessages(formMessages);
  const setUp = useSetUp();
  const all = available ?? (Object.keys(methods) as Method[]);
  const shown = [...chosen, ...all.filter((method) => !chosen.includes(method))];
  const toggle = (method: Method, isOn: boolean) =>
    onChange(isOn ? [...chosen, method] : chosen.filter((one) => one !== method));
  const move = (from: number, to: number) => {
    const next = [...chosen];
    next.splice(to, 0, ...next.splice(from, 1));
    onChange(next);
  };
  return (
    <Stack gap="sm">
      {shown.map((method, index) => {
        const { name, lead } = methods[method];
        const isOn = chosen.includes(method);
        return (
          <Group key={method} justify="space-between" wrap="nowrap" align="flex-start" maw={560}>
            <Switch
              label={name}
              description={
                <>
                  {lead} {setUp && isOn && <MissingSetUp needed={neededFor(method, setUp)} />}
                </>
              }
              checked={isOn}
              onChange={(event) => toggle(method, event.currentTarget.checked)}
            />
            {isOn && (
              <Group gap={2} wrap="nowrap">
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={messages.moveUp(name)}
                  disabled={index === 0}
                  onClick={() => move(index, index - 1)}
                >
                  <ArrowUp size={16} aria-hidden />
                </ActionIcon>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={messages.moveDown(name)}
                  disabled={index === chosen.length - 1}
                  onClick={() => move(index, index + 1)}
                >
                  <ArrowDown size={16} aria-hidden />
                </ActionIcon>
              </Group>
            )}
          </Group>
        );
      })}
    </Stack>
  );
}

/** Says why the page does not offer a method that is on, with the way to what it needs. */
function MissingSetUp({ needed }: { needed: Needed | undefined }) {
  const messages = useMessages(signInMethodMessages);
  if (!needed) return undefined;
  return (
    <>
      <strong>{messages.needed[needed]}</strong>{' '}
      <ScreenLink to={needed === 'provider' ? 'providers' : 'connectors'}>{messages.toSetUp}</ScreenLink>
    </>
  );
}
