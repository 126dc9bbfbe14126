import { isHost } from '../../core/url.ts';
import { t } from '../../http/schema.ts';
import { isMailAddress } from '../recipient.ts';
import { connectorProvider, refuse } from './provider.ts';

const address = { maxLength: 254 };

export const smtp = connectorProvider({
  name: 'smtp',
  channel: 'email',
  summary: 'Set an SMTP server as the email connector',
  description: 'Replaces the email connector. Waiting messages use the new one.',
  input: t.object({
    host: t.text({ maxLength: 253, emptyIsAbsent: true }),
    port: t.optional(t.integer({ description: 'Default: 465 for `tls`, else 587' })),
    security: t.optional(
      t.choice(['tls', 'starttls', 'none'], {
        description:
          'Default: `starttls`, which requires a server that supports it. `none` is allowed for a relay ' +
          'in your own network, without a password',
      }),
    ),
    username: t.optional(t.text({ maxLength: 255 })),
    password: t.optional(
      t.text({
        maxLength: 1_024,
        description: 'Absent: keeps the current one, if server and username stay the same',
      }),
    ),
    fromAddress: t.text({ ...address, emptyIsAbsent: true }),
    fromName: t.optional(t.text({ maxLength: 128, description: 'Default: the project’s name' })),
    replyTo: t.optional(t.text(address)),
  }),
  secretField: 'password',
  destination: ['host', 'port', 'username', 'security'],
  readSettings(given, { project }) {
    const { security = 'starttls' } = given;
    const defaults = { port: security === 'tls' ? 465 : 587, username: '', replyTo: '' };
    const settings = { ...defaults, fromName: project.name, ...given, security };
    const { host, port, username, fromAddress, fromName, replyTo } = settings;
    if (!isHost(host)) refuse('host must be the name or address of the mail server');
    if (port < 1 || port > 65_535) refuse('port must be from 1 to 65535');
    if (!isMailAddress(fromAddress)) refuse('fromAddress must be an email address such as name@example.com');
    if (replyTo && !isMailAddress(replyTo))
      refuse('replyTo must be an email address such as name@example.com');
    if (/\p{Cc}/u.test(fromName)) refuse('fromName must be one line');
    if (security === 'none' && username) {
      refuse(
        'username needs TLS, because a password is never sent unencrypted. Leave it empty, or choose tls ' +
          'or starttls',
      );
    }
    return settings;
  },
  secretForms: ({ settings: { username }, secret: { password } }) => [
    base64(`\0${username}\0${password}`),
    base64(password),
    password,
  ],
  send: ({ pools, projectId }, connector, message) => pools.send(projectId, connector, message),
});

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}
