import { commonCases, tenantWith, withConditions } from '../../testing/ca-cases.ts'
import { P1_SKU, P2_SKU, policy, sku } from '../../testing/check-facts.ts'
import type { CheckCase } from '../cases.ts'

const atRisk = (userRiskLevels: readonly string[]) =>
  withConditions(
    policy('p', { grantControls: { operator: 'AND', builtInControls: ['passwordChange', 'mfa'] } }),
    { userRiskLevels },
  )
const GOOD = atRisk(['high'])
const tenant = (each: typeof GOOD) => tenantWith([each], { subscribedSkus: [P2_SKU] })
const granting = (...builtInControls: readonly string[]) =>
  tenant({ ...GOOD, grantControls: { operator: 'OR', builtInControls } })

export const cases: readonly CheckCase[] = [
  ...commonCases(GOOD, { license: P2_SKU }),
  {
    name: 'P1 without P2',
    facts: tenantWith([GOOD], { subscribedSkus: [P1_SKU] }),
    verdict: 'notLicensed',
  },
  {
    name: 'neither P1 nor P2',
    facts: tenantWith([], { subscribedSkus: [sku()] }),
    verdict: 'notLicensed',
  },
  {
    name: 'P2 in a suspended subscription',
    facts: tenantWith([GOOD], {
      subscribedSkus: [P1_SKU, { ...P2_SKU, capabilityStatus: 'Suspended' }],
    }),
    verdict: 'notLicensed',
  },
  {
    name: 'security defaults, and licenses were not read',
    facts: tenantWith([GOOD], {
      subscribedSkus: 'notRead',
      securityDefaults: { isEnabled: true },
    }),
    verdict: 'notRead',
  },
  {
    name: 'licenses that were not read',
    facts: tenantWith([GOOD], { subscribedSkus: 'notRead' }),
    verdict: 'notRead',
  },
  { name: 'a block', facts: granting('block'), verdict: 'passed' },
  { name: 'a compliant device', facts: granting('compliantDevice'), verdict: 'failed' },
  { name: 'medium risk only', facts: tenant(atRisk(['medium'])), verdict: 'failed' },
  { name: 'no risk at all', facts: tenant(atRisk([])), verdict: 'failed' },
  {
    name: 'both risks together',
    facts: tenant(withConditions(GOOD, { signInRiskLevels: ['high'] })),
    verdict: 'failed',
  },
  {
    name: 'some places only',
    facts: tenant(withConditions(GOOD, { locations: { includeLocations: ['x'] } })),
    verdict: 'failed',
  },
]
