import { people } from './patches.ts'
import { each, type PostureStory } from './story.ts'
import { license, seats, type WellKept } from './well-kept.ts'

/** The consent without some permissions. */
const without = ({ consent }: WellKept, ...roles: readonly string[]) => ({
  consent: consent && {
    ...consent,
    roles: consent.roles.filter((role) => !roles.includes(role)),
  },
})

/** What cannot be read, and what then follows. */
export const READING_STORIES: readonly PostureStory[] = [
  {
    name: 'no reports',
    reason:
      'Sign-in dates and registrations need AuditLog.Read.All, the report on use Reports.Read.All.',
    patch: (tenant) => without(tenant, 'AuditLog.Read.All', 'Reports.Read.All'),
    expects: {
      ...each(
        'noPermission',
        'auth.mfa-capable auth.admin-mfa-registered role.stale-admin usr.stale gst.stale ' +
          'lic.inactive-holder lic.cheaper-plan lic.admin-suite',
      ),
      ...each('passed', 'ca.mfa-all-users gst.pending dev.stale'),
    },
  },
  {
    name: 'no policies read',
    reason: 'Every policy of a directory needs Policy.Read.All.',
    patch: (tenant) => without(tenant, 'Policy.Read.All'),
    expects: {
      ...each(
        'noPermission',
        'ca.any-baseline ca.mfa-all-users ca.block-legacy ca.p1-idle ca.named-location ' +
          'auth.sms-voice-off auth.fido2-on app.user-consent ten.create-tenants guest.invites',
      ),
      ...each('passed', 'role.ga-count pwd.lockout'),
    },
  },
  {
    name: 'names concealed in reports',
    reason:
      'Microsoft conceals names in reports on use by default, so that no row belongs to a known user.',
    patch: (tenant) => ({
      concealsNamesInReports: true,
      people: people(tenant, { uma: { licenses: [license('SPE_E5')] } }),
      subscriptions: [seats('SPE_E5', 3, tenant.random), seats('AAD_PREMIUM_P2', 3, tenant.random)],
    }),
    expects: {
      ...each('notRead', 'lic.admin-suite lic.cheaper-plan'),
      // Sign-in dates are not concealed.
      ...each('passed', 'lic.inactive-holder usr.stale'),
    },
  },
  {
    name: 'no names in the report on use',
    reason:
      'Rows of the report that say (Unknown) belong to no known user, so that no one is inactive by them.',
    patch: (tenant) => ({
      unknownInReports: 1,
      people: people(tenant, { uma: { licenses: [license('SPE_E5')] } }),
      subscriptions: [seats('SPE_E5', 3, tenant.random), seats('AAD_PREMIUM_P2', 3, tenant.random)],
      ...without(tenant, 'AuditLog.Read.All'),
    }),
    expects: each('notRead', 'lic.admin-suite lic.cheaper-plan lic.inactive-holder usr.stale'),
  },
]
