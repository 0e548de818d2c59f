import { facts } from '../../testing/check-facts.ts'
import { A_GROUP, feature, methodsPolicy } from '../../testing/methods-policy.ts'
import type { CheckCase } from '../cases.ts'

const withSetting = (reportSuspiciousActivitySettings: object | null) =>
  facts({ methodsPolicy: methodsPolicy({ reportSuspiciousActivitySettings }) })

export const cases: readonly CheckCase[] = [
  { name: 'enabled for all users', facts: withSetting(feature()), verdict: 'passed' },
  {
    name: 'left to Microsoft',
    facts: withSetting(feature({ state: 'default' })),
    verdict: 'failed',
    objects: ['reportSuspiciousActivitySettings'],
  },
  { name: 'disabled', facts: withSetting(feature({ state: 'disabled' })), verdict: 'failed' },
  {
    name: 'for a group only',
    facts: withSetting(feature({ includeTarget: A_GROUP })),
    verdict: 'failed',
  },
  {
    name: 'with an excluded group',
    facts: withSetting(feature({ excludeTarget: A_GROUP })),
    verdict: 'failed',
  },
  { name: 'v1.0 left it out', facts: withSetting(null), verdict: 'notRead' },
  {
    name: 'a policy that was not read',
    facts: facts({ methodsPolicy: 'notRead' }),
    verdict: 'notRead',
  },
  {
    name: 'a policy without permission',
    facts: facts({ methodsPolicy: 'noPermission' }),
    verdict: 'noPermission',
  },
]
