import { each, type PostureStory } from './story.ts'

const PASSED =
  'ca.any-baseline ca.mfa-all-users ca.mfa-admins ca.phish-resistant-admins ca.phish-resistant-all ' +
  'ca.block-legacy ca.mfa-azure-mgmt ca.mfa-guests ca.user-risk ca.signin-risk ' +
  'ca.block-device-code ca.block-auth-transfer ca.managed-device ca.secinfo-registration ' +
  'ca.admin-session ca.session-all ca.intune-enrol-fresh ca.named-location ca.block-countries ' +
  'ca.token-protection ca.block-unknown-platform ca.break-glass-excluded ' +
  'ca.exclusion-no-fallback ca.excluded-population ca.dead-references ca.no-target ca.risk-mixed ' +
  'ca.report-only-stale ca.deprecated-grant ca.sync-account ca.p1-idle ' +
  'role.ga-count role.ga-ratio role.cloud-only role.licence-footprint role.guest-admin ' +
  'role.sp-privileged role.disabled-admin role.stale-admin ' +
  'auth.mfa-capable auth.admin-mfa-registered auth.migration-complete auth.sms-voice-off ' +
  'auth.email-otp-off auth.authenticator-context auth.system-preferred auth.fido2-on ' +
  'auth.tap-one-time auth.report-suspicious ' +
  'pwd.no-expiry pwd.banned-list pwd.lockout pwd.onprem-protection pwd.weak-flag ' +
  'app.user-register app.user-consent app.admin-consent-flow app.credential-policy ' +
  'app.secret-expiry app.long-lived app.high-risk-approles app.tenant-wide-consent ' +
  'app.owners-on-privileged ' +
  'ten.create-tenants ten.security-groups ten.m365-groups ten.bitlocker-self ten.msol-blocked ' +
  'ten.email-join ten.idle-timeout guest.access-level guest.invites guest.xtap-default grp.public ' +
  'hyb.sync-fresh usr.stale gst.stale gst.pending dev.stale dom.unverified ' +
  'dns.spf dns.dmarc dns.dkim org.quota org.tech-contact ' +
  'lic.unassigned lic.over-allocated lic.blocked-holder lic.inactive-holder lic.overlap lic.grace ' +
  'lic.renewal-near lic.trial lic.assignment-error lic.double-assignment lic.guest-holder ' +
  'lic.premium-short lic.admin-suite lic.cheaper-plan'

/** The tenant that the others differ from. */
export const WELL_KEPT_STORY: PostureStory = {
  name: 'well kept',
  reason: 'Each setting has the value that the benchmarks recommend.',
  expects: {
    ...each('passed', PASSED),
    // RoleManagement.Read.Directory is not requested.
    'role.permanent': 'noPermission',
    // A policy covers everybody, so no one is asked for the state of each person.
    'auth.per-user-mfa-legacy': 'notRead',
  },
}
