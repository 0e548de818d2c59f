import type { ColumnType, Generated } from 'kysely'

/** What is read at night or of the partner's own directory, and the limits that processes share. */
export interface ActivityTables {
  activityReadings: ActivityReadingsTable
  tenantActivity: TenantActivityTable
  activitySignIns: ActivitySignInsTable
  activityRegistrations: ActivityRegistrationsTable
  activityUsage: ActivityUsageTable
  tenantSecureScores: TenantSecureScoresTable
  graphLeases: GraphLeasesTable
  delegatedRelationships: DelegatedRelationshipsTable
}

type Json<Value> = ColumnType<Value, string, string>

interface ActivityReadingsTable {
  id: Generated<number>
  tenantId: string
  part: 'signIns' | 'registrations' | 'usage'
  startedAt: Generated<Date>
  completedAt: Date | null
  reportDate: string | null
  isConcealed: Generated<boolean>
}

interface TenantActivityTable {
  tenantId: string
  part: 'signIns' | 'registrations' | 'usage' | 'secureScore'
  currentReadingId: number | null
  asOf: Date | null
  triedAt: Date
  failureCode: string | null
}

interface ActivitySignInsTable {
  readingId: number
  userId: string
  lastSignInAt: Date | null
  lastNonInteractiveSignInAt: Date | null
  lastSuccessfulSignInAt: Date | null
}

interface ActivityRegistrationsTable {
  readingId: number
  userId: string
  isAdmin: boolean | null
  isMfaRegistered: boolean | null
  isMfaCapable: boolean | null
  isPasswordlessCapable: boolean | null
  isSsprRegistered: boolean | null
  methodsRegistered: string[]
}

interface ActivityUsageTable {
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

interface TenantSecureScoresTable {
  tenantId: string
  day: string
  currentScore: number
  maxScore: number
  averageScores: Json<unknown>
  controlScores: Json<unknown>
  readAt: Date
}

interface GraphLeasesTable {
  key: string
  opensAt: Date
  pausedUntil: Date | null
  holder: string | null
  heldUntil: Date | null
}

interface DelegatedRelationshipsTable {
  id: string
  tenantId: string
  displayName: string | null
  status: string | null
  createdDateTime: Date | null
  endDateTime: Date | null
  duration: string | null
  autoExtendDuration: string | null
  roleTemplateIds: string[]
}
