import { checklist } from '../../server/commands/database/production/checklist.ts';

const introduction = `# Production checklist

Before you go live, and after each change of the machine, run the checklist with the environment of the server:

\`\`\`sh
npx latchkey doctor --production --backups /var/backups/latchkey
\`\`\`

The command goes through the lines below in this order. It changes nothing and sends no message. For each line it prints one of these:

- \`OK\`
- \`Attention\`, with what it found and the remedy
- \`Could not check\`, for example because a name server does not respond. Look at the line yourself

The exit code is 1 if a line needs attention, and otherwise 0. \`--json\` prints the lines for a monitoring system. [Install](README.md) has the commands for containers and systemd.

| | line | remedy |
|---|---|---|`;

const rest = `
\`npx latchkey doctor\` without \`--production\` checks whether the server can start and whether its data is sound. It is made for development, too.

## What no program can check

- A copy of the secret key is in another place than the backups of the database.
- You have [rehearsed a restore](../backup.md#rehearse-it).
- Alerts reach a person. [Monitoring](../monitoring.md#alerts) has rules for Prometheus.
- The proxy sends the client's address. Sign in once, and look at the address in the audit log.
- The [privacy page](../privacy.md) of your application names what Latchkey stores, and for how long.

<!-- search page: production checklist, go live, production readiness, hardening -->
`;

/** Returns the page with every line that the command checks. */
export function productionChecklistPage(): string {
  const rows = checklist.map(({ title, remedy }, index) => `| ${index + 1} | ${title} | ${remedy} |`);
  return [introduction, ...rows, rest].join('\n');
}
