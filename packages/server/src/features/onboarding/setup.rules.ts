import { isConnectionDown } from '@tenantscope/analysis/connection-refusal'
import { REQUIRED_PERMISSIONS } from '@tenantscope/analysis/permission-catalog'
import { missingPermissionsOf } from '@tenantscope/analysis/tenant-state'
import type { ConnectionRefusal } from '@tenantscope/contract/azure'
import type { TenantFailureCode } from '@tenantscope/contract/errors'
import { CREDENTIAL_WARNING_DAYS } from '@tenantscope/contract/limits'
import type { SetupStep } from '@tenantscope/contract/onboarding'
import type { Selectable } from 'kysely'

import type { Database } from '../../db/tables.ts'

type Finding = Omit<SetupStep, 'id'>

/** The stored result of a check of the connection. */
export type SetupCheck = Pick<
  Selectable<Database['connectionChecks']>,
  'checkedAt' | 'result' | 'permissions'
>

/** The last reading of the own directory, and the roles of its token. */
export type SetupDirectory = Pick<
  Selectable<Database['tenants']>,
  'displayName' | 'grantedPermissions' | 'dataAsOf' | 'failureCode' | 'failureMessage' | 'failureAt'
>

interface SetupConnection {
  readonly clientId: string
  readonly tenantId: string
  readonly updatedAt: Date
  /** When Microsoft last issued a token with it; null: not yet. */
  readonly lastSuccessAt: Date | null
  readonly refusal: ConnectionRefusal | null
}

export function connectFinding(
  connection: SetupConnection | null,
  directory: SetupDirectory | null,
): Finding {
  if (connection === null)
    return { isDone: false, finding: 'No Microsoft connection is stored yet.' }
  const { refusal } = connection
  if (refusal !== null && isConnectionDown(refusal)) {
    return { isDone: false, finding: `${refusal.title} ${refusal.action}` }
  }
  if (connection.lastSuccessAt === null)
    return {
      isDone: false,
      finding: 'A connection is stored. Microsoft has not issued a token with it yet.',
    }
  const name = directory?.dataAsOf ? directory.displayName : `directory ${connection.tenantId}`
  return { isDone: true, finding: `Connected to ${name} as application ${connection.clientId}.` }
}

/** Only a browser that returned shows that both redirect addresses are registered. */
export function redirectFinding({
  hasSignedIn,
  wasRefused,
  hasConsented,
}: {
  hasSignedIn: boolean
  /** Microsoft returned a user whom this installation then refused. */
  wasRefused: boolean
  hasConsented: boolean
}): Finding {
  if (hasSignedIn && hasConsented)
    return { isDone: true, finding: 'Microsoft has returned a sign-in and a consent.' }
  if (hasSignedIn) return { isDone: true, finding: 'Microsoft has returned a sign-in.' }
  if (hasConsented) return { isDone: true, finding: 'Microsoft has returned a consent.' }
  if (wasRefused)
    return {
      isDone: true,
      finding:
        'Microsoft has returned a sign-in, and it was refused here. The sign-in audit shows the reason.',
    }
  return {
    isDone: false,
    finding: 'Microsoft has not returned a sign-in or consent yet.',
  }
}

/** Evidence that the own directory grants the required permissions. */
interface Evidence {
  readonly at: Date
  readonly isGood: boolean
  readonly missing: readonly string[]
  readonly message: string
}

/** Uses the newest evidence: a check, or a reading with this connection. */
export function permissionsFinding(
  connection: SetupConnection | null,
  check: SetupCheck | null,
  directory: SetupDirectory | null,
): Finding {
  if (connection === null)
    return { isDone: false, finding: 'Permissions can be checked after Microsoft is connected.' }
  const evidence = [check && evidenceOfCheck(check), directory && evidenceOfReading(directory)]
    .filter((each) => each !== null)
    .filter(({ at }) => at >= connection.updatedAt)
    .toSorted((a, b) => b.at.getTime() - a.at.getTime())[0]
  if (evidence === undefined)
    return { isDone: false, finding: 'The permissions have not been checked yet.' }
  const total = REQUIRED_PERMISSIONS.length
  if (evidence.isGood)
    return { isDone: true, finding: `All ${total} required permissions are granted.` }
  const { missing } = evidence
  return {
    isDone: false,
    finding:
      missing.length === 0
        ? evidence.message
        : `${total - missing.length} of ${total} required permissions are granted; missing: ${missing.join(', ')}.`,
  }
}

/** Temporary failures say nothing about permissions. */
const PASSING: ReadonlySet<TenantFailureCode | null> = new Set(['UNAVAILABLE', 'THROTTLED'])

function evidenceOfCheck({ checkedAt: at, result, permissions }: SetupCheck): Evidence | null {
  if (PASSING.has(result.error)) return null
  const required = permissions.filter(({ kind }) => kind === 'required')
  const missing = required.filter(({ isGranted }) => !isGranted).map(({ value }) => value)
  return { at, isGood: result.status === 'success', missing, message: result.message }
}

function evidenceOfReading(directory: SetupDirectory): Evidence | null {
  const { grantedPermissions, dataAsOf, failureCode, failureMessage, failureAt } = directory
  const missing = missingPermissionsOf(grantedPermissions)
  if (failureAt !== null && failureMessage !== null && !PASSING.has(failureCode))
    return { at: failureAt, isGood: false, missing, message: failureMessage }
  if (dataAsOf === null || grantedPermissions === null) return null
  return { at: dataAsOf, isGood: missing.length === 0, missing, message: '' }
}

export function firstTenantFinding({ known, read }: { known: number; read: number }): Finding {
  if (known === 0) return { isDone: false, finding: 'No customer tenant is known yet.' }
  const isDone = read > 0
  if (known === 1)
    return { isDone, finding: `1 tenant is known; it ${isDone ? 'was' : 'was not'} read.` }
  return {
    isDone,
    finding: isDone
      ? `${read} of ${known} tenants were read.`
      : `${known} tenants are known; none has been read yet.`,
  }
}

export function peopleFinding(microsoftPeople: number): Finding {
  if (microsoftPeople === 0)
    return { isDone: false, finding: 'Only local administrators can sign in so far.' }
  const who = microsoftPeople === 1 ? '1 user' : `${microsoftPeople} users`
  return { isDone: true, finding: `${who} can sign in with Microsoft.` }
}

const DAY_MS = 24 * 60 * 60 * 1_000

/** Returns the full days that are left, negative after expiry; null when expiry is far away or unknown. */
export function credentialDaysLeft(expiresAt: Date | null, now: Date): number | null {
  if (expiresAt === null) return null
  const days = Math.floor((expiresAt.getTime() - now.getTime()) / DAY_MS)
  return days > CREDENTIAL_WARNING_DAYS ? null : days
}
