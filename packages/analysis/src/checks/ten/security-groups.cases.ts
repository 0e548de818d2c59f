import { facts } from '../../testing/check-facts.ts'
import type { CheckCase } from '../cases.ts'

const withSetting = (allowedToCreateSecurityGroups: boolean | null) =>
  facts({ authorizationPolicy: { defaultUserRolePermissions: { allowedToCreateSecurityGroups } } })

export const cases: readonly CheckCase[] = [
  { name: 'the required state', facts: withSetting(false), verdict: 'passed' },
  {
    name: 'the other state',
    facts: withSetting(true),
    verdict: 'failed',
    objects: ['allowedToCreateSecurityGroups'],
  },
  { name: 'a setting that is null', facts: withSetting(null), verdict: 'notRead' },
  {
    name: 'no permissions of users',
    facts: facts({ authorizationPolicy: { defaultUserRolePermissions: null } }),
    verdict: 'notRead',
  },
  {
    name: 'without permission',
    facts: facts({ authorizationPolicy: 'noPermission' }),
    verdict: 'noPermission',
  },
]
