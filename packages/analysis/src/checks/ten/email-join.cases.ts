import { facts } from '../../testing/check-facts.ts'
import type { CheckCase } from '../cases.ts'

const withSetting = (allowEmailVerifiedUsersToJoinOrganization: boolean | null) =>
  facts({ authorizationPolicy: { allowEmailVerifiedUsersToJoinOrganization } })

export const cases: readonly CheckCase[] = [
  { name: 'the required state', facts: withSetting(false), verdict: 'passed' },
  {
    name: 'the other state',
    facts: withSetting(true),
    verdict: 'failed',
    objects: ['allowEmailVerifiedUsersToJoinOrganization'],
  },
  { name: 'a setting that is null', facts: withSetting(null), verdict: 'notRead' },
  {
    name: 'a setting that is absent',
    facts: facts({ authorizationPolicy: {} }),
    verdict: 'notRead',
  },
  {
    name: 'without permission',
    facts: facts({ authorizationPolicy: 'noPermission' }),
    verdict: 'noPermission',
  },
]
