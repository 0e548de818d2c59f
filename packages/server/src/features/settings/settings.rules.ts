import { NOTIFICATION_NAMES } from '@tenantscope/contract/notifications'
import type { AdminSettings } from '@tenantscope/contract/settings'

interface SettingChange {
  readonly label: string
  readonly from: string
  readonly to: string
}

/** How each setting is called and written in the trail, in the order of the settings. */
const WRITERS = {
  roleSyncEnabled: ['Role sync', (settings) => onOrOff(settings.roleSyncEnabled)],
  localAuthFallback: ['Local sign-in', (settings) => onOrOff(settings.localAuthFallback)],
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
  notificationKinds: [
    'Notifications',
    ({ notificationKinds }) =>
      notificationKinds.map((kind) => NOTIFICATION_NAMES[kind]).join(', ') || 'none',
  ],
} as const satisfies Record<
  keyof AdminSettings,
  readonly [string, (settings: AdminSettings) => string]
>

/** What differs, in words. */
export function changedSettings(before: AdminSettings, after: AdminSettings): SettingChange[] {
  return Object.values(WRITERS)
    .map(([label, write]) => ({ label, from: write(before), to: write(after) }))
    .filter(({ from, to }) => from !== to)
}

/** Whether somebody gets in, sees more, or what is kept for evidence goes, who or which would not before. */
export function loosensSecurity(before: AdminSettings, after: AdminSettings): boolean {
  return Object.values(LOOSENED).some((isLooser) => isLooser(before, after))
}

/** Each setting that can; role sync does both ways, since it takes a lost role away, too. */
const LOOSENED = {
  roleSyncEnabled: (before, after) => before.roleSyncEnabled !== after.roleSyncEnabled,
  localAuthFallback: (before, after) => after.localAuthFallback && !before.localAuthFallback,
  autoImportUsers: (before, after) => after.autoImportUsers && !before.autoImportUsers,
  defaultTenantAccess: (before, after) =>
    after.defaultTenantAccess === 'all' && before.defaultTenantAccess !== 'all',
  auditRetentionMonths: (before, after) => after.auditRetentionMonths < before.auditRetentionMonths,
  inactiveTenantRetentionMonths: (before, after) =>
    after.inactiveTenantRetentionMonths < before.inactiveTenantRetentionMonths,
} as const satisfies Partial<
  Record<keyof AdminSettings, (before: AdminSettings, after: AdminSettings) => boolean>
>

function onOrOff(value: boolean): string {
  return value ? 'on' : 'off'
}

function counted(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`
}
