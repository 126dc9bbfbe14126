import { on } from '../../../core/event.ts';
import { accountChanged, holderRemoved } from '../../directory/users/events.ts';
import { group } from '../../group.ts';
import { signedIn } from '../../sessions/sessions/events.ts';
import { noticeSignIn } from './notice-sign-in.ts';
import { deleteForgottenNotices, forgetNotices, noticeUser } from './notice-user.ts';

export const securityNotices = group({
  name: 'credentials/security-notices',
  tables: {
    seenDevices: { key: 'userId deviceHash' },
    securityNotices: { stays: 'their links open this instance' },
  },
  sweep: deleteForgottenNotices,
  on: [on(accountChanged, noticeUser), on(signedIn, noticeSignIn), on(holderRemoved, forgetNotices)],
});
