import type { TransportFault } from './faults.ts'
import { htmlReply, type SimReply } from './http.ts'

const SECONDS_DEFAULT = 2
const LATENCY_SECONDS_DEFAULT = 0.2

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
const TIMEOUT_PAGE = GATEWAY_PAGE.replaceAll('502 Bad Gateway', '504 Gateway Time-out')

type Break = (answers: Answers, fault: TransportFault) => SimReply | Promise<SimReply>

const refuse: Break = ({ refused }) => refused()

const BREAKS: Record<TransportFault['name'], Break> = {
  throttle: refuse,
  'throttle-date': refuse,
  'throttle-silent': refuse,
  'throttle-storm': refuse,
  unavailable: refuse,
  'html-error': () => htmlReply(502, GATEWAY_PAGE),
  'empty-error': () => ({ status: 500, headers: {}, body: '' }),
  'gateway-timeout': () => htmlReply(504, TIMEOUT_PAGE),
  'no-answer': async ({ whole }) => ({ ...(await whole()), breaks: 'before' }),
  reset: async ({ whole }) => ({ ...(await whole()), breaks: 'inside' }),
  truncated: async ({ whole }) => truncated(await whole()),
  latency: async ({ whole }, { seconds = LATENCY_SECONDS_DEFAULT }) => ({
    ...(await whole()),
    delaySeconds: seconds,
  }),
  slow: async ({ whole }, { seconds = SECONDS_DEFAULT }) => ({
    ...(await whole()),
    delaySeconds: seconds,
  }),
  'slow-body': async ({ whole }, { seconds = SECONDS_DEFAULT }) => ({
    ...(await whole()),
    bodySeconds: seconds,
  }),
}

/** The announced wait; null: none is announced. */
interface RetryAfter {
  readonly seconds: number | null
  readonly headers: Readonly<Record<string, string>>
}

/** Retry-After in each of the forms that Microsoft is known to send: seconds, a date, none. */
export function retryAfterOf(fault: TransportFault, now: number): RetryAfter {
  const form = formOf(fault)
  const seconds = Math.ceil(fault.seconds ?? SECONDS_DEFAULT)
  if (form === 'seconds') return { seconds, headers: { 'retry-after': String(seconds) } }
  if (form === 'none') return { seconds: null, headers: {} }
  // A date has a resolution of one second.
  const untilMs = Math.ceil(now / 1000 + seconds) * 1000
  const headers = { 'retry-after': new Date(untilMs).toUTCString() }
  return { seconds: (untilMs - now) / 1000, headers }
}

type RetryAfterForm = 'seconds' | 'date' | 'none'

const STORM_FORMS: readonly RetryAfterForm[] = ['seconds', 'date', 'none']

/** A storm takes the forms by turns; a service that is unavailable may or may not name a time. */
function formOf({ name, seconds, turn }: TransportFault): RetryAfterForm {
  if (name === 'throttle') return 'seconds'
  if (name === 'throttle-date') return 'date'
  if (name === 'throttle-storm') return STORM_FORMS[turn % STORM_FORMS.length] ?? 'none'
  return name === 'unavailable' && seconds !== undefined ? 'seconds' : 'none'
}

/** A complete HTTP answer whose JSON ends too early. */
function truncated(reply: SimReply): SimReply {
  return { ...reply, body: reply.body.slice(0, Math.floor(reply.body.length / 2)) }
}
