import type { TenantFailureCode } from '@tenantscope/contract/errors'

/** The reasons why Microsoft could not be read (decisions.md, "Tenants and data"). */
export type GraphFailureCode = TenantFailureCode

/** Details that 'Copy diagnostics' shows with the code. */
export type GraphFailureDetails = {
  /** Microsoft's own code: `AADSTS7000215`, `Authorization_RequestDenied`, or a network error's. */
  microsoftCode?: string | null
  status?: number | null
  requestId?: string | null
  correlationId?: string | null
  at: Date
  /** Without the query, which may hold filters and page tokens. */
  path: string
  /** Names the field of a malformed answer; never a value that Microsoft sent. */
  detail?: string
  /** Microsoft's words, only for a code that is not in the table of codes. */
  words?: string | null
  isDeltaExpired?: boolean
}

/** The error that this package throws for every failure of Microsoft or of the connection to it. */
export class GraphFailure extends Error {
  override readonly name = 'GraphFailure'
  readonly code: GraphFailureCode
  readonly microsoftCode: string | null
  readonly status: number | null
  readonly requestId: string | null
  readonly correlationId: string | null
  readonly at: Date
  readonly path: string
  /** Names the field of a malformed answer; never a value that Microsoft sent. */
  readonly detail: string | null
  /** Microsoft's words, only for a code that is not in the table of codes; never part of the message. */
  readonly words: string | null
  /** The changes since a delta token can no longer be had: the complete collection has to be read again. */
  readonly isDeltaExpired: boolean

  constructor(code: GraphFailureCode, details: GraphFailureDetails) {
    super(messageOf(code, details))
    this.code = code
    this.microsoftCode = details.microsoftCode ?? null
    this.status = details.status ?? null
    this.requestId = details.requestId ?? null
    this.correlationId = details.correlationId ?? null
    this.at = details.at
    this.path = details.path
    this.detail = details.detail ?? null
    this.words = details.words ?? null
    this.isDeltaExpired = details.isDeltaExpired ?? false
  }
}

/** The parts of an HTTP answer that a failure is read from; the body may be empty, HTML or JSON. */
export type FailedAnswer = {
  status: number
  body: unknown
  requestId: string | null
  correlationId: string | null
  at: Date
  path: string
}

/** Codes and ids are shown and logged; anything that does not look like one is dropped. */
export function codeOrNull(text: string | undefined): string | null {
  return text !== undefined && /^[\w.:-]{1,100}$/u.test(text) ? text : null
}

const SENTENCES = {
  CONSENT_REQUIRED: 'Admin consent is missing',
  INVALID_CLIENT_SECRET: 'Microsoft refused the client secret',
  APP_NOT_FOUND: 'Microsoft does not know this application or this directory',
  APP_DISABLED: 'The application is disabled in this directory',
  PERMISSION_MISSING: 'A permission is missing',
  NOT_LICENSED: 'The tenant has no license for this data',
  THROTTLED: 'Microsoft throttled the request for longer than the deadline allows',
  UNAVAILABLE: 'Microsoft is unreachable or could not respond',
  MALFORMED_ANSWER: 'Microsoft sent an unreadable response',
  INTERNAL: 'Microsoft refused the request',
} as const satisfies Record<GraphFailureCode, string>

function messageOf(code: GraphFailureCode, details: GraphFailureDetails): string {
  const facts = [details.status, details.microsoftCode, details.detail]
    .filter((fact) => fact !== null && fact !== undefined)
    .join(', ')
  return `${SENTENCES[code]}: ${details.path}${facts === '' ? '' : ` (${facts})`}`
}
