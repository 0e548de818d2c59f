import { createHash } from 'node:crypto'

import { priceSourceText } from '@tenantscope/analysis/price-text'
import { decisionText, seatsText } from '@tenantscope/analysis/renewal-decision-text'
import { utcDay } from '@tenantscope/analysis/renewals'
import type { CurrencyCode } from '@tenantscope/contract/currencies'
import { RENEWALS } from '@tenantscope/contract/limits'
import { RENEWAL_EVENT_NAMES } from '@tenantscope/contract/renewals'
import type { Renewal, Renewals } from '@tenantscope/contract/renewals'
import { ICalCalendar, ICalEventBusyStatus, ICalEventTransparency } from 'ical-generator'
import type { ICalEventData } from 'ical-generator'

import type { TimeSlices } from '../../../lib/time-slices.ts'

interface CalendarOptions {
  readonly publicUrl: URL
  readonly slices: TimeSlices
}

/** Events that are written at a time. */
const BATCH = 50
/** Tenants that the calendar's description names. */
const NAMED = 20
/** How often calendars are asked to read the link again. */
const READ_EVERY_SECONDS = 6 * 3_600
const END = 'END:VCALENDAR'

/** Writes the renewals as an iCalendar file (RFC 5545): each is an event of one day, in UTC. */
export async function* calendarText(
  { renewals, tenants }: Pick<Renewals, 'renewals' | 'tenants'>,
  { publicUrl, slices }: CalendarOptions,
): AsyncGenerator<Uint8Array> {
  const description = descriptionOf(tenants)
  const textOf = (events: readonly Renewal[]): string => {
    const calendar = new ICalCalendar({
      name: 'License renewals',
      description,
      prodId: { company: 'Tenantscope', product: 'Renewals', language: 'EN' },
      url: new URL('/renewals', publicUrl).href,
      ttl: READ_EVERY_SECONDS,
    })
    for (const renewal of events) calendar.createEvent(eventOf(renewal, publicUrl))
    return calendar.toString()
  }
  const empty = textOf([])
  const head = empty.slice(0, empty.lastIndexOf(END))
  const encoder = new TextEncoder()
  yield encoder.encode(head)
  for (let start = 0; start < renewals.length; start += BATCH) {
    const text = textOf(renewals.slice(start, start + BATCH))
    yield encoder.encode(text.slice(head.length, text.lastIndexOf(END)))
    if (slices.isOver()) await slices.next()
  }
  yield encoder.encode(`${END}\r\n`)
}

const number = (value: number): string => value.toLocaleString('en-US')

function eventOf(renewal: Renewal, publicUrl: URL): ICalEventData {
  const { tenantId, tenantName, subscriptionId, displayName, event, seats, renewsAt } = renewal
  const day = utcDay(renewsAt)
  const url = new URL('/renewals', publicUrl)
  url.searchParams.set('tenant', tenantId)
  return {
    id: `${keyOf([tenantId, subscriptionId, day])}@${publicUrl.hostname}`,
    stamp: new Date(renewal.dataAsOf),
    start: new Date(`${day}T00:00:00Z`),
    allDay: true,
    summary: `${tenantName}: ${displayName}, ${RENEWAL_EVENT_NAMES[event].toLowerCase()} (${seatsText(seats, number)})`,
    description: factsOf(renewal).join('\n'),
    url: url.href,
    busystatus: ICalEventBusyStatus.FREE,
    transparency: ICalEventTransparency.TRANSPARENT,
  }
}

/** The same for one date of one subscription at every reading, and without a name in it. */
const keyOf = (parts: readonly string[]): string =>
  createHash('sha256').update(parts.join(' ')).digest('hex').slice(0, 32)

const CALENDAR_WORDS = {
  money: (amount: number, currency: CurrencyCode) => `${currency} ${amount.toFixed(2)}`,
  date: String,
}

function factsOf({ price, monthlyCost, removableSeats, decision, ...rest }: Renewal): string[] {
  const outdated = rest.isOutdated ? ' (outdated)' : ''
  return [
    ...(monthlyCost === null || price === null
      ? []
      : [
          `Monthly cost: ${price.currency} ${monthlyCost.toFixed(2)} (${priceSourceText(price, CALENDAR_WORDS)})`,
        ]),
    `Removable seats: ${removableSeats === null ? 'not known' : number(removableSeats)}`,
    `Decision: ${decisionText(decision, number)}`,
    ...(decision === null ? [] : [`Owner: ${decision.ownerName}`]),
    ...(decision === null || decision.note === '' ? [] : [`Note: ${decision.note}`]),
    `Data as of ${rest.dataAsOf.slice(0, 'YYYY-MM-DD'.length)}${outdated}`,
  ]
}

/** What is not in the calendar, so that an empty day is not read as 'none due'. */
function descriptionOf({ read, notRead }: Renewals['tenants']): string {
  const covered = `Renewals of ${number(read)} ${read === 1 ? 'tenant' : 'tenants'} in the next ${RENEWALS.months} months.`
  if (notRead.length === 0) return covered
  const named = notRead.slice(0, NAMED).map(({ displayName }) => displayName)
  const more = notRead.length - named.length
  const names = [...named, ...(more > 0 ? [`${number(more)} more`] : [])].join(', ')
  return `${covered} Not known, because the subscriptions were not read: ${names}.`
}
