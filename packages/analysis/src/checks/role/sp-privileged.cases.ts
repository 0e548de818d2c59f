import { facts } from '../../testing/check-facts.ts'
import { assignment, groupAssignment, USER_ADMIN } from '../../testing/role-facts.ts'
import type { CheckCase } from '../cases.ts'

const secret = { keyId: 'k', endDateTime: '2027-06-01T00:00:00Z' }
const expired = { keyId: 'k', endDateTime: '2026-06-01T00:00:00Z' }
const principal = {
  id: 's',
  appId: 'app',
  displayName: 'Sync tool',
  accountEnabled: true,
  servicePrincipalType: 'Application',
  passwordCredentials: [],
}
const application = { id: 'o', appId: 'APP', passwordCredentials: [] }
const servicePrincipals = [principal]
const applications = [application]
const held = assignment('S', undefined, { principalKind: 'servicePrincipal' })
const roleAssignments = [held]

export const cases: readonly CheckCase[] = [
  {
    name: 'no secret here, and none on the registration',
    facts: facts({ servicePrincipals, applications, roleAssignments }),
    verdict: 'passed',
    counts: { applications: 1 },
  },
  {
    name: 'a secret of its own',
    facts: facts({
      servicePrincipals: [{ ...principal, passwordCredentials: [secret] }],
      roleAssignments,
    }),
    verdict: 'failed',
    objects: ['s'],
  },
  {
    name: 'a secret of the registration',
    facts: facts({
      servicePrincipals,
      applications: [{ ...application, passwordCredentials: [secret] }],
      roleAssignments,
    }),
    verdict: 'failed',
    objects: ['s'],
  },
  {
    name: 'through a group',
    facts: facts({
      servicePrincipals,
      applications: [{ ...application, passwordCredentials: [secret] }],
      roleAssignments: [groupAssignment('g')],
      groupMembers: new Map([['g', ['s']]]),
    }),
    verdict: 'failed',
  },
  {
    name: 'an expired secret',
    facts: facts({
      servicePrincipals,
      applications: [{ ...application, passwordCredentials: [expired] }],
      roleAssignments,
    }),
    verdict: 'passed',
  },
  {
    name: 'a role that is not of tier 0',
    facts: facts({
      servicePrincipals: [{ ...principal, passwordCredentials: [secret] }],
      roleAssignments: [{ ...held, roleTemplateId: USER_ADMIN }],
    }),
    verdict: 'passed',
  },
  {
    name: 'a registration in another directory is not known',
    facts: facts({ servicePrincipals, roleAssignments }),
    verdict: 'notRead',
    objects: ['s'],
  },
  {
    name: 'a managed identity has no registration',
    facts: facts({
      servicePrincipals: [{ ...principal, servicePrincipalType: 'ManagedIdentity' }],
      roleAssignments,
    }),
    verdict: 'passed',
  },
  {
    name: 'secrets that were not read',
    facts: facts({
      servicePrincipals: [{ ...principal, passwordCredentials: null }],
      applications,
      roleAssignments,
    }),
    verdict: 'notRead',
  },
  {
    name: 'a missing service principal is no proof of deletion',
    facts: facts({ roleAssignments }),
    verdict: 'notRead',
  },
  {
    name: 'a deleted service principal',
    facts: facts({ roleAssignments, deletedObjects: new Set(['s']) }),
    verdict: 'passed',
  },
  {
    name: 'applications without permission',
    facts: facts({ servicePrincipals, applications: 'noPermission', roleAssignments }),
    verdict: 'noPermission',
  },
]
