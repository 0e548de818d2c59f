import type { TransportFault } from './faults.ts'
import { htmlReply, type SimReply } from './http.ts'

const SECONDS_DEFAULT = 2

interface Answers {
  /** What would have been answered. */
  readonly whole: () => SimReply | Promise<SimReply>
  /** The JSON error of the service that is hit. */
  readonly refused: () => SimReply
}

/** Answers in the way of the fault. */
export async function breakReply(fault: TransportFault, answers: Answers): Promise<SimReply> {
  return BREAKS[fault.name](answers, fault)
}

const GATEWAY_PAGE =
  '<html><head><title>502 Bad Gateway</title></head><body><center><h1>502 Bad Gateway</h1></center><hr><center>Microsoft-Azure-Application-Gateway/v2</center></body></html>'

type Break = (answers: Answers, fault: TransportFault) => SimReply | Promise<SimReply>

const BREAKS: Record<TransportFault['name'], Break> = {
  throttle: ({ refused }) => refused(),
  'throttle-date': ({ refused }) => refused(),
  'throttle-silent': ({ refused }) => refused(),
  unavailable: ({ refused }) => refused(),
  'html-error': () => htmlReply(502, GATEWAY_PAGE),
  'empty-error': () => ({ status: 500, headers: {}, body: '' }),
  reset: async ({ whole }) => ({ ...(await whole()), isReset: true }),
  truncated: async ({ whole }) => truncated(await whole()),
  slow: async ({ whole }, fault) => ({
    ...(await whole()),
    delaySeconds: fault.seconds ?? SECONDS_DEFAULT,
  }),
}

/** Retry-After in each of the forms that Microsoft is known to send: seconds, a date, none. */
export function retryAfterOf(fault: TransportFault, now: number): Readonly<Record<string, string>> {
  const seconds = fault.seconds ?? SECONDS_DEFAULT
  if (fault.name === 'throttle') return { 'retry-after': String(seconds) }
  if (fault.name !== 'throttle-date') return {}
  return { 'retry-after': new Date(now + seconds * 1000).toUTCString() }
}

/** A whole HTTP answer whose JSON ends too early. */
function truncated(reply: SimReply): SimReply {
  return { ...reply, body: reply.body.slice(0, Math.floor(reply.body.length / 2)) }
}
