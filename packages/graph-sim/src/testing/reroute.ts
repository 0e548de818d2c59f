import { Agent, setGlobalDispatcher, type Dispatcher } from 'undici'

import type { Simulator } from '../simulator.ts'

/**
 * Sends every request of this process to the simulator, with method, path and query unchanged and
 * the Host header that the client meant. The clients themselves stay as they are.
 */
export function reroute(simulator: Simulator): Dispatcher {
  const agent = new Agent().compose((dispatch) => (options, handler) => {
    const host = new URL(options.origin ?? simulator.url).host
    const headers = { ...headersOf(options.headers), host }
    return dispatch({ ...options, origin: simulator.url, headers }, handler)
  })
  setGlobalDispatcher(agent)
  return agent
}

function headersOf(headers: Dispatcher.DispatchOptions['headers']): Record<string, string> {
  if (headers === undefined || headers === null) return {}
  if (Array.isArray(headers)) {
    const pairs = Array.from(
      { length: headers.length / 2 },
      (_, index) => [String(headers[index * 2]), String(headers[index * 2 + 1])] as const,
    )
    return Object.fromEntries(pairs)
  }
  const entries = Symbol.iterator in headers ? [...headers] : Object.entries(headers)
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]))
}
