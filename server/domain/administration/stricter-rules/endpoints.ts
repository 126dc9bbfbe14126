import { endpoint } from '../../../http/endpoint.ts';
import { emptyObject, t } from '../../../http/schema.ts';
import { countConcerned } from './count-concerned.ts';
import { stricterRuleList } from './rules.ts';

const cacheSeconds = 60;

export const stricterRuleEndpoints = [
  endpoint({
    name: 'management.project.loadStricterRules',
    method: 'GET',
    path: '/v1/mgmt/project/stricter-rules',
    summary: 'Count what the stricter rules of this release affect',
    description:
      'Returns each rule that became stricter in this release. Each has the number of users, keys or ' +
      'applications of the project that it affects. If an administrator must decide about each, `names` has the ' +
      'first twenty. `latchkey doctor` shows the same before an upgrade.',
    auth: 'management',
    role: 'auditor',
    input: emptyObject,
    output: t.object({
      rules: t.list(
        t.object({
          name: t.choice(stricterRuleList.map(({ name }) => name)),
          subject: t.choice(['users', 'accessKeys', 'applications']),
          count: t.integer(),
          names: t.list(t.text()),
        }),
      ),
    }),
    errors: [],
    client: { parameters: [], returns: 'rules' },
    async handle(ctx) {
      const { id } = ctx.project;
      const count = () => countConcerned(ctx.db, id);
      // Some counts read all users of the project.
      const rules = await ctx.cache.get(`stricter-rules:${id}`, cacheSeconds, count);
      return { rules: rules.map(({ name, subject, count, names }) => ({ name, subject, count, names })) };
    },
  }),
];
