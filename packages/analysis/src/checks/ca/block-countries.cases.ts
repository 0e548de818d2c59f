import { commonCases, tenantWith, withConditions, WITHOUT_P1 } from '../../testing/ca-cases.ts'
import { policy } from '../../testing/check-facts.ts'
import type { CheckCase } from '../cases.ts'

const blocking = (locations: { includeLocations: string[]; excludeLocations?: string[] }) =>
  withConditions(policy('p', { grantControls: { operator: 'OR', builtInControls: ['block'] } }), {
    locations,
  })
const GOOD = blocking({ includeLocations: ['All'], excludeLocations: ['home'] })
const LISTED = blocking({ includeLocations: ['FAR'] })
const namedLocations = [
  { id: 'far', kind: 'country' as const, countriesAndRegions: ['AQ'] },
  { id: 'net', kind: 'ip' as const, isTrusted: false },
]

export const cases: readonly CheckCase[] = [
  ...commonCases(GOOD),
  ...WITHOUT_P1,
  {
    name: 'a list of blocked countries',
    facts: tenantWith([LISTED], { namedLocations }),
    verdict: 'passed',
  },
  {
    name: 'a list that was not read',
    facts: tenantWith([LISTED], { namedLocations: 'notRead' }),
    verdict: 'notRead',
  },
  {
    name: 'a blocked network is no country',
    facts: tenantWith([blocking({ includeLocations: ['net'] })], { namedLocations }),
    verdict: 'failed',
  },
  {
    name: 'trusted locations',
    facts: tenantWith([blocking({ includeLocations: ['AllTrusted'] })], { namedLocations }),
    verdict: 'failed',
  },
  {
    name: 'MFA is no block',
    facts: tenantWith([{ ...GOOD, grantControls: policy('p').grantControls }]),
    verdict: 'failed',
  },
  {
    name: 'one platform only',
    facts: tenantWith([withConditions(GOOD, { platforms: { includePlatforms: ['linux'] } })]),
    verdict: 'failed',
  },
]
