import {
  commonCases,
  forUsers,
  idsOf,
  tenantWith,
  withConditions,
  WITHOUT_P1,
} from '../../testing/ca-cases.ts'
import { policy } from '../../testing/check-facts.ts'
import type { CheckCase } from '../cases.ts'

const blocking = (...clientAppTypes: readonly string[]) =>
  withConditions(
    policy(clientAppTypes.join('+'), {
      grantControls: { operator: 'OR', builtInControls: ['block'] },
    }),
    { clientAppTypes },
  )
const BOTH = blocking('exchangeActiveSync', 'other')

export const cases: readonly CheckCase[] = [
  ...commonCases(BOTH, { isMetBySecurityDefaults: true }),
  ...WITHOUT_P1,
  {
    name: 'a policy for each kind',
    facts: tenantWith([blocking('exchangeActiveSync'), blocking('other')]),
    verdict: 'passed',
    objects: ['exchangeActiveSync', 'other'],
  },
  { name: 'one kind only', facts: tenantWith([blocking('other')]), verdict: 'failed' },
  {
    name: 'three people excluded from each policy are six',
    facts: tenantWith([
      forUsers(blocking('exchangeActiveSync'), {
        includeUsers: ['All'],
        excludeUsers: idsOf(3),
      }),
      forUsers(blocking('other'), { includeUsers: ['All'], excludeUsers: ['u3', 'u4', 'u5'] }),
    ]),
    verdict: 'failed',
    objects: [...idsOf(6), 'exchangeActiveSync', 'other'],
  },
  { name: 'all clients', facts: tenantWith([blocking('all')]), verdict: 'passed' },
  {
    name: 'MFA is no block',
    facts: tenantWith([
      withConditions(policy('p'), { clientAppTypes: ['exchangeActiveSync', 'other'] }),
    ]),
    verdict: 'failed',
  },
  {
    name: 'one application only',
    facts: tenantWith([
      withConditions(BOTH, { applications: { includeApplications: ['Office365'] } }),
    ]),
    verdict: 'failed',
  },
]
