import { facts } from '../../testing/check-facts.ts'
import type { CheckCase } from '../cases.ts'

const withSetting = (allowedToCreateApps: boolean | null) =>
  facts({ authorizationPolicy: { defaultUserRolePermissions: { allowedToCreateApps } } })

export const cases: readonly CheckCase[] = [
  { name: 'users cannot', facts: withSetting(false), verdict: 'passed' },
  {
    name: 'users can',
    facts: withSetting(true),
    verdict: 'failed',
    objects: ['allowedToCreateApps'],
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
