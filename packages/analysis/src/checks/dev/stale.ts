import { counted } from '../../counted.ts'
import { isOlderThan } from '../age.ts'
import { defineCheck } from '../define-check.ts'
import { judgeEach } from '../judge-each.ts'
import type { Finding } from '../judge-each.ts'
import type { DeviceFacts } from '../rows.ts'

const DAYS = 90

export const staleDevices = defineCheck({
  id: 'dev.stale',
  version: 1,
  title: 'Devices that do not sign in for 90 days are disabled',
  severity: 'low',
  why: 'A device that was lost or sold can still count as known. A disabled device passes, because disabling comes before deletion.',
  fix: [
    'In the Microsoft Entra admin center open Devices > All devices, and sort by activity.',
    'Save the BitLocker keys that are still needed, and disable the devices without activity.',
    'Delete them after the agreed time.',
  ],
  effort: 'hours',
  userImpact: 'A device that returns must be enabled or joined again.',
  references: [],
  licence: null,
  needs: ['devices'],
  judge: ({ devices, facts: { asOf } }) =>
    judgeEach(
      devices.filter(({ accountEnabled }) => accountEnabled !== false),
      {
        counted: 'devices',
        findingOf: (device) => findingOf(device, asOf),
        objectOf: ({ id, displayName }) => ({ kind: 'device', id, name: displayName ?? null }),
        passed: `Every enabled device signed in within ${DAYS} days.`,
        failed: (count) => `${counted(count, 'device')} did not sign in for ${DAYS} days.`,
        notKnown: (count) => `The last sign-in of ${counted(count, 'device')} is not known.`,
      },
    ),
})

function findingOf({ approximateLastSignInDateTime }: DeviceFacts, asOf: Date): Finding {
  const isStale = isOlderThan(approximateLastSignInDateTime, { days: DAYS }, asOf)
  if (isStale === null) return 'notKnown'
  return isStale ? 'unmet' : 'met'
}
