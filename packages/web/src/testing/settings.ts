import { NotificationKind } from '@tenantscope/contract/notifications'
import type { StoredAdminSettings } from '@tenantscope/contract/settings'

/** The defaults of the first start, unless the test overrides them. */
export function makeSettings(changes: Partial<StoredAdminSettings> = {}): StoredAdminSettings {
  return {
    roleSyncEnabled: false,
    localAuthFallback: true,
    secondFactorRequired: true,
    autoImportUsers: false,
    timezone: 'America/Los_Angeles',
    defaultTenantAccess: 'none',
    refreshHours: 6,
    auditRetentionMonths: 12,
    inactiveTenantRetentionMonths: 12,
    postureRetentionMonths: 24,
    billingPeopleMonths: 24,
    publicDnsRead: true,
    notificationKinds: NotificationKind.options,
    version: 1,
    updatedAt: null,
    updatedBy: null,
    ...changes,
  }
}
