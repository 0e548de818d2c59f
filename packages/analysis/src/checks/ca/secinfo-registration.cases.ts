import { commonCases, tenantWith, withConditions, WITHOUT_P1 } from '../../testing/ca-cases.ts'
import { policy } from '../../testing/check-facts.ts'
import type { CheckCase } from '../cases.ts'

const GOOD = withConditions(policy('p'), {
  applications: { includeUserActions: ['urn:user:registersecurityinfo'] },
})
const outside = (...excludeLocations: readonly string[]) =>
  withConditions(GOOD, { locations: { includeLocations: ['All'], excludeLocations } })
const granting = (...builtInControls: readonly string[]) =>
  tenantWith([{ ...GOOD, grantControls: { operator: 'OR', builtInControls } }])
const namedLocations = [
  { id: 'office', kind: 'ip' as const, isTrusted: true },
  { id: 'hotel', kind: 'ip' as const, isTrusted: false },
]

export const cases: readonly CheckCase[] = [
  ...commonCases(GOOD),
  ...WITHOUT_P1,
  { name: 'a managed device or MFA', facts: granting('mfa', 'compliantDevice'), verdict: 'passed' },
  { name: 'a block', facts: granting('block'), verdict: 'passed' },
  { name: 'a password change', facts: granting('passwordChange'), verdict: 'failed' },
  {
    name: 'outside trusted locations',
    facts: tenantWith([outside('AllTrusted')], { namedLocations: 'notRead' }),
    verdict: 'passed',
  },
  {
    name: 'outside a trusted location',
    facts: tenantWith([outside('OFFICE')], { namedLocations }),
    verdict: 'passed',
  },
  {
    name: 'outside a location that is not trusted',
    facts: tenantWith([outside('hotel')], { namedLocations }),
    verdict: 'failed',
  },
  {
    name: 'outside a location that was not read',
    facts: tenantWith([outside('office')], { namedLocations: 'noPermission' }),
    verdict: 'noPermission',
  },
  {
    name: 'in one location only',
    facts: tenantWith([withConditions(GOOD, { locations: { includeLocations: ['hotel'] } })], {
      namedLocations,
    }),
    verdict: 'failed',
  },
  {
    name: 'all resources do not include the action',
    facts: tenantWith([policy('p')]),
    verdict: 'failed',
  },
  {
    name: 'another action',
    facts: tenantWith([
      withConditions(GOOD, { applications: { includeUserActions: ['urn:user:registerdevice'] } }),
    ]),
    verdict: 'failed',
  },
]
