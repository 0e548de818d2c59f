/** The values that the texts of refusals name. */
export interface RefusalDetails {
  readonly appId?: string
  readonly appName?: string
  readonly tenant?: string
  readonly value?: string
  readonly retryAfterSeconds?: number | undefined
}

/** One of Microsoft's refusals (page "Microsoft Entra authentication and authorization error codes"). */
export interface RefusalKind {
  readonly code: number
  readonly status: number
  readonly error: string
  readonly suberror?: string
  /** What a client should ask for next, as JSON in a text. */
  readonly claims?: string
  readonly text: (details: RefusalDetails) => string
  /** Microsoft has a page that explains the code. */
  readonly isExplained?: boolean
}
