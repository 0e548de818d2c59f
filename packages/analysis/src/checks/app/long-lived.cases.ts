import { facts } from '../../testing/check-facts.ts'
import type { CheckCase } from '../cases.ts'

const application = (id: string, changes: object = {}) => ({
  id,
  appId: `app-${id}`,
  displayName: id,
  passwordCredentials: [],
  keyCredentials: [],
  ...changes,
})
const principal = (id: string, changes: object = {}) => ({
  id,
  appId: `app-${id}`,
  servicePrincipalType: 'Application',
  passwordCredentials: [],
  keyCredentials: [],
  ...changes,
})
const lasting = (startDateTime: string | null, endDateTime: string) => ({
  keyId: 'key',
  startDateTime,
  endDateTime,
})
const DAYS_180 = lasting('2026-09-01T00:00:00Z', '2027-02-28T00:00:00Z')
const DAYS_181 = lasting('2026-09-01T00:00:00Z', '2027-03-01T00:00:00Z')
const DAYS_365 = lasting('2026-09-01T00:00:00Z', '2027-09-01T00:00:00Z')
const DAYS_366 = lasting('2026-09-01T00:00:00Z', '2027-09-02T00:00:00Z')

export const cases: readonly CheckCase[] = [
  {
    name: 'a secret of 180 days and a certificate of 365',
    facts: facts({
      applications: [
        application('a', { passwordCredentials: [DAYS_180], keyCredentials: [DAYS_365] }),
      ],
    }),
    verdict: 'passed',
  },
  {
    name: 'a secret of 181 days',
    facts: facts({ applications: [application('a', { passwordCredentials: [DAYS_181] })] }),
    verdict: 'failed',
    objects: ['a'],
    counts: { secrets: 1, certificates: 0 },
  },
  {
    name: 'a certificate of 366 days, of a service principal',
    facts: facts({ servicePrincipals: [principal('p', { keyCredentials: [DAYS_366] })] }),
    verdict: 'failed',
    objects: ['p'],
    counts: { secrets: 0, certificates: 1 },
  },
  {
    name: 'one that ended',
    facts: facts({
      applications: [
        application('a', {
          passwordCredentials: [lasting('2020-01-01T00:00:00Z', '2026-01-01T00:00:00Z')],
        }),
      ],
    }),
    verdict: 'passed',
  },
  {
    name: 'a start that is null',
    facts: facts({
      applications: [
        application('a', { passwordCredentials: [lasting(null, '2027-01-01T00:00:00Z')] }),
      ],
    }),
    verdict: 'notRead',
  },
  {
    name: 'certificates that are null',
    facts: facts({ servicePrincipals: [principal('p', { keyCredentials: null })] }),
    verdict: 'notRead',
    objects: ['p'],
  },
  {
    name: 'service principals without permission',
    facts: facts({ servicePrincipals: 'noPermission' }),
    verdict: 'noPermission',
  },
]
