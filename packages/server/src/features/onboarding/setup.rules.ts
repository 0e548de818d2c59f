import { REQUIRED_PERMISSIONS } from '@tenantscope/analysis/permission-catalog'
import { missingPermissionsOf } from '@tenantscope/analysis/tenant-state'
import type { CheckedPermission, ConsentCheck } from '@tenantscope/contract/azure'
import type { TenantFailureCode } from '@tenantscope/contract/errors'
import { CREDENTIAL_WARNING_DAYS } from '@tenantscope/contract/limits'
import type { SetupStep } from '@tenantscope/contract/onboarding'

type Finding = Omit<SetupStep, 'id'>

/** What was stored of a check of the connection. */
export interface SetupCheck {
  readonly checkedAt: Date
  readonly result: ConsentCheck
  readonly permissions: readonly CheckedPermission[]
}

/** The last reading of the own directory, and what its token held. */
export interface SetupDirectory {
  readonly displayName: string
  readonly grantedPermissions: readonly string[] | null
  readonly dataAsOf: Date | null
  readonly failureCode: TenantFailureCode | null
  readonly failureMessage: string | null
  readonly failureAt: Date | null
}

interface SetupConnection {
  readonly clientId: string
  readonly tenantId: string
  readonly updatedAt: Date
}

export function connectFinding(
  connection: SetupConnection | null,
  directory: SetupDirectory | null,
): Finding {
  if (connection === null)
    return { isDone: false, finding: 'No Microsoft connection is stored yet.' }
  const name = directory?.dataAsOf ? directory.displayName : `directory ${connection.tenantId}`
  return { isDone: true, finding: `Connected to ${name} as application ${connection.clientId}.` }
}

/** Only a browser that came back shows that both addresses are registered as they should be. */
export function redirectFinding({
  hasSignedIn,
  hasConsented,
}: {
  hasSignedIn: boolean
  hasConsented: boolean
}): Finding {
  if (hasSignedIn && hasConsented)
    return { isDone: true, finding: 'A sign-in and a consent have come back from Microsoft.' }
  if (hasSignedIn) return { isDone: true, finding: 'A sign-in has come back from Microsoft.' }
  if (hasConsented) return { isDone: true, finding: 'A consent has come back from Microsoft.' }
  return {
    isDone: false,
    finding: 'No sign-in and no consent has come back from Microsoft yet.',
  }
}

/** What shows whether the own directory grants what is needed. */
interface Evidence {
  readonly at: Date
  readonly isGood: boolean
  readonly missing: readonly string[]
  readonly message: string
}

/** The newest evidence counts: a check, or a reading with this connection. */
export function permissionsFinding(
  connection: SetupConnection | null,
  check: SetupCheck | null,
  directory: SetupDirectory | null,
): Finding {
  if (connection === null)
    return { isDone: false, finding: 'Nothing can be checked before Microsoft is connected.' }
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

/** What passes by itself says nothing of permissions. */
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
      : `${known} tenants are known; none of them was read yet.`,
  }
}

export function peopleFinding(microsoftPeople: number): Finding {
  if (microsoftPeople === 0)
    return { isDone: false, finding: 'Only local administrators can sign in so far.' }
  const who = microsoftPeople === 1 ? '1 person' : `${microsoftPeople} people`
  return { isDone: true, finding: `${who} can sign in with Microsoft.` }
}

const DAY_MS = 24 * 60 * 60 * 1_000

/** Whole days that are left, negative once it is past; null while the end is far or not known. */
export function credentialDaysLeft(expiresAt: Date | null, now: Date): number | null {
  if (expiresAt === null) return null
  const days = Math.floor((expiresAt.getTime() - now.getTime()) / DAY_MS)
  return days > CREDENTIAL_WARNING_DAYS ? null : days
}
