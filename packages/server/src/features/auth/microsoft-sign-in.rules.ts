import type { SignInRefusal } from '@tenantscope/contract/auth'

import { storedText } from '../../lib/stored-text.ts'

/**
 * Microsoft's own codes for an account that is not of the directory ("Microsoft Entra authentication
 * and authorization error codes").
 */
const FOREIGN_ACCOUNT_CODES = /AADSTS(?:50020|50034|90072)\b/u

interface Failure {
  /** The library's or Microsoft's error code. */
  readonly code: string | null
  readonly error: string | null
  readonly description: string
  /** The claim that a check of the id_token refused. */
  readonly claim: string | null
}

/** Why a sign-in that Microsoft or the checks of its answer ended is refused. */
export function refusalFor({ error, description, claim }: Failure): SignInRefusal {
  if (FOREIGN_ACCOUNT_CODES.test(description)) return 'other_directory'
  // Each directory issues its own tokens: another issuer is another directory.
  if (claim === 'iss') return 'other_directory'
  return error === 'access_denied' ? 'cancelled' : 'failed'
}

/** Cuts what libraries throw to what names the failure; the rest holds tokens and answers. */
export function failureOf(thrown: unknown): Failure {
  return {
    code: textIn(thrown, 'code'),
    error: textIn(thrown, 'error'),
    description: textIn(thrown, 'error_description') ?? '',
    claim: refusedClaim(thrown),
  }
}

/** The library wraps the error of the check, whose own cause names the claim. */
function refusedClaim(thrown: unknown): string | null {
  const cause: unknown = thrown instanceof Error ? thrown.cause : undefined
  return cause instanceof Error ? refusedClaim(cause) : textIn(cause, 'claim')
}

function textIn(from: unknown, name: string): string | null {
  const value: unknown = typeof from === 'object' && from !== null ? Reflect.get(from, name) : null
  return typeof value === 'string' ? value : null
}

/** What the trail says about a failure, in Microsoft's words where it gave any. */
export const describeFailure = ({ code, error, description }: Failure): string =>
  storedText(
    [error ?? code ?? 'unknown failure', description.split(/[\r\n]/u, 1)[0] ?? '']
      .filter((part) => part !== '')
      .join(': ')
      .slice(0, 500),
  )
