import { counted } from '@tenantscope/analysis/counted'
import { NOTIFICATION_NAMES } from '@tenantscope/contract/notifications'
import type { AdminSettings } from '@tenantscope/contract/settings'

/** The name and text of each setting in the trail, in the order of the settings. */
const WRITERS = {
  roleSyncEnabled: ['Role sync', (settings) => onOrOff(settings.roleSyncEnabled)],
  localAuthFallback: ['Local sign-in', (settings) => onOrOff(settings.localAuthFallback)],
  secondFactorRequired: [
    'Second factor of local accounts',
    (settings) => (settings.secondFactorRequired ? 'required' : 'optional'),
  ],
  autoImportUsers: ['Automatic import', (settings) => onOrOff(settings.autoImportUsers)],
  timezone: ['Time zone', ({ timezone }) => timezone],
  defaultTenantAccess: ['Default tenant access', (settings) => settings.defaultTenantAccess],
  refreshHours: ['Refresh', (settings) => `every ${counted(settings.refreshHours, 'hour')}`],
  auditRetentionMonths: [
    'Audit retention',
    (settings) => counted(settings.auditRetentionMonths, 'month'),
  ],
  inactiveTenantRetentionMonths: [
    'Inactive tenants kept',
    (settings) => counted(settings.inactiveTenantRetentionMonths, 'month'),
  ],
  postureRetentionMonths: [
    'History of checks',
    (settings) => counted(settings.postureRetentionMonths, 'month'),
  ],
  billingPeopleMonths: [
    'People of billing months',
    (settings) => counted(settings.billingPeopleMonths, 'month'),
  ],
  publicDnsRead: ['Public DNS', (settings) => onOrOff(settings.publicDnsRead)],
  notificationKinds: [
    'Notifications',
    ({ notificationKinds }) =>
      notificationKinds.map((kind) => NOTIFICATION_NAMES[kind]).join(', ') || 'none',
  ],
} as const satisfies Record<
  keyof AdminSettings,
  readonly [string, (settings: AdminSettings) => string]
>

/** Returns the differences as text. */
export function changedSettings(before: AdminSettings, after: AdminSettings) {
  return Object.values(WRITERS)
    .map(([label, write]) => ({ label, from: write(before), to: write(after) }))
    .filter(({ from, to }) => from !== to)
}

/** True when a change grants access or visibility, or deletes evidence. */
export function loosensSecurity(before: AdminSettings, after: AdminSettings): boolean {
  return Object.values(LOOSENED).some((isLooser) => isLooser(before, after))
}

/**
 * Each setting that can. Role sync in both directions, because it also removes lost roles; the second
 * factor too, because requiring it leaves local accounts nothing but its setup.
 */
const LOOSENED = {
  roleSyncEnabled: (before, after) => before.roleSyncEnabled !== after.roleSyncEnabled,
  localAuthFallback: (before, after) => after.localAuthFallback && !before.localAuthFallback,
  secondFactorRequired: (before, after) =>
    before.secondFactorRequired !== after.secondFactorRequired,
  autoImportUsers: (before, after) => after.autoImportUsers && !before.autoImportUsers,
  defaultTenantAccess: (before, after) =>
    after.defaultTenantAccess === 'all' && before.defaultTenantAccess !== 'all',
  auditRetentionMonths: (before, after) => after.auditRetentionMonths < before.auditRetentionMonths,
  inactiveTenantRetentionMonths: (before, after) =>
    after.inactiveTenantRetentionMonths < before.inactiveTenantRetentionMonths,
  postureRetentionMonths: (before, after) =>
    after.postureRetentionMonths < before.postureRetentionMonths,
  billingPeopleMonths: (before, after) => after.billingPeopleMonths < before.billingPeopleMonths,
} as const satisfies Partial<
  Record<keyof AdminSettings, (before: AdminSettings, after: AdminSettings) => boolean>
>

const onOrOff = (value: boolean): string => (value ? 'on' : 'off')
