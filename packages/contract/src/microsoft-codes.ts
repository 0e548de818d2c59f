import { ACCOUNT_CODES } from './microsoft-codes/account-codes.ts'
import { APPLICATION_CODES } from './microsoft-codes/application-codes.ts'
import { CREDENTIAL_CODES } from './microsoft-codes/credential-codes.ts'
import { DIRECTORY_CODES } from './microsoft-codes/directory-codes.ts'
import type { CodeAdvice, CodePlace, MicrosoftCodes } from './microsoft-codes/microsoft-code.ts'

export type {
  CodeActor,
  CodeAdvice,
  CodePlace,
  CodeRetry,
  MicrosoftCodes,
} from './microsoft-codes/microsoft-code.ts'

/**
 * Microsoft's sign-in codes (AADSTS) that an app-only token, a sign-in or an admin consent can get, with cause,
 * actor, step and retry. Source: Microsoft's page "Microsoft Entra authentication and authorization error
 * codes". Screens, logs, retries and notifications read this table; docs/operations/microsoft-codes.md
 * is generated from it.
 */
export const MICROSOFT_CODES: readonly MicrosoftCodes[] = [
  ...CREDENTIAL_CODES,
  ...APPLICATION_CODES,
  ...DIRECTORY_CODES,
  ...ACCOUNT_CODES,
]

const ROWS_BY_NUMBER: ReadonlyMap<number, MicrosoftCodes> = new Map(
  MICROSOFT_CODES.flatMap((row) => row.codes.map((code) => [code, row] as const)),
)

/** Returns the row of a code such as 'AADSTS7000222'; undefined for one that is not in the table. */
export function codesRowOf(microsoftCode: string | null): MicrosoftCodes | undefined {
  const [, number] = /^AADSTS(\d+)$/u.exec(microsoftCode ?? '') ?? []
  return number === undefined ? undefined : ROWS_BY_NUMBER.get(Number(number))
}

/** Returns the most specific of several codes of one answer; undefined without any. */
export function mainCodeOf(numbers: readonly number[]): number | undefined {
  const known = numbers.filter((number) => ROWS_BY_NUMBER.has(number))
  return (
    known.find((number) => ROWS_BY_NUMBER.get(number)?.isGeneric !== true) ?? known[0] ?? numbers[0]
  )
}

/** Returns cause, actor and step of a code at a place. `isOwn`: in the own directory, where no customer acts. */
export function adviceFor(
  row: MicrosoftCodes,
  place: CodePlace,
  { isOwn }: { isOwn: boolean },
): CodeAdvice {
  const { cause, actor, step } = row
  const own = isOwn || place === 'signIn' ? row.own : undefined
  const ofPlace = place === 'token' ? undefined : row[place]
  return { cause, actor, step, ...own, ...ofPlace }
}

/** What Microsoft's text of a refusal says. */
export interface MicrosoftWords {
  /** Such as 'AADSTS50105'; null when the text does not begin with a code. */
  readonly microsoftCode: string | null
  /** Microsoft's sentence as one line, without the IDs that follow it; null when there is none. */
  readonly words: string | null
  /** The ID that Microsoft's support asks for. */
  readonly requestId: string | null
}

const LONGEST_WORDS = 300

/** Reads Microsoft's `error_description`. Its words are shown only for codes that are not in the table. */
export function wordsOf(description: string | null | undefined): MicrosoftWords {
  const text = (description ?? '')
    .slice(0, 4_000)
    .replaceAll(/[\p{C}\p{Z}\s]+/gu, ' ')
    .trim()
  const [, microsoftCode = null] = /^(AADSTS\d{4,9})(?=:|$)/u.exec(text) ?? []
  const [, requestId = null] = /\bTrace ID: ([\da-f-]{36})\b/iu.exec(text) ?? []
  const [sentence = ''] = text.replace(/^AADSTS\d{4,9}:?/u, '').split(/ ?\bTrace ID: /u, 1)
  const words = sentence.trim().slice(0, LONGEST_WORDS)
  return { microsoftCode, words: words === '' ? null : words, requestId }
}
