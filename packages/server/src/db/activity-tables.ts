import type { TenantId } from '@tenantscope/contract/ids'
import type { MalformedRows } from '@tenantscope/contract/parts'
import type { Generated } from 'kysely'

import type { Id, Json } from './column-types.ts'

/** Data of the nightly reads and of the own directory, and limits that processes share. */
export interface ActivityTables {
  activityReadings: {
    id: Generated<number>
    tenantId: Id<TenantId>
    part: 'signIns' | 'registrations' | 'usage' | 'devices' | 'owners' | 'dns' | 'perUserMfa'
    startedAt: Generated<Date>
    completedAt: Date | null
    reportDate: string | null
    isConcealed: Generated<boolean>
    unattributedRows: Generated<number>
    /** Rows that were left out; null: none. */
    malformedRows: Json<Omit<MalformedRows, 'part'>> | null
  }
  tenantActivity: {
    tenantId: Id<TenantId>
    part:
      | 'signIns'
      | 'registrations'
      | 'usage'
      | 'secureScore'
      | 'devices'
      | 'owners'
      | 'dns'
      | 'perUserMfa'
    currentReadingId: number | null
    asOf: Date | null
    triedAt: Date
    failureCode: string | null
  }
  activitySignIns: {
    readingId: number
    userId: string
    lastSignInAt: Date | null
    lastNonInteractiveSignInAt: Date | null
    lastSuccessfulSignInAt: Date | null
  }
  activityRegistrations: {
    readingId: number
    userId: string
    isAdmin: boolean | null
    isMfaRegistered: boolean | null
    isMfaCapable: boolean | null
    isPasswordlessCapable: boolean | null
    isSsprRegistered: boolean | null
    methodsRegistered: string[]
  }
  activityUsage: {
    readingId: number
    userPrincipalName: string
    isDeleted: boolean
    exchangeLastUsedOn: string | null
    oneDriveLastUsedOn: string | null
    sharePointLastUsedOn: string | null
    skypeLastUsedOn: string | null
    yammerLastUsedOn: string | null
    teamsLastUsedOn: string | null
  }
  activityDevices: {
    readingId: number
    deviceId: string
    displayName: string | null
    accountEnabled: boolean | null
    lastSignInAt: Date | null
    operatingSystem: string | null
    trustType: string | null
  }
  activityOwners: { readingId: number; objectId: string; ownerIds: string[] }
  activityDns: {
    readingId: number
    domain: string
    /** Null: the query failed. */
    mx: string[] | null
    txt: string[] | null
    dmarc: string[] | null
    isDkimRead: boolean
    dkimSelector1: string | null
    dkimSelector2: string | null
  }
  /** Null: Microsoft did not say. */
  activityPerUserMfa: { readingId: number; userId: string; state: string | null }
  tenantSecureScores: {
    tenantId: Id<TenantId>
    day: string
    currentScore: number
    maxScore: number
    averageScores: Json<unknown>
    controlScores: Json<unknown>
    readAt: Date
  }
  graphLeases: {
    key: string
    opensAt: Date
    pausedUntil: Date | null
    holder: string | null
    heldUntil: Date | null
  }
  delegatedRelationships: {
    id: string
    tenantId: Id<TenantId>
    displayName: string | null
    status: string | null
    createdDateTime: Date | null
    endDateTime: Date | null
    duration: string | null
    autoExtendDuration: string | null
    roleTemplateIds: string[]
  }
}
