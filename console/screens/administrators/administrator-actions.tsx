import { Menu } from '@mantine/core';
import { useState } from 'react';
import type { User } from '../../../client/client.ts';
import { useWrite } from '../../api/use-api.ts';
import { Confirm } from '../../components/confirm.tsx';
import { FormModal } from '../../components/form-modal.tsx';
import { RowMenu } from '../../components/row-menu.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { useSession } from '../../session/session.tsx';
import { linkLifetimeSeconds } from './invitation-link.tsx';
import { administratorMessages } from './messages.ts';
import { type Rights, RoleChoice, rightsOf } from './role-choice.tsx';
import { useSetRoles } from './use-set-roles.ts';

const changes = [['administrators']];

/**
 * The actions of an owner for one administrator. Owners cannot lock themselves out here, and the server protects the
 * last owner.
 */
export function AdministratorActions({ user, onToken }: { user: User; onToken(token: string): void }) {
  const messages = useMessages(administratorMessages);
  const common = useMessages(sharedMessages);
  const { administrator: self } = useSession();
  const [asks, setAsks] = useState<'role' | 'link' | 'factors' | 'delete'>();
  const [loginId = user.userId] = user.loginIds;
  const name = user.name || loginId;
  const enable = useWrite((client) => client.management.user.activate(loginId), {
    changes,
    done: messages.isEnabled(name),
  });
  const disable = useWrite((client) => client.management.user.deactivate(loginId), {
    changes,
    done: messages.isDisabled(name),
    undo: () => enable.mutateAsync(undefined),
  });
  const signOut = useWrite((client) => client.management.user.logoutUser(loginId), {
    done: messages.signedOut(name),
  });
  const link = useWrite(
    (client) => client.management.user.generateEmbeddedLink(loginId, null, linkLifetimeSeconds),
    { onDone: ({ token }) => onToken(token) },
  );
  const removeTotp = useWrite((client) => client.management.user.removeTOTPSeed(loginId));
  const removePasskeys = useWrite((client) => client.management.user.removeAllPasskeys(loginId), {
    changes,
    done: messages.factorsRemoved(name),
  });
  const remove = useWrite((client) => client.management.user.delete(loginId), {
    changes,
    done: messages.deleted(name),
  });
  const isSelf = user.userId === self.userId;
  return (
    <>
      <RowMenu name={name}>
        <Menu.Item onClick={() => setAsks('role')} disabled={isSelf}>
          {messages.changeRole}
        </Menu.Item>
        <Menu.Item onClick={() => setAsks('link')}>{messages.newLink}</Menu.Item>
        <Menu.Item onClick={() => signOut.mutate(undefined)}>{messages.signOut}</Menu.Item>
        {user.status === 'disabled' ? (
          <Menu.Item onClick={() => enable.mutate(undefined)}>{messages.enable}</Menu.Item>
        ) : (
          <Menu.Item onClick={() => disable.mutate(undefined)} disabled={isSelf}>
            {messages.disable}
          </Menu.Item>
        )}
        <Menu.Item onClick={() => setAsks('factors')} disabled={isSelf}>
          {messages.removeFactors}
        </Menu.Item>
        <Menu.Item color="red" onClick={() => setAsks('delete')} disabled={isSelf}>
          {common.withEllipsis(common.remove)}
        </Menu.Item>
      </RowMenu>
      {asks === 'role' && <ChangeRole user={user} name={name} onClose={() => setAsks(undefined)} />}
      <Confirm
        opened={asks === 'link'}
        onClose={() => setAsks(undefined)}
        title={messages.newLinkTitle(name)}
        action={common.create}
        onConfirm={() => link.mutateAsync(undefined)}
      >
        {messages.newLinkLead}
      </Confirm>
      <Confirm
        opened={asks === 'factors'}
        onClose={() => setAsks(undefined)}
        title={messages.removeFactorsTitle(name)}
        action={common.remove}
        onConfirm={async () => {
          await removeTotp.mutateAsync(undefined);
          await removePasskeys.mutateAsync(undefined);
        }}
      >
        {messages.removeFactorsLead}
      </Confirm>
      <Confirm
        opened={asks === 'delete'}
        onClose={() => setAsks(undefined)}
        title={messages.deleteTitle(name)}
        action={common.remove}
        typed={name}
        onConfirm={() => remove.mutateAsync(undefined)}
      >
        {messages.deleteLead}
      </Confirm>
    </>
  );
}

interface ChangeRoleProps {
  user: User;
  name: string;
  onClose(): void;
}

function ChangeRole({ user, name, onClose }: ChangeRoleProps) {
  const messages = useMessages(administratorMessages);
  const { save } = useMessages(sharedMessages);
  const [rights, setRights] = useState<Rights>(rightsOf(user));
  const change = useSetRoles({ done: messages.roleChanged(name), onDone: onClose });
  return (
    <FormModal
      opened
      onClose={onClose}
      title={name}
      action={save}
      isBusy={change.isPending}
      isDirty={JSON.stringify(rights) !== JSON.stringify(rightsOf(user))}
      error={change.error}
      onSubmit={() => change.mutate({ userId: user.userId, ...rights })}
    >
      <RoleChoice value={rights} onChange={setRights} />
    </FormModal>
  );
}
