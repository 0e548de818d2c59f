import { refusalAdviceOf, unknownRefusalText } from '@tenantscope/analysis/microsoft-refusal'
import type { SignInRefusal } from '@tenantscope/contract/auth'
import { FRESH_SIGN_IN_MINUTES } from '@tenantscope/contract/limits'
import { codesRowOf, wordsOf } from '@tenantscope/contract/microsoft-codes'

import { isFresh } from '../../lib/fresh-sign-in.ts'
import type { RefusalNote } from '../../lib/refusal-note.ts'
import { storedText } from '../../lib/stored-text.ts'
import type { SignInFlow } from './sign-in-flow.ts'

interface Failure {
  /** The error code of the library or Microsoft. */
  readonly code: string | null
  readonly error: string | null
  readonly description: string
  /** The claim of the id_token that a check refused. */
  readonly claim: string | null
}

/** Returns the reason of a refusal by Microsoft or by the checks of its reply. */
export function refusalFor({ error, description, claim }: Failure): SignInRefusal {
  const { microsoftCode } = wordsOf(description)
  const row = codesRowOf(microsoftCode)
  // Each directory issues its own tokens, so another issuer is another directory.
  if (claim === 'iss' || row?.isOtherDirectory === true) return 'other_directory'
  // With any other code, access_denied is a refusal of Microsoft.
  const isCancelled = row?.isCancellation === true
  return isCancelled || (error === 'access_denied' && microsoftCode === null)
    ? 'cancelled'
    : 'failed'
}

/** Returns what the login page shows of a refusal with a code of Microsoft; null without one. */
export function signInRefusalTextOf(
  note: RefusalNote | null,
): { title: string; text: string } | null {
  if (note === null) return null
  const { microsoftCode, requestId } = note
  const advice = refusalAdviceOf(microsoftCode, { place: 'signIn', isOwn: true })
  if (advice === null)
    return {
      title: 'Microsoft refused the sign-in',
      text: `${unknownRefusalText(note)} If it fails again, send the code to your Tenantscope administrator.`,
    }
  const ids = requestId === null ? microsoftCode : `${microsoftCode}, request ${requestId}`
  return {
    title: advice.cause.replace(/\.$/u, ''),
    text: `${advice.step} (${ids})`,
  }
}

/**
 * Returns why a flow that must confirm a new sign-in is refused, or null. The browser can remove prompt
 * and max_age from the address of Microsoft's page, so only the time in the signed token counts; a
 * token without it is refused (docs/decisions/0036).
 */
export function staleness(
  { isFresh: mustBeFresh }: Pick<SignInFlow, 'isFresh'>,
  authenticatedAt: Date | null,
  now: Date,
): 'auth_time_missing' | 'not_fresh' | null {
  if (!mustBeFresh) return null
  if (authenticatedAt === null) return 'auth_time_missing'
  return isFresh(authenticatedAt, now) ? null : 'not_fresh'
}

export const STALENESS_REASONS = {
  auth_time_missing: 'the token does not contain auth_time, the time of the sign-in',
  not_fresh: `Microsoft reported a sign-in that is older than ${FRESH_SIGN_IN_MINUTES} minutes`,
} as const

/** Keeps only the fields that name the failure; others contain tokens and replies. */
export function failureOf(thrown: unknown): Failure {
  return {
    code: textIn(thrown, 'code'),
    error: textIn(thrown, 'error'),
    description: textIn(thrown, 'error_description') ?? '',
    claim: refusedClaim(thrown),
  }
}

/** The library wraps the check's error, whose cause names the claim. */
function refusedClaim(thrown: unknown): string | null {
  const cause: unknown = thrown instanceof Error ? thrown.cause : undefined
  return cause instanceof Error ? refusedClaim(cause) : textIn(cause, 'claim')
}

function textIn(from: unknown, name: string): string | null {
  const value: unknown = typeof from === 'object' && from !== null ? Reflect.get(from, name) : null
  return typeof value === 'string' ? value : null
}

/** Describes a failure for the trail, in Microsoft's words if available. */
export const describeFailure = ({ code, error, description }: Failure): string =>
  storedText(
    [error ?? code ?? 'unknown failure', description.split(/[\r\n]/u, 1)[0] ?? '']
      .filter((part) => part !== '')
      .join(': ')
      .slice(0, 500),
  )
