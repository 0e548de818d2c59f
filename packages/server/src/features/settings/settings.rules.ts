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

function onOrOff(value: boolean): string {
  return value ? 'on' : 'off'
}

function counted(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`
}
