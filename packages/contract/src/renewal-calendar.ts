import { z } from 'zod'

import { endpoint } from './endpoint.ts'

/** The caller's link to the renewals as a calendar; its address is returned only when it is made. */
const RenewalCalendar = z.object({
  createdAt: z.iso.datetime(),
  /** Null: no calendar has read it yet. */
  lastReadAt: z.iso.datetime().nullable(),
})

export const getRenewalCalendar = endpoint({
  name: 'getRenewalCalendar',
  summary: "The caller's calendar link, without its address; null when there is none",
  method: 'GET',
  path: '/api/user/renewal-calendar',
  access: 'signedIn',
  reply: z.object({ calendar: RenewalCalendar.nullable() }),
})

export const createRenewalCalendar = endpoint({
  name: 'createRenewalCalendar',
  summary: 'Make a calendar link of the caller; an earlier one stops working',
  method: 'POST',
  path: '/api/user/renewal-calendar',
  access: 'signedIn',
  reply: z.object({
    calendar: RenewalCalendar,
    /** Shown once; only a hash is stored. */
    url: z.url(),
  }),
})

export const removeRenewalCalendar = endpoint({
  name: 'removeRenewalCalendar',
  summary: "Remove the caller's calendar link, which stops working",
  method: 'DELETE',
  path: '/api/user/renewal-calendar',
  access: 'signedIn',
  reply: z.object({}),
})

export const readRenewalCalendar = endpoint({
  name: 'readRenewalCalendar',
  summary: 'The renewals that the owner of a calendar link may see now, as an iCalendar file',
  method: 'GET',
  path: '/api/renewal-calendars/:token/renewals.ics',
  access: 'public',
  background: true,
  kind: 'file',
  params: z.object({ token: z.string() }),
  reply: z.unknown(),
})
