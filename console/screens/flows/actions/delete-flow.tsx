import { useWrite } from '../../../api/use-api.ts';
import { Confirm } from '../../../components/confirm.tsx';
import { useMessages } from '../../../i18n/language.tsx';
import { sharedMessages } from '../../../i18n/shared-messages.ts';
import { kindOf, type ListedFlow } from '../listed-flow.ts';
import { flowMessages } from '../messages.ts';
import { flowQueries } from '../use-flow.ts';

interface DeleteFlowProps {
  flow: ListedFlow;
  opened: boolean;
  onClose(): void;
  /** Called when the flow is not there any longer. */
  onGone?: () => void;
}

/** Deletes a flow of the project, or takes back the changes of a built-in one. */
export function DeleteFlow({ flow, opened, onClose, onGone }: DeleteFlowProps) {
  const messages = useMessages(flowMessages);
  const { delete: deleteLabel } = useMessages(sharedMessages);
  const { id, name } = flow;
  const isOwn = kindOf(flow) === 'own';
  const remove = useWrite((client) => client.management.flow.delete([id]), {
    // A deleted flow must not be fetched again by the page that shows it.
    changes: isOwn ? [['flows']] : flowQueries(id),
    done: isOwn ? messages.deleted(name) : messages.wasReset(name),
    ...(isOwn && onGone && { onDone: onGone }),
  });
  return (
    <Confirm
      opened={opened}
      onClose={onClose}
      title={isOwn ? messages.deleteTitle(name) : messages.resetTitle(name)}
      action={isOwn ? deleteLabel : messages.reset}
      {...(isOwn && { typed: id })}
      onConfirm={() => remove.mutateAsync(undefined)}
    >
      {isOwn ? messages.deleteLead : messages.resetLead}
    </Confirm>
  );
}
