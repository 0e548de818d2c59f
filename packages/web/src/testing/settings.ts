import { NotificationKind } from '@tenantscope/contract/notifications'
import type { StoredAdminSettings } from '@tenantscope/contract/settings'

/** As at the first start unless the test says otherwise. */
export function makeSettings(changes: Partial<StoredAdminSettings> = {}): StoredAdminSettings {
  return {
    roleSyncEnabled: false,
    localAuthFallback: true,
    autoImportUsers: false,
    timezone: 'America/Los_Angeles',
    defaultTenantAccess: 'none',
    refreshHours: 6,
    auditRetentionMonths: 12,
    inactiveTenantRetentionMonths: 12,
    notificationKinds: NotificationKind.options,
    version: 1,
    updatedAt: null,
    updatedBy: null,
    ...changes,
  }
}
