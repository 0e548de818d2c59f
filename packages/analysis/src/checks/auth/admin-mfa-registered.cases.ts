import { facts, user } from '../../testing/check-facts.ts'
import type { CheckCase } from '../cases.ts'

const users = [user('a'), user('b'), user('x', { accountEnabled: false })]
const row = (id: string, isAdmin: boolean | null, isMfaCapable: boolean | null) => ({
  id,
  isAdmin,
  isMfaCapable,
})
const globalAdministrator = (principalId: string) => ({
  roleTemplateId: '62e90394-69f5-4237-9190-012177145e10',
  principalId,
  principalKind: 'user',
  scope: '/',
})

export const cases: readonly CheckCase[] = [
  {
    name: 'the administrator can, another member cannot',
    facts: facts({ users, registrationDetails: [row('A', true, true), row('b', false, false)] }),
    verdict: 'passed',
    counts: { administrators: 1 },
  },
  {
    name: 'one administrator cannot',
    facts: facts({ users, registrationDetails: [row('a', true, true), row('b', true, false)] }),
    verdict: 'failed',
    objects: ['b'],
  },
  {
    name: 'a role that is newer than the report',
    facts: facts({
      users,
      registrationDetails: [row('a', true, true), row('b', false, false)],
      roleAssignments: [globalAdministrator('B')],
    }),
    verdict: 'failed',
    objects: ['b'],
  },
  {
    name: 'blocked administrators and emergency accounts do not count',
    facts: facts(
      {
        users,
        registrationDetails: [row('a', true, true), row('b', true, false), row('x', true, false)],
      },
      ['b'],
    ),
    verdict: 'passed',
  },
  {
    name: 'an administrator of whom Microsoft does not say',
    facts: facts({ users, registrationDetails: [row('a', true, null), row('b', false, true)] }),
    verdict: 'notRead',
  },
  {
    name: 'a holder of a role without a row',
    facts: facts({
      users,
      registrationDetails: [row('a', true, true)],
      roleAssignments: [globalAdministrator('b')],
    }),
    verdict: 'notRead',
  },
  {
    name: 'a member without a row, and no role assignments',
    facts: facts({
      users,
      registrationDetails: [row('a', true, true)],
      roleAssignments: 'noPermission',
    }),
    verdict: 'notRead',
  },
  {
    name: 'no administrator in the report',
    facts: facts({ users, registrationDetails: [row('a', false, true), row('b', false, true)] }),
    verdict: 'notRead',
  },
  {
    name: 'a report without P1',
    facts: facts({ users, registrationDetails: 'notLicensed' }),
    verdict: 'notLicensed',
  },
]
