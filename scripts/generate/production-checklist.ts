import { checklist } from '../../server/commands/database/production/checklist.ts';

const introduction = `# Production checklist

Run the checklist before you go live and whenever you change the machine. Use the server’s environment variables:

\`\`\`sh
npx latchkey doctor --production --backups /var/backups/latchkey
\`\`\`

The command checks the lines below in this order. It changes nothing and sends no messages. For each line, it prints one of these results:

- \`OK\`
- \`Attention\`, with what it found and the remedy
- \`Could not check\`, for example because a name server does not respond. Check this line yourself

The exit code is 1 if a line needs attention, otherwise 0. \`--json\` prints the lines for a monitoring system. [Install](README.md) has the commands for containers and systemd.

| | line | remedy |
|---|---|---|`;

const rest = `
\`npx latchkey doctor\` without \`--production\` checks whether the server can start and whether its data is intact. You can use it in development, too.

## What the command cannot check

- You keep a copy of the secret key, apart from the backups of the database.
- You have [rehearsed a restore](../backup.md#rehearse-it).
- Alerts reach a person. [Monitoring](../monitoring.md#alerts) has rules for Prometheus.
- The proxy sends the client's address. Sign in once, and check the address in the audit log.
- The [privacy page](../privacy.md) of your application says what Latchkey stores, and for how long.

<!-- search page: production checklist, go live, production readiness, hardening -->
`;

/** Returns the page with every line that the command checks. */
export function productionChecklistPage(): string {
  const rows = checklist.map(({ title, remedy }, index) => `| ${index + 1} | ${title} | ${remedy} |`);
  return [introduction, ...rows, rest].join('\n');
}
