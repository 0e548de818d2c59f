import type { MailSettingsInput } from '@tenantscope/contract/mail'

/** Why a message did not leave, each with the sentence that people read; nothing of the server's own text. */
const SENTENCES = {
  'not-configured': 'No mail server is configured',
  'no-address': 'The recipient has no e-mail address that mail can be sent to',
  'unknown-server': 'There is no server of this name',
  unreachable: 'The mail server cannot be reached',
  late: 'The mail server did not answer in time',
  certificate: "The mail server's certificate is not trusted",
  unprotected: 'The mail server does not offer the protection that the settings ask for',
  'sign-in': 'The mail server refused the user name or password',
  password: 'The stored password cannot be opened with the keys of SECRET_KEY; enter it again',
  sender: 'The mail server refused the address that mail comes from',
  recipient: "The mail server refused the recipient's address",
  refused: 'The mail server refused the message',
  protocol: 'The mail server gave an answer that is none of a mail server',
} as const

export type MailFailureReason = keyof typeof SENTENCES

/** A message that was not sent. */
export class MailFailed extends Error {
  override readonly name = 'MailFailed'
  readonly reason: MailFailureReason

  /** `code` is a number of SMTP or a system's word for the failure, such as 550 or ECONNREFUSED. */
  constructor(reason: MailFailureReason, code: string | null = null) {
    super(code === null ? `${SENTENCES[reason]}.` : `${SENTENCES[reason]} (${code}).`)
    this.reason = reason
  }
}

/** Trying again with the same settings would end the same way. */
const LASTING: ReadonlySet<MailFailureReason> = new Set([
  'not-configured',
  'no-address',
  'certificate',
  'unprotected',
  'sign-in',
  'password',
  'sender',
])

/** Whether the same message may get through later. */
export const isWorthRetrying = (error: unknown): boolean =>
  !(error instanceof MailFailed) || !LASTING.has(error.reason)

/** What the library tells of a failure, beside the server's text. */
interface Told {
  readonly code: string
  /** The system's own code, where the library put its word in its place. */
  readonly originalCode: string
  readonly responseCode: number | null
  readonly command: string
}

const CERTIFICATE_CODES =
  /CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS_CERT|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE/

/** The failure that an error of the mail library stands for. */
export function failureOf(error: unknown): MailFailed {
  if (error instanceof MailFailed) return error
  const told = toldBy(error)
  return new MailFailed(reasonOf(told), codeOf(told))
}

function reasonOf(told: Told): MailFailureReason {
  if (CERTIFICATE_CODES.test(told.originalCode)) return 'certificate'
  const { code, command } = told
  if (code === 'EENVELOPE') return ENVELOPE_REASONS[command] ?? 'refused'
  // A server that does not know the command either wants the other kind of connection.
  if (command === 'STARTTLS') return 'unprotected'
  return REASON_BY_CODE[code] ?? 'refused'
}

const ENVELOPE_REASONS: Readonly<Record<string, MailFailureReason>> = {
  'MAIL FROM': 'sender',
  'RCPT TO': 'recipient',
}

const REASON_BY_CODE: Readonly<Record<string, MailFailureReason>> = {
  EDNS: 'unknown-server',
  ESOCKET: 'unreachable',
  ECONNECTION: 'unreachable',
  ETIMEDOUT: 'late',
  ETLS: 'unprotected',
  EAUTH: 'sign-in',
  ENOAUTH: 'sign-in',
  EPROTOCOL: 'protocol',
}

function codeOf({ responseCode, originalCode }: Told): string | null {
  if (responseCode !== null) return String(responseCode)
  return /^[A-Z][A-Z0-9_]{2,60}$/.test(originalCode) ? originalCode : null
}

function toldBy(error: unknown): Told {
  const tell = (name: string): unknown =>
    typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined
  const text = (name: string): string => {
    const value = tell(name)
    return typeof value === 'string' ? value : ''
  }
  const responseCode = tell('responseCode')
  return {
    code: text('code'),
    originalCode: text('originalCode'),
    responseCode: typeof responseCode === 'number' ? responseCode : null,
    command: text('command'),
  }
}

/** A stored password is for one account of one server; it is never sent to another. */
export function isSameAccount(
  before: Pick<MailSettingsInput, 'host' | 'port' | 'security' | 'username'> | null,
  after: Pick<MailSettingsInput, 'host' | 'port' | 'security' | 'username'>,
): boolean {
  return (
    before?.host.toLowerCase() === after.host.toLowerCase() &&
    before.port === after.port &&
    before.security === after.security &&
    before.username === after.username
  )
}
