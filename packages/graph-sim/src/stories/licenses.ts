import { skuNamed } from '../world/catalog.ts'
import { people } from './patches.ts'
import { each, type PostureStory } from './story.ts'
import { license, seats } from './well-kept.ts'

/** Service plans of one SKU that another one does not have. */
function plansBeyond(dear: string, cheap: string): string[] {
  const included = new Set(skuNamed(cheap).servicePlans.map(({ id }) => id))
  return skuNamed(dear).servicePlans.flatMap(({ id }) => (included.has(id) ? [] : [id]))
}

const CONDITIONAL_ACCESS = 'ca.mfa-all-users ca.block-legacy ca.named-location ca.p1-idle'
const RISK = 'ca.user-risk ca.signin-risk'
const BY_DEFAULTS =
  'ca.any-baseline ca.mfa-all-users ca.mfa-admins ca.block-legacy ca.mfa-azure-mgmt'

/** Every check of Conditional Access that security defaults leave nothing to. */
const BEYOND_DEFAULTS =
  'ca.phish-resistant-admins ca.phish-resistant-all ca.mfa-guests ca.user-risk ca.signin-risk ' +
  'ca.block-device-code ca.block-auth-transfer ca.managed-device ca.secinfo-registration ' +
  'ca.admin-session ca.session-all ca.intune-enrol-fresh ca.named-location ca.block-countries ' +
  'ca.token-protection ca.block-unknown-platform ca.break-glass-excluded ' +
  'ca.exclusion-no-fallback ca.excluded-population ca.dead-references ca.no-target ca.risk-mixed ' +
  'ca.report-only-stale ca.deprecated-grant ca.sync-account ca.p1-idle'

/** Licenses of people, and what Microsoft offers with them. */
export const LICENSE_STORIES: readonly PostureStory[] = [
  {
    name: 'wasted licenses',
    reason:
      'prepaidUnits, consumedUnits and licenseAssignmentStates say it; a plan in the grace period is in "warning".',
    patch: (tenant) => ({
      people: people(tenant, {
        ada: {
          licenses: [
            license('AAD_PREMIUM_P2'),
            license('AAD_PREMIUM_P2', { assignedByGroup: tenant.emergencyGroupId }),
          ],
        },
        bo: {
          licenses: [
            license('AAD_PREMIUM_P2'),
            license('POWER_BI_PRO', { state: 'Error', error: 'CountViolation' }),
          ],
        },
        eva: { licenses: [license('SPE_E5'), license('ENTERPRISEPACK')] },
        uma: {
          licenses: [license('SPE_E5', { disabledPlans: plansBeyond('SPE_E5', 'SPE_E3') })],
          daysSinceUse: { Exchange: 2, Teams: 2 },
        },
        anna: { hoursSinceSignIn: 24 * 120, daysSinceUse: { Exchange: 120 } },
        ben: { accountEnabled: false },
        guest: { licenses: [license('POWER_BI_PRO'), license('TEAMS_EXPLORATORY')] },
      }),
      subscriptions: [
        { ...seats('SPE_E5', 4, tenant.random) },
        { ...seats('AAD_PREMIUM_P2', 0, tenant.random) },
        { ...seats('ENTERPRISEPACK', 1, tenant.random) },
        { ...seats('SPE_E3', 3, tenant.random), renewsInDays: 10 },
        { ...seats('POWER_BI_PRO', 1, tenant.random) },
        {
          ...seats('VISIOCLIENT', 0, tenant.random),
          warning: 3,
          capabilityStatus: 'Warning',
          renewsInDays: 10,
        },
        { ...seats('TEAMS_EXPLORATORY', 1, tenant.random), isTrial: true, renewsInDays: 20 },
      ],
    }),
    expects: each(
      'failed',
      'lic.unassigned lic.over-allocated lic.blocked-holder lic.inactive-holder lic.overlap ' +
        'lic.grace lic.renewal-near lic.trial lic.assignment-error lic.double-assignment ' +
        'lic.guest-holder lic.admin-suite lic.cheaper-plan',
    ),
  },
  {
    name: 'too few premium seats',
    reason:
      'Each member whom a policy reaches needs a license of P1, and of P2 where it looks at risk.',
    patch: (tenant) => ({
      subscriptions: [seats('SPE_E5', 2, tenant.random), seats('AAD_PREMIUM_P2', 3, tenant.random)],
    }),
    expects: each('failed', 'lic.premium-short lic.over-allocated'),
  },
  {
    name: 'P1 without P2',
    reason: 'AAD_PREMIUM is P1. Risk levels need the service plan AAD_PREMIUM_P2.',
    patch: (tenant) => ({
      people: people(tenant, premiumHolders('SPB')),
      // In the grace period the plans work as before.
      subscriptions: [
        { ...seats('SPB', 0, tenant.random), warning: 6, capabilityStatus: 'Warning' },
      ],
    }),
    expects: { ...each('passed', CONDITIONAL_ACCESS), ...each('notLicensed', RISK) },
  },
  {
    name: 'P1 that is suspended',
    reason: 'A suspended subscription gives no service plan: Conditional Access is not licensed.',
    patch: (tenant) => ({
      policies: [],
      namedLocations: [],
      people: people(tenant, premiumHolders('O365_BUSINESS_ESSENTIALS')),
      subscriptions: [
        seats('O365_BUSINESS_ESSENTIALS', 6, tenant.random),
        {
          ...seats('AAD_PREMIUM', 0, tenant.random),
          suspended: 6,
          capabilityStatus: 'Suspended',
        },
      ],
    }),
    expects: {
      // Security defaults are free, so that their absence is a failure without any license.
      'ca.any-baseline': 'failed',
      ...each(
        'notLicensed',
        `${CONDITIONAL_ACCESS} ${RISK} auth.mfa-capable auth.admin-mfa-registered ` +
          'role.stale-admin gst.stale lic.premium-short',
      ),
    },
  },
  {
    name: 'security defaults',
    reason:
      'Security defaults require MFA and block legacy authentication for everybody (page "Security defaults").',
    patch: (tenant) => ({
      policies: [],
      namedLocations: [],
      people: people(tenant, premiumHolders('O365_BUSINESS_ESSENTIALS')),
      subscriptions: [seats('O365_BUSINESS_ESSENTIALS', 6, tenant.random)],
      settings: {
        ...tenant.settings,
        securityDefaults: { ...tenant.settings.securityDefaults, isEnabled: true },
      },
    }),
    expects: { ...each('passed', BY_DEFAULTS), ...each('notApplicable', BEYOND_DEFAULTS) },
  },
]

/** All six people with licenses hold this one instead. */
const premiumHolders = (partNumber: string) => {
  const licenses = [license(partNumber)]
  return {
    ada: { licenses },
    bo: { licenses },
    eva: { licenses },
    uma: { licenses },
    anna: { licenses },
    ben: { licenses },
  }
}
