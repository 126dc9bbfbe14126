import { Menu } from '@mantine/core';
import { useState } from 'react';
import { unwrap } from '../../../api/failure.ts';
import { download } from '../../../components/download.ts';
import { useNotify } from '../../../components/notify.tsx';
import { RowMenu } from '../../../components/row-menu.tsx';
import { useMessages } from '../../../i18n/language.tsx';
import { sharedMessages } from '../../../i18n/shared-messages.ts';
import { useProject } from '../../../session/project.tsx';
import { useHasRole } from '../../../session/session.tsx';
import { kindOf, type ListedFlow } from '../listed-flow.ts';
import { flowMessages } from '../messages.ts';
import { exportFlow } from '../use-flow.ts';
import { DeleteFlow } from './delete-flow.tsx';
import { DuplicateFlow } from './duplicate-flow.tsx';
import { SwitchFlow } from './switch-flow.tsx';

type Question = 'switch' | 'duplicate' | 'delete';

interface FlowActionsProps {
  flow: ListedFlow;
  /** Called when the flow is not there any longer. */
  onGone?: () => void;
}

/** The menu of what can be done with a flow as a whole. */
export function FlowActions({ flow, onGone }: FlowActionsProps) {
  const messages = useMessages(flowMessages);
  const { export: exportLabel, delete: deleteLabel, withEllipsis } = useMessages(sharedMessages);
  const mayChange = useHasRole('administrator');
  const [question, setQuestion] = useState<Question>();
  const save = useExport(flow.id);
  const kind = kindOf(flow);
  const close = () => setQuestion(undefined);
  return (
    <>
      <RowMenu name={flow.name}>
        {mayChange && (
          <>
            <Menu.Item onClick={() => setQuestion('switch')}>
              {withEllipsis(flow.disabled ? messages.turnOn : messages.turnOff)}
            </Menu.Item>
            <Menu.Item onClick={() => setQuestion('duplicate')}>{withEllipsis(messages.duplicate)}</Menu.Item>
          </>
        )}
        <Menu.Item onClick={() => void save()}>{exportLabel}</Menu.Item>
        {mayChange && kind !== 'builtIn' && (
          <Menu.Item color="red" onClick={() => setQuestion('delete')}>
            {withEllipsis(kind === 'own' ? deleteLabel : messages.reset)}
          </Menu.Item>
        )}
      </RowMenu>
      <SwitchFlow flow={flow} opened={question === 'switch'} onClose={close} />
      <DuplicateFlow flow={flow} opened={question === 'duplicate'} onClose={close} />
      <DeleteFlow flow={flow} opened={question === 'delete'} onClose={close} {...(onGone && { onGone })} />
    </>
  );
}

/** Returns a function that saves the flow as a file, which can be imported elsewhere. */
function useExport(flowId: string): () => Promise<void> {
  const { client } = useProject();
  const notify = useNotify();
  return async () => {
    try {
      const exported = await unwrap(exportFlow(client, flowId));
      download(`${flowId}.flow.json`, [`${JSON.stringify(exported, undefined, 2)}\n`], 'application/json');
    } catch (error) {
      notify.failed(error);
    }
  };
}
