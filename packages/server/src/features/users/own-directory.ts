import { LIVE_CALL_SECONDS } from '@tenantscope/contract/limits'
import { GraphFailure } from '@tenantscope/graph-client/failures'
import type { GraphFailureCode } from '@tenantscope/graph-client/failures'
import type { TenantGraph } from '@tenantscope/graph-client/graph'

import { AppError } from '../../lib/app-error.ts'
import type { By } from '../../lib/audit-entry.ts'
import { microsoftRefusalTextOf } from '../../lib/microsoft-refusal.ts'

/** The directory of the stored connection, to which the product's users belong. */
export interface OwnDirectory {
  readonly tenantId: string
  readonly graph: TenantGraph
  /** The next question comes with a new token. */
  forgetToken(): void
}

/** A change of users that asks Microsoft first. */
export interface DirectoryRequest {
  readonly by: By
  readonly signal: AbortSignal
  /** Throws when the caller may not create an administrator now. */
  readonly beforePromotion: () => void
}

export interface OwnDirectoryDeps {
  /** Null while no connection is stored. */
  openDirectory: (limits: {
    readonly signal: AbortSignal
    readonly deadlineMs: number
  }) => Promise<OwnDirectory | null>
  /** The time limit; tests set a shorter one. */
  withinMs?: number
}

/** Sends requests to the own directory, live; failures become errors with texts. */
export async function askDirectory<Answer>(
  { openDirectory, withinMs = LIVE_CALL_SECONDS * 1_000 }: OwnDirectoryDeps,
  signal: AbortSignal,
  ask: (directory: OwnDirectory) => Promise<Answer>,
): Promise<Answer> {
  // Before the graph's own deadline of the same length: timers of one length end in their order.
  const late = AbortSignal.timeout(withinMs)
  const directory = await openDirectory({ signal, deadlineMs: withinMs })
  if (directory === null)
    throw new AppError(
      'CONFLICT',
      'No Microsoft connection is configured, so users cannot be searched.',
    )
  try {
    return await ask(directory)
  } catch (error) {
    if (error instanceof AppError) throw error
    // Consent that is given now shows in new tokens only.
    if (error instanceof GraphFailure) directory.forgetToken()
    if (signal.aborted)
      throw new AppError(
        'UNAVAILABLE',
        'The server stopped before Microsoft responded. Please try again.',
      )
    if (late.aborted) throw new AppError('UNAVAILABLE', TOO_LATE)
    if (error instanceof GraphFailure) throw refusalFor(error)
    throw error
  }
}

const TOO_LATE = `Microsoft did not respond within ${LIVE_CALL_SECONDS} seconds. Try again in a few minutes.`

/** Failure texts for administrators with the next step. */
const MESSAGES = {
  CONSENT_REQUIRED:
    'Admin consent is missing for this application in your own directory. Grant it on the Azure Configuration page.',
  INVALID_CLIENT_SECRET:
    'Microsoft refused the credential of the connection: it is wrong or has expired. Renew it on the Azure Configuration page.',
  APP_NOT_FOUND:
    'Microsoft does not know this application or this directory. Verify the client ID and tenant ID on the Azure Configuration page.',
  APP_DISABLED:
    'The application is disabled in your own directory. Enable it there under Enterprise applications.',
  PERMISSION_MISSING:
    'Your own directory has not granted User.Read.All or Directory.Read.All. Grant admin consent again on the Azure Configuration page.',
  NOT_LICENSED: 'Your own directory has no license for this data.',
  THROTTLED: 'Microsoft is throttling requests. Try again in a few minutes.',
  UNAVAILABLE: 'Microsoft is unreachable or could not respond. Try again in a few minutes.',
  MALFORMED_ANSWER: 'Microsoft sent an unreadable response. Try again.',
  INTERNAL:
    'Microsoft refused the request. Try again; if the error persists, check the connection.',
} as const satisfies Record<GraphFailureCode, string>

/** Temporary failures are not conflicts. */
const PASSING: ReadonlySet<GraphFailureCode> = new Set([
  'THROTTLED',
  'UNAVAILABLE',
  'MALFORMED_ANSWER',
  'INTERNAL',
])

/** The error for a failure, with the cause and the step of Microsoft's code where a step exists. */
function refusalFor(failure: GraphFailure): AppError {
  const { code } = failure
  const refusal =
    code === 'THROTTLED' || code === 'UNAVAILABLE'
      ? null
      : microsoftRefusalTextOf(failure, { isOwn: true })
  if (refusal !== null) return new AppError('CONFLICT', refusal)
  return new AppError(PASSING.has(code) ? 'UNAVAILABLE' : 'CONFLICT', MESSAGES[code])
}
