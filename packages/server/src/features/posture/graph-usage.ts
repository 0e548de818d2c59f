import { isSignInName } from '@tenantscope/graph-client/read/active-users'
import { z } from 'zod'

import { date, list } from './graph-fields.ts'

// The report on active users as JSON, and public DNS.

const ActivityDates = z.object({
  exchangeLastActivityDate: date,
  oneDriveLastActivityDate: date,
  sharePointLastActivityDate: date,
  teamsLastActivityDate: date,
  skypeForBusinessLastActivityDate: date,
  yammerLastActivityDate: date,
})
const WORKLOADS = [
  'exchange',
  'oneDrive',
  'sharePoint',
  'teams',
  'skypeForBusiness',
  'yammer',
] as const

/** A workload whose date is absent is left out: it must not look unused. */
export const ActiveUser = ActivityDates.extend({
  userPrincipalName: z
    .string()
    .nullish()
    .transform((name) => name ?? ''),
  isDeleted: z.boolean().nullish(),
  reportRefreshDate: date,
}).transform(({ userPrincipalName, isDeleted, reportRefreshDate, ...dates }) => ({
  userPrincipalName,
  isConcealed: !isSignInName(userPrincipalName),
  isDeleted: isDeleted ?? false,
  reportRefreshDate,
  lastActivityDates: Object.fromEntries(
    WORKLOADS.flatMap((workload): [string, string | null][] => {
      const day = dates[`${workload}LastActivityDate`]
      return day === undefined ? [] : [[workload, day]]
    }),
  ),
}))

/** A record's text; one that is sent in several parts is joined. */
const record = z.union([z.string(), z.array(z.string()).transform((parts) => parts.join(''))])
const mailServer = z.union([
  z.string(),
  z.object({ exchange: z.string() }).transform(({ exchange }) => exchange),
])
/** Null, or absent: the query failed. */
const records = <Item extends z.ZodType<string>>(item: Item) =>
  z
    .array(item)
    .nullish()
    .transform((values) => values ?? null)

/** The record of a selector, alone or as a list. */
const selector = z
  .union([z.string(), z.array(record).transform((values) => values[0] ?? null)])
  .nullish()
  .transform((value) => value ?? null)

const DnsRecords = z.object({
  mx: records(mailServer),
  txt: records(record),
  dmarc: records(record),
  dkim: z
    .object({ selector1: selector, selector2: selector })
    .nullish()
    .transform((value) => value ?? null),
})

/** A list of domains with their records, or an object of records by domain. */
export const Dns = z.union([
  list(DnsRecords.extend({ domain: z.string().min(1) })),
  z
    .record(z.string(), DnsRecords)
    .transform((found) => Object.entries(found).map(([domain, each]) => ({ domain, ...each }))),
])
