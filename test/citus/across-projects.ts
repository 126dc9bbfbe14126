/**
 * The statements that run on all nodes, or whose rows pass through the coordinator, with the reason. None of them may be in a request of a
 * user.
 */
const exceptions: { way: 'all' | 'coordinator'; text: RegExp; reason: string }[] = [
  {
    way: 'coordinator',
    text: /^insert into "users" .* json_populate_recordset/s,
    reason: 'Several users at once get their numbers from a sequence, which is on the coordinator.',
  },
  {
    way: 'all',
    text: /^select \* from "signingKeys" order by "createdAt" desc/,
    reason: 'At the start, the secret key is tried on the newest signing key of any project.',
  },
  {
    way: 'all',
    text: /^select "projectId" from "outbox" where "nextAttemptAt" <= /,
    reason: 'The poll for messages of other instances.',
  },
  {
    way: 'coordinator',
    text: /^select "projectId" from "outbox" where "nextAttemptAt" <= /,
    reason: 'The same while a project has many messages in progress: finds the project that waits longest.',
  },
  {
    way: 'all',
    text: /^select \* from "outbox" where "status" = .* and "recipient" = /s,
    reason: 'The inbox of the development mode, which shows messages of all projects.',
  },
  {
    way: 'all',
    text: /^select (count\(\*\) as "count", )?min\("(createdAt|occurredAt)"\) as "oldest" from "(outbox|auditEvents)"/,
    reason: 'A metric of the instance.',
  },
  {
    way: 'all',
    text: /^select "projectId" from "auditEvents" where "sequence" is null and "projectId" > /,
    reason: 'One instance seals the audit log of all projects: finds the next one.',
  },
  {
    way: 'all',
    text: /^select "projects"."id" from "projects" where "projects"."importStartedAt" is null and exists \(select "auditEvents"/,
    reason: 'Finds the projects whose audit events wait for a block, in the background.',
  },
  {
    way: 'all',
    text: /^select "projectId", "id" from "auditStreams" where "nextAttemptAt" <= /,
    reason: 'The poll for streams that are due.',
  },
  {
    way: 'all',
    text: /^select "failingSince", .* from "auditStreams"/s,
    reason: 'A metric of the instance.',
  },
  {
    way: 'coordinator',
    text: /^select count\(\*\) as "count" from \(select "number" from "searchLog"/,
    reason: 'A metric of the instance.',
  },
];

/** Reports whether a statement is one of them. */
export function allowed(way: 'all' | 'coordinator', text: string): boolean {
  return exceptions.some((exception) => exception.way === way && exception.text.test(text));
}
