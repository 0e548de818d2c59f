import { facts } from '../../testing/check-facts.ts'
import type { CheckCase } from '../cases.ts'
import type { DeviceFacts } from '../rows.ts'

const device = (id: string, approximateLastSignInDateTime: string | null): DeviceFacts => ({
  id,
  displayName: id,
  accountEnabled: true,
  approximateLastSignInDateTime,
})
const withDevices = (...devices: DeviceFacts[]) => facts({ devices })
const OLD = '2026-08-25T00:00:00Z'
const RECENT = '2026-08-27T00:00:00Z'

export const cases: readonly CheckCase[] = [
  {
    name: '89 days',
    facts: withDevices(device('d1', RECENT)),
    verdict: 'passed',
    counts: { devices: 1 },
  },
  {
    name: '91 days, beside one that is not known',
    facts: withDevices(device('d1', OLD), device('d2', RECENT), device('d3', null)),
    verdict: 'failed',
    objects: ['d1'],
    counts: { devices: 3, unmet: 1, notKnown: 1 },
  },
  {
    name: 'a disabled device does not fail',
    facts: withDevices({ ...device('d1', OLD), accountEnabled: false }),
    verdict: 'passed',
  },
  { name: 'no devices', facts: withDevices(), verdict: 'passed' },
  { name: 'a time that is null', facts: withDevices(device('d1', null)), verdict: 'notRead' },
  { name: 'not read', facts: facts({ devices: 'notRead' }), verdict: 'notRead' },
]
