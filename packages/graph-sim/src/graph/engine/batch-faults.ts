import type { Faults, TransportFault } from '../../faults.ts'
import { targetOf } from './answer-call.ts'
import type { BatchRequest } from './batch.ts'
import type { GraphCall } from './call.ts'

/** These refuse one inner request each, unless they name /$batch. */
const THROTTLING = [
  'throttle',
  'throttle-date',
  'throttle-silent',
  'throttle-storm',
  'unavailable',
] as const
/** These refuse the complete batch, unless they name the path of an inner request. */
const BROKEN = ['html-error', 'empty-error', 'gateway-timeout'] as const
/** These hit the connection, which all inner requests share. */
const CONNECTION = ['no-answer', 'reset', 'truncated', 'slow', 'slow-body'] as const

/** The fault that hits the batch as one HTTP request. */
export function takeOuterFault(
  faults: Faults,
  call: GraphCall,
  requests: readonly BatchRequest[],
): TransportFault | undefined {
  const target = targetOf(call)
  const path = [call.path, ...requests.map(({ url }) => url)].join(' ')
  return (
    faults.take(CONNECTION, { ...target, path }) ??
    faults.take(BROKEN, target) ??
    faults.take(THROTTLING, { ...target, isByPathOnly: true }) ??
    faults.take(['latency'], { ...target, path })
  )
}

/** The fault that hits one request inside of a batch. */
export function takeInnerFault(faults: Faults, call: GraphCall): TransportFault | undefined {
  const target = targetOf(call)
  return faults.take(THROTTLING, target) ?? faults.take(BROKEN, { ...target, isByPathOnly: true })
}
