interface AcrossProjects {
  way: 'all' | 'coordinator';
  text: RegExp;
  reason: string;
  /**
   * Why it fails while a node does not respond. Absent: it leaves out the projects of this node (`ofReachableProjects`), and their work is done
   * when the node is back.
   */
  waits?: string;
}

/**
 * The statements that run on all nodes, or whose rows pass through the coordinator, with the reason. Of the requests of users, only the page of a tenant
 * may send one.
 */
const exceptions: AcrossProjects[] = [
  {
    way: 'coordinator',
    text: /^insert into "users" .* json_populate_recordset/s,
    reason: 'Several users at once get their numbers from a sequence, which is on the coordinator.',
    waits: 'The users are of one project, and only its node must respond.',
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
    waits: 'Nobody develops on several nodes.',
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
    way: 'all',
    text: /^select distinct "projectId" from "searchLog"/,
    reason: 'Finds the projects whose changes are to be folded into the search index, in the background.',
  },
  {
    way: 'coordinator',
    text: /^select count\(\*\) as "count" from \(select "number" from "searchLog"/,
    reason: 'A metric of the instance.',
  },
  {
    way: 'all',
    text: /^delete from "\w+" where "(expiresAt|lastAt|lastSeenAt|nextAttemptAt|occurredAt|paidBackAt)" <=? /,
    reason: 'The sweeper removes what has expired, once a minute.',
  },
  {
    way: 'all',
    text: /^delete from "outbox" where "projectId" in \(select "id" from "projects"/,
    reason: 'The same for messages that were sent.',
  },
  {
    way: 'all',
    text: /^update ("flowExecutions" set "sealedAnswer" = .* where "answeredAt" > 0|"outbox" set "content" = .* where "status" = 'dead')/s,
    reason: 'The same for contents that nobody needs any more.',
  },
  {
    way: 'all',
    text: /^select "projectId", "(id|userId)" from "(accountDeletions|inboundApps|sessions)" where "(deleteAt|dynamic|expiresAt)" <?= /,
    reason: 'The sweeper finds what has expired, and removes it project by project.',
  },
  {
    way: 'all',
    text: /^select ("projectId", "tenantId", "id", "readDueAt" from "ssoConnections"|\* from "tenantDomains") where \(?"(readDueAt|dueAt)" /,
    reason: 'The polls for identity providers to read again, and for domains to check.',
  },
  {
    way: 'all',
    text: /^select "projects"."id" from "projects" left join "activityProgress" /,
    reason: 'Finds the projects whose activity is to be counted, in the background.',
  },
  {
    way: 'all',
    text: /^select (\*|"id") from "projects" where "(id|importStartedAt)" /,
    reason: 'The list of projects, for the console, and for deletions and imports that did not end.',
    waits: 'The console shows all projects or says that it cannot. Deletions go on.',
  },
  {
    way: 'all',
    text: /^\s*select \* from "\w+" where "\w+" like .*order by "projectId", /s,
    reason:
      'The command that seals all secrets with a new key, and doctor, which counts those of an older one.',
    waits: 'An old key can be removed only once no project has secrets of it.',
  },
  {
    way: 'all',
    text: /^select "projects"."id" from "projects" inner join "tenants" /,
    reason: 'The page of a tenant, whose address names the tenant and no project.',
  },
  {
    way: 'all',
    text: /^select "name", "type", "content" from "logos" where "name" = \S+ limit /,
    reason: 'The former address of a logo, without its project. Pages and messages no longer use it.',
    waits: 'A logo that is not found would be remembered as missing by caches.',
  },
  {
    way: 'all',
    text: /^select ("projectId", "id"|distinct "clientId") from "ssoApps" where .*"projectId" (<>|!=) /,
    reason: 'A client ID without a project passes on when its application is deleted, or is imported.',
    waits: 'The next owner can be on any node.',
  },
];

/** Reports whether a statement is one of them. */
export function allowed(way: 'all' | 'coordinator', text: string): boolean {
  return exceptions.some((exception) => exception.way === way && exception.text.test(text));
}
