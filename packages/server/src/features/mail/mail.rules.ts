import type { MailSettingsInput } from '@tenantscope/contract/mail'

/** The reasons why a message was not sent, with their texts; none contains text of the server. */
const SENTENCES = {
  'not-configured': 'No mail server is configured',
  'no-address': 'The recipient has no e-mail address that mail can be sent to',
  'unknown-server': 'The mail server name cannot be resolved',
  unreachable: 'The mail server cannot be reached',
  late: 'The mail server did not respond in time',
  certificate: "The mail server's certificate is not trusted",
  unprotected: 'The mail server does not support the TLS setting',
  'sign-in': 'The mail server refused the user name or password',
  password: 'The stored password cannot be opened with the keys of SECRET_KEY; enter it again',
  sender: 'The mail server refused the sender address',
  recipient: "The mail server refused the recipient's address",
  refused: 'The mail server refused the message',
  protocol: 'The server did not respond as a mail server',
} as const

export type MailFailureReason = keyof typeof SENTENCES

/** A message was not sent. */
export class MailFailed extends Error {
  override readonly name = 'MailFailed'
  readonly reason: MailFailureReason

  /** `code` is an SMTP code or a system's error code, such as 550 or ECONNREFUSED. */
  constructor(reason: MailFailureReason, code: string | null = null) {
    super(code === null ? `${SENTENCES[reason]}.` : `${SENTENCES[reason]} (${code}).`)
    this.reason = reason
  }
}

/** Failures that would repeat with the same settings. */
const LASTING: ReadonlySet<MailFailureReason> = new Set([
  'not-configured',
  'no-address',
  'certificate',
  'unprotected',
  'sign-in',
  'password',
  'sender',
])

/** True when the same message may be accepted later. */
export const isWorthRetrying = (error: unknown): boolean =>
  !(error instanceof MailFailed) || !LASTING.has(error.reason)

/** The fields of the library's error, without the server's text. */
interface ErrorFields {
  readonly code: string
  /** The system's own code, which the library replaces. */
  readonly originalCode: string
  readonly responseCode: number | null
  readonly command: string
}

const CERTIFICATE_CODES =
  /CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS_CERT|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE/

/** Returns the failure for an error of the mail library. */
export function failureOf(error: unknown): MailFailed {
  if (error instanceof MailFailed) return error
  const fields = fieldsOf(error)
  return new MailFailed(reasonOf(fields), codeOf(fields))
}

function reasonOf(fields: ErrorFields): MailFailureReason {
  if (CERTIFICATE_CODES.test(fields.originalCode)) return 'certificate'
  const { code, command } = fields
  if (code === 'EENVELOPE') return ENVELOPE_REASONS[command] ?? 'refused'
  // A server that does not know the command either requires the other kind of connection.
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

function codeOf({ responseCode, originalCode }: ErrorFields): string | null {
  if (responseCode !== null) return String(responseCode)
  return /^[A-Z][A-Z0-9_]{2,60}$/.test(originalCode) ? originalCode : null
}

function fieldsOf(error: unknown): ErrorFields {
  const property = (name: string): unknown =>
    typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined
  const text = (name: string): string => {
    const value = property(name)
    return typeof value === 'string' ? value : ''
  }
  const responseCode = property('responseCode')
  return {
    code: text('code'),
    originalCode: text('originalCode'),
    responseCode: typeof responseCode === 'number' ? responseCode : null,
    command: text('command'),
  }
}

/** True when the stored password applies: it is for one account of one server. */
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
