import { facts } from '../../testing/check-facts.ts'
import type { CheckCase } from '../cases.ts'

const grant = (clientId: string, consentType: string | null, ...scopes: string[]) => ({
  clientId,
  consentType,
  scopes,
})

export const cases: readonly CheckCase[] = [
  {
    name: 'only signing in',
    facts: facts({ delegatedGrants: [grant('p', 'AllPrincipals', 'openid', 'User.Read')] }),
    verdict: 'passed',
  },
  {
    name: 'the consent of one person',
    facts: facts({ delegatedGrants: [grant('p', 'Principal', 'Mail.Read')] }),
    verdict: 'passed',
  },
  {
    name: 'mail and the directory, for all users',
    facts: facts({
      servicePrincipals: [{ id: 'P', displayName: 'Portal' }],
      delegatedGrants: [
        grant('p', 'AllPrincipals', 'User.Read', 'mail.readwrite'),
        grant('p', 'AllPrincipals', 'Directory.ReadWrite.All'),
      ],
    }),
    verdict: 'failed',
    objects: ['p'],
    counts: { applications: 1 },
  },
  {
    name: 'it is not known for whom',
    facts: facts({ delegatedGrants: [grant('p', null, 'Mail.Send')] }),
    verdict: 'notRead',
  },
  {
    name: 'it is not known for whom, but it does not matter',
    facts: facts({ delegatedGrants: [grant('p', null, 'User.Read')] }),
    verdict: 'passed',
  },
  {
    name: 'grants that were not read',
    facts: facts({ delegatedGrants: 'notRead' }),
    verdict: 'notRead',
  },
]
