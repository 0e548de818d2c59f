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
const ending = (endDateTime: string | null, keyId = 'key') => ({
  keyId,
  startDateTime: '2026-01-01T00:00:00Z',
  endDateTime,
})
const LATER = ending('2026-12-24T12:00:00Z')
const SOON = ending('2026-12-24T11:59:59Z')

export const cases: readonly CheckCase[] = [
  {
    name: 'in 30 days',
    facts: facts({
      applications: [application('a', { passwordCredentials: [LATER] })],
      servicePrincipals: [principal('p', { keyCredentials: [LATER] })],
    }),
    verdict: 'passed',
    objects: [],
    counts: { credentials: 2 },
  },
  {
    name: 'a second earlier',
    facts: facts({ applications: [application('a', { passwordCredentials: [SOON, LATER] })] }),
    verdict: 'failed',
    objects: ['a'],
    counts: { endingSoon: 1, ended: 0 },
  },
  {
    name: 'ended and not removed',
    facts: facts({
      applications: [application('a', { keyCredentials: [ending('2026-11-01T00:00:00Z')] })],
    }),
    verdict: 'failed',
    counts: { endingSoon: 0, ended: 1 },
  },
  {
    name: 'the certificate of a service principal',
    facts: facts({ servicePrincipals: [principal('p', { keyCredentials: [SOON] })] }),
    verdict: 'failed',
    objects: ['p'],
  },
  {
    name: 'a secret that is also that of the registration counts once',
    facts: facts({
      applications: [application('a', { passwordCredentials: [SOON] })],
      servicePrincipals: [principal('p', { appId: 'APP-A', passwordCredentials: [SOON] })],
    }),
    verdict: 'failed',
    objects: ['a'],
    counts: { endingSoon: 1 },
  },
  {
    name: 'Microsoft renews those of managed identities',
    facts: facts({
      servicePrincipals: [
        principal('p', { servicePrincipalType: 'ManagedIdentity', keyCredentials: [SOON] }),
      ],
    }),
    verdict: 'passed',
  },
  {
    name: 'secrets that are null',
    facts: facts({ applications: [application('a', { passwordCredentials: null })] }),
    verdict: 'notRead',
    objects: ['a'],
  },
  {
    name: 'an end that is null',
    facts: facts({ applications: [application('a', { passwordCredentials: [ending(null)] })] }),
    verdict: 'notRead',
  },
  {
    name: 'applications that were not read',
    facts: facts({ applications: 'notRead' }),
    verdict: 'notRead',
  },
]
