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
import type { PolicyFacts } from '../facts.ts'
import { GLOBAL_ADMINISTRATOR } from '../privileged-roles.ts'

const withSession = (id: string, sessionControls: PolicyFacts['sessionControls']) =>
  policy(id, { grantControls: null, sessionControls })
const DAILY = { signInFrequency: { isEnabled: true, type: 'days', value: 1 } }
const NEVER = { persistentBrowser: { isEnabled: true, mode: 'never' } }
const GOOD = withSession('p', { ...DAILY, ...NEVER })
const tenant = (sessionControls: PolicyFacts['sessionControls']) =>
  tenantWith([withSession('p', sessionControls)])

export const cases: readonly CheckCase[] = [
  ...commonCases(GOOD),
  ...WITHOUT_P1,
  {
    name: 'by role',
    facts: tenantWith([forUsers(GOOD, { includeRoles: [GLOBAL_ADMINISTRATOR] })]),
    verdict: 'passed',
  },
  {
    name: 'two policies',
    facts: tenantWith([
      withSession('p', DAILY),
      withConditions(withSession('q', NEVER), { clientAppTypes: ['browser'] }),
    ]),
    verdict: 'passed',
    objects: ['p', 'q'],
  },
  {
    name: 'two policies that leave out different people',
    facts: tenantWith([
      forUsers(withSession('p', DAILY), { includeUsers: ['All'], excludeUsers: idsOf(3) }),
      forUsers(withSession('q', NEVER), {
        includeUsers: ['All'],
        excludeUsers: ['u3', 'u4', 'u5'],
      }),
    ]),
    verdict: 'failed',
    objects: [...idsOf(6), 'p', 'q'],
  },
  { name: 'the frequency alone', facts: tenant(DAILY), verdict: 'failed' },
  { name: 'the browser alone', facts: tenant(NEVER), verdict: 'failed' },
  {
    name: 'browsers that stay signed in',
    facts: tenant({ ...DAILY, persistentBrowser: { isEnabled: true, mode: 'always' } }),
    verdict: 'failed',
  },
  {
    name: 'a week',
    facts: tenant({ ...NEVER, signInFrequency: { isEnabled: true, type: 'days', value: 7 } }),
    verdict: 'failed',
  },
  {
    name: 'a frequency that is off',
    facts: tenant({ ...NEVER, signInFrequency: { isEnabled: false, type: 'hours', value: 4 } }),
    verdict: 'failed',
  },
  {
    name: 'a frequency without a value',
    facts: tenant({ ...NEVER, signInFrequency: { isEnabled: true, type: 'hours', value: null } }),
    verdict: 'failed',
  },
  {
    name: 'every time',
    facts: tenant({
      ...NEVER,
      signInFrequency: { isEnabled: true, type: null, frequencyInterval: 'everyTime' },
    }),
    verdict: 'passed',
  },
]
