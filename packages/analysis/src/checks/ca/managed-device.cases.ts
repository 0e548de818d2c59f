import {
  commonCases,
  forUsers,
  PEOPLE,
  tenantWith,
  withConditions,
  WITHOUT_P1,
} from '../../testing/ca-cases.ts'
import { policy, user } from '../../testing/check-facts.ts'
import type { CheckCase } from '../cases.ts'

const requiring = (operator: string, ...builtInControls: readonly string[]) =>
  policy('p', { grantControls: { operator, builtInControls } })
const GOOD = requiring('OR', 'compliantDevice', 'domainJoinedDevice')

export const cases: readonly CheckCase[] = [
  ...commonCases(GOOD),
  ...WITHOUT_P1,
  {
    name: 'a compliant device and MFA',
    facts: tenantWith([requiring('AND', 'mfa', 'compliantDevice')]),
    verdict: 'passed',
  },
  {
    name: 'a compliant device or MFA',
    facts: tenantWith([requiring('OR', 'mfa', 'compliantDevice')]),
    verdict: 'failed',
  },
  {
    name: 'one platform only',
    facts: tenantWith([withConditions(GOOD, { platforms: { includePlatforms: ['windows'] } })]),
    verdict: 'failed',
  },
  {
    name: 'guests may be left out',
    facts: tenantWith(
      [forUsers(GOOD, { includeUsers: ['All'], excludeUsers: ['GuestsOrExternalUsers'] })],
      {
        users: [
          ...PEOPLE,
          ...Array.from({ length: 9 }, (_, index) => user(`g${index}`, { userType: 'Guest' })),
        ],
      },
    ),
    verdict: 'passed',
    counts: { members: 10, excluded: 0 },
  },
]
