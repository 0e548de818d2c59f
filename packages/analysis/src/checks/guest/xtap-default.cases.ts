import { facts } from '../../testing/check-facts.ts'
import type { CheckCase } from '../cases.ts'

const trust = (isMfaAccepted: boolean | null, isServiceDefault: boolean | null = false) =>
  facts({ crossTenantDefault: { isServiceDefault, inboundTrust: { isMfaAccepted } } })

export const cases: readonly CheckCase[] = [
  { name: 'no trust', facts: trust(false), verdict: 'passed' },
  { name: "Microsoft's defaults", facts: trust(false, true), verdict: 'passed' },
  {
    name: "Microsoft's defaults without details",
    facts: facts({ crossTenantDefault: { isServiceDefault: true, inboundTrust: null } }),
    verdict: 'passed',
  },
  {
    name: 'MFA of all organizations is trusted',
    facts: trust(true),
    verdict: 'failed',
    objects: ['isMfaAccepted'],
  },
  {
    name: 'trusted devices are information',
    facts: facts({
      crossTenantDefault: {
        isServiceDefault: false,
        inboundTrust: { isMfaAccepted: false, isCompliantDeviceAccepted: true },
        b2bDirectConnectInbound: { usersAndGroups: { accessType: 'allowed' } },
      },
    }),
    verdict: 'passed',
    counts: { trustedDeviceStates: 1, directConnectInbound: 1 },
  },
  { name: 'a trust that is null', facts: trust(null), verdict: 'notRead' },
  {
    name: 'changed defaults without trust settings',
    facts: facts({ crossTenantDefault: { isServiceDefault: false, inboundTrust: null } }),
    verdict: 'notRead',
  },
  {
    name: 'not in the cloud of the tenant',
    facts: facts({ crossTenantDefault: 'notInCloud' }),
    verdict: 'notApplicable',
  },
]
