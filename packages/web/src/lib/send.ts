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
    isOutOfReach.set(isOfProxy(response))
    reportServerBuild(response.headers.get('X-Tenantscope-Build'))
    return response
  } catch (error) {
    if (message.signal?.aborted === true) throw error
    isOutOfReach.set(true)
    throw new ApiError({ status: 0, text: 'No answer', body: null }, { cause: error })
  }
}

const PROXY_STATUS: ReadonlySet<number> = new Set([502, 503, 504])

/** True when a proxy responded because the server does not; the server's own errors are JSON. */
const isOfProxy = ({ status, headers }: Response): boolean =>
  PROXY_STATUS.has(status) && headers.get('Content-Type')?.includes('json') !== true
