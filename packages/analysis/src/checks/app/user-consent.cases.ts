import { facts } from '../../testing/check-facts.ts'
import type { CheckCase } from '../cases.ts'

const assigned = (permissionGrantPoliciesAssigned: readonly string[] | null) =>
  facts({
    authorizationPolicy: { defaultUserRolePermissions: { permissionGrantPoliciesAssigned } },
  })
const forSelf = (policy: string) => `ManagePermissionGrantsForSelf.${policy}`

export const cases: readonly CheckCase[] = [
  { name: 'no consent', facts: assigned([]), verdict: 'passed', counts: { policies: 0 } },
  {
    name: 'low-risk permissions only',
    facts: assigned([forSelf('microsoft-user-default-low')]),
    verdict: 'passed',
  },
  {
    name: 'all permissions',
    facts: assigned([forSelf('microsoft-user-default-legacy')]),
    verdict: 'failed',
    objects: ['permissionGrantPoliciesAssigned'],
  },
  {
    name: 'low-risk permissions beside those that Microsoft recommends',
    facts: assigned([
      forSelf('microsoft-user-default-low'),
      forSelf('microsoft-user-default-recommended'),
    ]),
    verdict: 'failed',
    counts: { policies: 2, beyondLowRisk: 1 },
  },
  {
    name: 'a policy of the tenant, whose content is not known',
    facts: assigned([forSelf('contoso-consent')]),
    verdict: 'failed',
  },
  {
    name: 'owners of teams and chats are not judged here',
    facts: assigned([
      'ManagePermissionGrantsForOwnedResource.microsoft-dynamically-managed-permissions-for-team',
    ]),
    verdict: 'passed',
  },
  { name: 'policies that are null', facts: assigned(null), verdict: 'notRead' },
  {
    name: 'a reading that failed',
    facts: facts({ authorizationPolicy: 'failed' }),
    verdict: 'notRead',
  },
]
