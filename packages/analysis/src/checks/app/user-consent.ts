import { defineCheck, failed, passed } from '../define-check.ts'
import { notReturned, settingObject } from '../judge-setting.ts'

const SETTING = settingObject('permissionGrantPoliciesAssigned', 'User consent for applications')

/** Permissions that Microsoft rates as low, for applications of verified publishers. */
const LOW_RISK = 'microsoft-user-default-low'
/** Consent of owners to data of their own team or chat, which is another setting. */
const OF_OWNED_RESOURCES = /^managepermissiongrantsforownedresource\./u
const PREFIX = /^managepermissiongrantsforself\./u

export const userConsent = defineCheck({
  id: 'app.user-consent',
  version: 1,
  title: 'Users cannot consent to applications, or only to low-risk permissions',
  severity: 'high',
  why: 'A user who consents gives an application lasting access to data without a password. Some benchmarks forbid all consent; here consent to the permissions that are classified as low risk also passes.',
  fix: [
    'In the Microsoft Entra admin center open Enterprise applications > Consent and permissions.',
    'Under User consent settings choose to allow no user consent, or only for verified publishers and selected permissions.',
    'Switch on the workflow for administrators, so that users can still ask for an application.',
  ],
  effort: 'minutes',
  userImpact: 'Users ask an administrator before they use a new application.',
  references: ['CIS 5.1.5.1', 'MS.AAD.5.2v1', 'EIDSCA.AP08'],
  licence: null,
  needs: ['authorizationPolicy'],
  judge({ authorizationPolicy: { defaultUserRolePermissions } }) {
    const assigned = defaultUserRolePermissions?.permissionGrantPoliciesAssigned ?? null
    if (assigned === null) return notReturned(SETTING)
    const policies = assigned
      .map((policy) => policy.toLowerCase())
      .filter((policy) => !OF_OWNED_RESOURCES.test(policy))
      .map((policy) => policy.replace(PREFIX, ''))
    const others = policies.filter((policy) => policy !== LOW_RISK)
    const counts = { policies: policies.length, beyondLowRisk: others.length }
    if (others.length > 0)
      return failed('Users can consent to more than low-risk permissions.', {
        counts,
        objects: [SETTING],
      })
    return policies.length === 0
      ? passed('Users can consent to no application.', { counts })
      : passed('Users can consent to low-risk permissions only.', { counts })
  },
})
