import { unwrap } from '../../../api/failure.ts';
import { useWrite } from '../../../api/use-api.ts';
import { Confirm } from '../../../components/confirm.tsx';
import { useMessages } from '../../../i18n/language.tsx';
import type { ListedFlow } from '../listed-flow.ts';
import { flowMessages } from '../messages.ts';
import { exportFlow, flowQueries, importFlow } from '../use-flow.ts';

interface SwitchFlowProps {
  flow: Pick<ListedFlow, 'id' | 'name' | 'disabled'>;
  opened: boolean;
  onClose(): void;
}

/** Turns a flow on or off, after saying what that means for pages that have it. */
export function SwitchFlow({ flow: { id, name, disabled }, opened, onClose }: SwitchFlowProps) {
  const messages = useMessages(flowMessages);
  const write = useWrite(
    async (client) => {
      const { flow } = await unwrap(exportFlow(client, id));
      return importFlow(client, id, { ...flow, disabled: !disabled });
    },
    {
      changes: flowQueries(id),
      done: ({ flow }) => (flow.disabled ? messages.turnedOff(name) : messages.turnedOn(name)),
    },
  );
  return (
    <Confirm
      opened={opened}
      onClose={onClose}
      title={disabled ? messages.turnOnTitle(name) : messages.turnOffTitle(name)}
      action={disabled ? messages.turnOn : messages.turnOff}
      isReversible
      onConfirm={() => write.mutateAsync(undefined)}
    >
      {disabled ? messages.turnOnLead : messages.turnOffLead}
    </Confirm>
  );
}
