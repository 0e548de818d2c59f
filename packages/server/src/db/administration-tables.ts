import type { TenantId } from '@tenantscope/contract/ids'
import type { Generated } from 'kysely'

import type { Defaulted, Id } from './column-types.ts'

/** Role mappings, heads of the audit trails, backups and notifications. */
export interface AdministrationTables {
  totpEnrollments: { userId: number; sealedSecret: string; startedAt: Date }
  recoveryCodes: { userId: number; codeHash: string; usedAt: Date | null }
  roleMappings: {
    id: string
    position: number
    microsoftRole: string
    localRole: 'viewer' | 'technician' | 'admin'
    description: Defaulted<string>
    enabled: Defaulted<boolean>
    accessMode: 'all' | 'list' | 'groups' | null
  }
  roleMappingTenants: { mappingId: string; tenantId: string }
  roleMappingGroups: { mappingId: string; groupId: number }
  roleMappingsState: {
    id: Defaulted<number>
    version: Defaulted<number>
    updatedAt: Date | null
    updatedBy: string | null
  }
  auditHeads: { trail: string; lastNumber: number; lastMac: string; updatedAt: Date }
  auditRemovals: {
    trail: string
    firstNumber: number
    lastNumber: number
    firstAt: Date
    lastAt: Date
    lastMac: string
    removedAt: Date
    mac: string
  }
  apiCallCounts: { quarter: Date; calls: number }
  securityAuditReports: {
    id: Generated<number>
    userId: number | null
    username: string | null
    timestamp: Defaulted<Date>
    score: string
    numericScore: number
    totalChecks: number
    passedChecks: number
    failedChecks: number
    criticalIssues: number
    /** JSON: checks, and what could not be verified. */
    results: string
    ipAddress: string | null
    userAgent: string | null
  }
  backupSchedule: {
    id: Defaulted<number>
    isEnabled: Defaulted<boolean>
    time: Defaulted<string>
    keep: Defaulted<number>
    sealedPassphrase: string | null
    version: Defaulted<number>
    updatedAt: Date | null
    updatedBy: string | null
    lastSuccessAt: Date | null
    lastFailureAt: Date | null
    lastFailure: string | null
    lastBackupAt: Date | null
  }
  notifications: {
    id: Generated<string>
    kind: string
    key: string
    tenantId: Id<TenantId | null>
    userId: number | null
    title: string
    text: string
    address: string
    createdAt: Date
    mailedAt: Date | null
  }
  notificationWatches: { kind: string; seenTo: Date }
}
