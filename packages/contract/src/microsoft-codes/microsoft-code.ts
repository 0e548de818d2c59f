import type { ConnectionRefusalCause } from '../azure.ts'
import type { TenantFailureCode } from '../errors.ts'

/** Where Microsoft returns a code: for an app-only token, a sign-in with Microsoft, or an admin consent. */
export type CodePlace = 'token' | 'signIn' | 'consent'

/** Who can resolve the cause. */
export type CodeActor =
  /** An administrator of Tenantscope or of the own Microsoft directory. */
  | 'mspAdministrator'
  /** A Global Administrator of the directory that returned the code. */
  | 'customerAdministrator'
  /** The person who signs in. */
  | 'staffMember'
  /** Only time or Microsoft. */
  | 'microsoft'

/**
 * When the server requests a token again by itself. `soon`: up to five times within the request, then at each
 * scheduled refresh; `schedule`: at each scheduled refresh; `daily`: once in 24 hours; `never`: the code does
 * not occur for tokens, so a person starts again.
 */
export type CodeRetry = 'soon' | 'schedule' | 'daily' | 'never'

/** The form field of the connection that a code is about. */
export type CodeField = 'credential' | 'clientId' | 'tenantId' | 'cloud'

/** The cause and the step, for people. */
export interface CodeAdvice {
  /** One sentence. */
  readonly cause: string
  readonly actor: CodeActor
  /** What the actor does, as an infinitive without a full stop: 'enable the application'. */
  readonly step: string
}

/** One row of the table: Microsoft's codes with one cause and one step. */
export interface MicrosoftCodes extends CodeAdvice {
  /** The numbers after AADSTS. */
  readonly codes: readonly number[]
  readonly places: readonly CodePlace[]
  /** What differs in the own directory, where no customer can act. Sign-ins use it too. */
  readonly own?: Partial<CodeAdvice>
  readonly signIn?: Partial<CodeAdvice>
  readonly consent?: Partial<CodeAdvice>
  /** The reason code of a tenant that could not be read; absent where the code does not occur for tokens. */
  readonly failure?: TenantFailureCode
  readonly retry: CodeRetry
  readonly field?: CodeField
  /** The cause of a refused connection, where the reason code does not tell it apart. */
  readonly refusal?: ConnectionRefusalCause
  /** The data are lost unless somebody acts within days: the first failure is notified. */
  readonly isUrgent?: true
  /** The person ended the sign-in or the consent; nothing is wrong. */
  readonly isCancellation?: true
  /** The account belongs to another directory. */
  readonly isOtherDirectory?: true
  /** A more specific code beside it is the cause. */
  readonly isGeneric?: true
}
