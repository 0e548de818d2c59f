import { facts } from '../../testing/check-facts.ts'
import type { CheckCase } from '../cases.ts'

const withSetting = (blockMsolPowerShell: boolean | null) =>
  facts({ authorizationPolicy: { blockMsolPowerShell } })

export const cases: readonly CheckCase[] = [
  { name: 'the required state', facts: withSetting(true), verdict: 'passed' },
  {
    name: 'the other state',
    facts: withSetting(false),
    verdict: 'failed',
    objects: ['blockMsolPowerShell'],
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
