import { commonCases, tenantWith, withConditions, WITHOUT_P1 } from '../../testing/ca-cases.ts'
import { policy } from '../../testing/check-facts.ts'
import type { CheckCase } from '../cases.ts'

const blocking = (includePlatforms: string[], excludePlatforms: string[] = []) =>
  withConditions(policy('p', { grantControls: { operator: 'OR', builtInControls: ['block'] } }), {
    platforms: { includePlatforms, excludePlatforms },
  })
const KNOWN = ['android', 'iOS', 'windows', 'macOS', 'linux']
const GOOD = blocking(['all'], KNOWN)

export const cases: readonly CheckCase[] = [
  ...commonCases(GOOD),
  ...WITHOUT_P1,
  {
    name: 'Linux is blocked too',
    facts: tenantWith([blocking(['all'], ['android', 'iOS', 'windows', 'macOS'])]),
    verdict: 'passed',
  },
  { name: 'a platform by name', facts: tenantWith([blocking(['linux'])]), verdict: 'failed' },
  {
    name: 'a platform that this version does not know',
    facts: tenantWith([blocking(['all'], [...KNOWN, 'newPlatform'])]),
    verdict: 'failed',
  },
  {
    name: 'a compliant device is no block',
    facts: tenantWith([
      { ...GOOD, grantControls: { operator: 'OR', builtInControls: ['compliantDevice'] } },
    ]),
    verdict: 'failed',
  },
  {
    name: 'some resources only',
    facts: tenantWith([
      withConditions(GOOD, { applications: { includeApplications: ['Office365'] } }),
    ]),
    verdict: 'failed',
  },
]
