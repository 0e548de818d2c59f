import { facts } from '../../testing/check-facts.ts'
import type { CheckCase } from '../cases.ts'
import type { TimeoutPolicyFacts } from '../rows.ts'

const definitionOf = (timeouts: Readonly<Record<string, string>>) => [
  JSON.stringify({
    ActivityBasedTimeoutPolicy: {
      Version: 1,
      ApplicationPolicies: Object.entries(timeouts).map(([application, timeout]) => ({
        ApplicationId: application,
        WebSessionIdleTimeout: timeout,
      })),
    },
  }),
]
const policy = (
  definition: readonly string[] | null,
  changes: Partial<TimeoutPolicyFacts> = {},
): TimeoutPolicyFacts => ({ id: 't', isOrganizationDefault: true, definition, ...changes })
const withPolicy = (...given: Parameters<typeof policy>) =>
  facts({ timeoutPolicies: [policy(...given)] })

const AZURE_PORTAL = 'c44b4083-3bb0-49c1-b47d-974e53cbdf3c'

export const cases: readonly CheckCase[] = [
  {
    name: 'exactly 3 hours',
    facts: withPolicy(definitionOf({ default: '03:00:00' })),
    verdict: 'passed',
  },
  {
    name: 'more than 3 hours',
    facts: withPolicy(definitionOf({ default: '03:00:01' })),
    verdict: 'failed',
    objects: ['t'],
  },
  {
    name: 'a day and an hour',
    facts: withPolicy(definitionOf({ default: '1.01:00:00' })),
    verdict: 'failed',
  },
  {
    name: 'one application has a longer limit',
    facts: withPolicy(definitionOf({ default: '01:00:00', [AZURE_PORTAL]: '08:00:00' })),
    verdict: 'failed',
  },
  {
    name: 'one application only',
    facts: withPolicy(definitionOf({ [AZURE_PORTAL]: '01:00:00' })),
    verdict: 'failed',
  },
  { name: 'no policy', facts: facts({ timeoutPolicies: [] }), verdict: 'failed' },
  {
    name: 'a policy that is not the default of the organization',
    facts: withPolicy(definitionOf({ default: '01:00:00' }), { isOrganizationDefault: false }),
    verdict: 'failed',
  },
  {
    name: 'a policy that may not be the default',
    facts: withPolicy(definitionOf({ default: '01:00:00' }), { isOrganizationDefault: null }),
    verdict: 'notRead',
  },
  { name: 'a definition that is null', facts: withPolicy(null), verdict: 'notRead' },
  { name: 'a definition that is no JSON', facts: withPolicy(['{']), verdict: 'notRead' },
  {
    name: 'a timeout that cannot be read',
    facts: withPolicy(definitionOf({ default: 'never' })),
    verdict: 'notRead',
  },
  {
    name: 'without permission',
    facts: facts({ timeoutPolicies: 'noPermission' }),
    verdict: 'noPermission',
  },
]
