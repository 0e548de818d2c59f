import { facts, sku } from '../../testing/check-facts.ts'
import type { CheckCase } from '../cases.ts'

const OFFICE = { id: 'office', kind: 'ip' as const, isTrusted: true }
const HOTEL = { id: 'hotel', kind: 'ip' as const, isTrusted: false }
const COUNTRIES = { id: 'countries', kind: 'country' as const, countriesAndRegions: ['CH'] }
const withoutP1 = { subscribedSkus: [sku()] }

export const cases: readonly CheckCase[] = [
  {
    name: 'a trusted network',
    facts: facts({ namedLocations: [HOTEL, OFFICE], policies: 'notRead' }),
    verdict: 'passed',
    objects: ['office'],
    counts: { locations: 2, trustedOrCountry: 1 },
  },
  {
    name: 'a list of countries',
    facts: facts({ namedLocations: [COUNTRIES] }),
    verdict: 'passed',
    objects: ['countries'],
  },
  {
    name: 'a network that is not trusted',
    facts: facts({ namedLocations: [HOTEL] }),
    verdict: 'failed',
  },
  {
    name: 'a kind that is not known',
    facts: facts({ namedLocations: [{ id: 'x', kind: null, isTrusted: true }] }),
    verdict: 'failed',
  },
  {
    name: 'a network of which it is not known',
    facts: facts({ namedLocations: [{ id: 'x', kind: 'ip', isTrusted: null }] }),
    verdict: 'notRead',
  },
  { name: 'no location', facts: facts(), verdict: 'failed', objects: [] },
  {
    name: 'locations that were not read',
    facts: facts({ namedLocations: 'notRead' }),
    verdict: 'notRead',
  },
  {
    name: 'locations without permission',
    facts: facts({ namedLocations: 'noPermission' }),
    verdict: 'noPermission',
  },
  { name: 'no location without P1', facts: facts(withoutP1), verdict: 'notLicensed' },
  {
    name: 'security defaults without P1',
    facts: facts({ ...withoutP1, securityDefaults: { isEnabled: true } }),
    verdict: 'notApplicable',
  },
]
