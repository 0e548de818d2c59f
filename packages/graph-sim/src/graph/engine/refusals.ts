/** Stops a Graph request. Clients must decide by the code, never by the message. */
export class GraphRefusal extends Error {
  readonly status: number
  readonly code: string
  readonly headers: Readonly<Record<string, string>>

  constructor(
    status: number,
    code: string,
    options: { readonly message: string; readonly headers?: Readonly<Record<string, string>> },
  ) {
    super(options.message)
    this.status = status
    this.code = code
    this.headers = options.headers ?? {}
  }
}

export function badRequest(message: string): GraphRefusal {
  return new GraphRefusal(400, 'Request_BadRequest', { message })
}

export function unsupportedQuery(message: string): GraphRefusal {
  return new GraphRefusal(400, 'Request_UnsupportedQuery', { message })
}

export function resourceNotFound(id: string): GraphRefusal {
  return new GraphRefusal(404, 'Request_ResourceNotFound', {
    message: `Resource '${id}' does not exist or one of its queried reference-property objects are not present.`,
  })
}

/** The fields that name one request in an error. */
export interface RequestNames {
  readonly requestId: string
  readonly clientRequestId: string
  readonly now: number
}

/** Microsoft's error body; its date carries no time zone. */
export function errorBody(
  { code, message }: { readonly code: string; readonly message: string },
  names: RequestNames,
) {
  return {
    error: {
      code,
      message,
      innerError: {
        date: dateOf(names.now),
        'request-id': names.requestId,
        'client-request-id': names.clientRequestId,
      },
    },
  }
}

/** Too many requests has a shape of its own. */
export function throttleBody(names: RequestNames) {
  return {
    error: {
      code: 'TooManyRequests',
      message: 'Please retry again later.',
      innerError: {
        code: '429',
        date: dateOf(names.now),
        message: 'Please retry after',
        'request-id': names.requestId,
        status: '429',
      },
    },
  }
}

function dateOf(now: number): string {
  return new Date(now).toISOString().slice(0, 19)
}
