import { defineCheck, failed, passed } from '../define-check.ts'
import { notReturned, settingObject } from '../judge-setting.ts'
import type { CrossTenantDefaultFacts } from '../rows.ts'

const SETTING = settingObject('isMfaAccepted', 'Trust MFA of all other organizations')

export const xtapDefault = defineCheck({
  id: 'guest.xtap-default',
  version: 1,
  title: 'MFA of other organizations is not trusted by default',
  severity: 'low',
  why: 'The default applies to every organization without an agreement of its own. Trust in its MFA lets any directory state that its users used MFA.',
  fix: [
    'In the Microsoft Entra admin center open External Identities > Cross-tenant access settings.',
    'Add the partners whose MFA you trust, and set the trust there.',
    'Under Default settings > Inbound access > Trust settings remove the trust in MFA.',
  ],
  effort: 'hours',
  userImpact: 'Guests of other organizations register MFA here as well.',
  references: [],
  licence: null,
  needs: ['crossTenantDefault'],
  judge({ crossTenantDefault }) {
    const isAccepted = crossTenantDefault.inboundTrust?.isMfaAccepted ?? null
    const counts = countsOf(crossTenantDefault)
    if (isAccepted === true)
      return failed('MFA of every other organization is trusted.', { counts, objects: [SETTING] })
    // Microsoft's own default trusts no other organization.
    if (crossTenantDefault.isServiceDefault === true)
      return passed("Microsoft's defaults apply, which trust no other organization.", { counts })
    if (isAccepted === null) return notReturned(SETTING)
    return passed('MFA of other organizations is not trusted by default.', { counts })
  },
})

/** Says what else is accepted of all organizations. */
function countsOf({ inboundTrust, b2bDirectConnectInbound }: CrossTenantDefaultFacts) {
  const devices = [
    inboundTrust?.isCompliantDeviceAccepted,
    inboundTrust?.isHybridAzureADJoinedDeviceAccepted,
  ]
  const isConnected = b2bDirectConnectInbound?.usersAndGroups?.accessType === 'allowed'
  return {
    trustedDeviceStates: devices.filter(Boolean).length,
    directConnectInbound: isConnected ? 1 : 0,
  }
}
