import {
  commonCases,
  forUsers,
  tenantWith,
  withConditions,
  WITHOUT_P1,
} from '../../testing/ca-cases.ts'
import { policy } from '../../testing/check-facts.ts'
import type { CheckCase } from '../cases.ts'
import { GLOBAL_ADMINISTRATOR } from '../privileged-roles.ts'

const asking = (signInFrequency: object) =>
  policy('p', { grantControls: null, sessionControls: { signInFrequency } })
const GOOD = asking({ isEnabled: true, type: 'days', value: 30, frequencyInterval: 'timeBased' })

export const cases: readonly CheckCase[] = [
  ...commonCases(GOOD),
  ...WITHOUT_P1,
  {
    name: 'every time',
    facts: tenantWith([asking({ isEnabled: true, frequencyInterval: 'everyTime' })]),
    verdict: 'passed',
  },
  {
    name: 'off',
    facts: tenantWith([asking({ isEnabled: false, type: 'days', value: 30 })]),
    verdict: 'failed',
  },
  {
    name: 'a unit that is not known',
    facts: tenantWith([asking({ isEnabled: true, type: 'weeks', value: 1 })]),
    verdict: 'failed',
  },
  {
    name: 'administrators only',
    facts: tenantWith([forUsers(GOOD, { includeRoles: [GLOBAL_ADMINISTRATOR] })]),
    verdict: 'failed',
  },
  {
    name: 'browsers only',
    facts: tenantWith([withConditions(GOOD, { clientAppTypes: ['browser'] })]),
    verdict: 'failed',
  },
]
