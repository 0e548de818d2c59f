import type { AnyEndpoint, CallReply } from '@tenantscope/contract/endpoint'

import { parseReply, refusalOf } from './api.ts'
import { send } from './send.ts'

/** Calls the server with a form that holds a file; throws ApiError. */
export async function callWithForm<E extends AnyEndpoint>(
  endpoint: E,
  form: FormData,
): Promise<CallReply<E>> {
  const response = await send({ method: endpoint.method, address: endpoint.path, body: form })
  const text = await response.text()
  if (!response.ok) throw refusalOf(endpoint, response, text)
  return parseReply<E['reply']>(endpoint, response, text)
}
