import { commonCases, tenantWith, withConditions, WITHOUT_P1 } from '../../testing/ca-cases.ts'
import { policy } from '../../testing/check-facts.ts'
import type { CheckCase } from '../cases.ts'

const INTUNE = 'd4ebce55-015a-49b5-a083-c84d1797ae8c'
const asking = (signInFrequency: object) =>
  withConditions(policy('p', { sessionControls: { signInFrequency } }), {
    applications: { includeApplications: [INTUNE] },
  })
const GOOD = asking({ isEnabled: true, frequencyInterval: 'everyTime' })
const forApplications = (applications: typeof GOOD.conditions.applications) =>
  tenantWith([withConditions(GOOD, { applications })])

export const cases: readonly CheckCase[] = [
  ...commonCases(GOOD),
  ...WITHOUT_P1,
  {
    name: 'all resources',
    facts: forApplications({ includeApplications: ['All'] }),
    verdict: 'passed',
  },
  {
    name: 'all resources without enrolment',
    facts: forApplications({ includeApplications: ['All'], excludeApplications: [INTUNE] }),
    verdict: 'failed',
  },
  {
    name: 'Intune itself is another application',
    facts: forApplications({ includeApplications: ['0000000a-0000-0000-c000-000000000000'] }),
    verdict: 'failed',
  },
  {
    name: 'each hour',
    facts: tenantWith([asking({ isEnabled: true, type: 'hours', value: 1 })]),
    verdict: 'failed',
  },
  {
    name: 'every time, but off',
    facts: tenantWith([asking({ isEnabled: false, frequencyInterval: 'everyTime' })]),
    verdict: 'failed',
  },
]
