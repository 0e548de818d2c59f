import { facts } from '../../testing/check-facts.ts'
import type { CheckCase } from '../cases.ts'

const withRole = (guestUserRoleId: string | null) =>
  facts({ authorizationPolicy: { guestUserRoleId } })

export const cases: readonly CheckCase[] = [
  {
    name: 'limited access',
    facts: withRole('10DAE51F-B6AF-4016-8D66-8C2A99B929B3'),
    verdict: 'passed',
  },
  {
    name: 'restricted access',
    facts: withRole('2af84b1e-32c8-42b7-82bc-daa82404023b'),
    verdict: 'passed',
  },
  {
    name: 'the access of members',
    facts: withRole('a0b1b346-4d3e-4e8b-98f8-753987be4970'),
    verdict: 'failed',
    objects: ['guestUserRoleId'],
  },
  {
    name: 'a role that is not known',
    facts: withRole('00000000-0000-0000-0000-000000000001'),
    verdict: 'notRead',
  },
  { name: 'a role that is null', facts: withRole(null), verdict: 'notRead' },
  {
    name: 'without permission',
    facts: facts({ authorizationPolicy: 'noPermission' }),
    verdict: 'noPermission',
  },
]
