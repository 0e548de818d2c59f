import { ApiError } from './api-error.ts'
import { isOutOfReach } from './connection.ts'
import { reportServerBuild } from './new-version.ts'

interface Message {
  method: string
  address: string
  headers?: Record<string, string>
  body?: BodyInit
  signal?: AbortSignal
  /** Lets the request outlive the page. */
  keepalive?: boolean
}

/** Sends a request and returns its response, whatever the status; throws ApiError without a response. */
export async function send({ address, headers, ...message }: Message): Promise<Response> {
  try {
    const response = await fetch(address, {
      credentials: 'same-origin',
      headers: { Accept: 'application/json', ...headers },
      ...message,
    })
    isOutOfReach.set(false)
    reportServerBuild(response.headers.get('X-Tenantscope-Build'))
    return response
  } catch (error) {
    if (message.signal?.aborted === true) throw error
    isOutOfReach.set(true)
    throw new ApiError({ status: 0, text: 'No answer', body: null }, { cause: error })
  }
}
