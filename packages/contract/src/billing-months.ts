import { z } from 'zod'

import { TimeZone } from './account.ts'
import { endpoint } from './endpoint.ts'
import { TenantGroupId, TenantId } from './ids.ts'
import { BILLING_MONTHS } from './limits.ts'

/** A month as people write it: '2026-11'. */
export const BillingMonth = z
  .string()
  .regex(/^2[0-9]{3}-(?:0[1-9]|1[0-2])$/u, 'Enter a month as YYYY-MM')
export type BillingMonth = z.infer<typeof BillingMonth>

/** The numbers of a month; people hold at least one seat of a license that counts as paid. */
export const BilledPeople = z.object({
  /** Distinct members, blocked ones included. */
  billedPeople: z.number().int(),
  /** Those of them who cannot sign in. */
  blockedPeople: z.number().int(),
  /** Distinct guests, who are not in the other numbers. */
  guests: z.number().int(),
})
export type BilledPeople = z.infer<typeof BilledPeople>

/** A license of a month that counts as paid. */
const BilledLicense = z.object({
  skuId: z.string(),
  displayName: z.string(),
  /** Usable seats. */
  seats: z.number().int(),
  members: z.number().int(),
  guests: z.number().int(),
})

/** A record of one month of one tenant. */
const BillingRecord = z.object({
  month: BillingMonth,
  /** 1 is the frozen month; each correction has the next number, and the highest one counts. */
  number: z.number().int(),
  timeZone: z.string(),
  startsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
  /** The last good reading before the end; null: not read in this month. */
  readAt: z.iso.datetime().nullable(),
  /** Null: not known. */
  people: BilledPeople.nullable(),
  /** Rows of users or licenses that could not be read, so that the numbers may be too small. */
  malformedRows: z.number().int(),
  frozenAt: z.iso.datetime(),
  hash: z.string(),
  /** False when the record is no longer what was frozen: it was changed outside of the product. */
  isIntact: z.boolean(),
})

/** The month of one tenant in the list of a month. */
export const BilledTenant = BillingRecord.extend({
  tenantId: TenantId,
  /** Null when the tenant was erased. */
  tenantName: z.string().nullable(),
  /** The licensed people of the month before; null when not known. */
  before: z.number().int().nullable(),
})
export type BilledTenant = z.infer<typeof BilledTenant>

/** The sums of a month over tenants. */
export const BilledTotals = BilledPeople.extend({
  /** Tenants with numbers. */
  tenants: z.number().int(),
  /** Tenants without numbers; they are in no sum. */
  notRead: z.number().int(),
})
export type BilledTotals = z.infer<typeof BilledTotals>

export const MonthTotals = BilledTotals.extend({ month: BillingMonth })
export type MonthTotals = z.infer<typeof MonthTotals>

/** The month that ends next. */
const OpenMonth = z.object({
  month: BillingMonth,
  timeZone: z.string(),
  endsAt: z.iso.datetime(),
  /** The month is frozen then; readings that began to be published before the end have arrived. */
  frozenFrom: z.iso.datetime(),
})
export type OpenMonth = z.infer<typeof OpenMonth>

export const BillingMonths = z.object({
  /** Frozen months of the reader's tenants, the latest first. */
  months: z.array(MonthTotals),
  /** The month of `tenants`: the one asked for, else the latest; null when none is frozen. */
  month: BillingMonth.nullable(),
  /** By name; erased tenants last. */
  tenants: z.array(BilledTenant),
  /** The earliest end of an open month; null when no tenant has one. */
  open: OpenMonth.nullable(),
})
export type BillingMonths = z.infer<typeof BillingMonths>

export const listBillingMonths = endpoint({
  name: 'listBillingMonths',
  summary: 'The frozen billing months of all tenants of the caller, and each tenant of one month',
  method: 'GET',
  path: '/api/billing-months',
  access: 'technician',
  query: z.object({ month: BillingMonth.optional(), groupId: TenantGroupId.optional() }),
  reply: BillingMonths,
})

const ofTenant = z.object({ tenantId: TenantId })

export const TenantBillingMonths = z.object({
  tenantName: z.string(),
  /** The record that counts for each month, the latest first. */
  months: z.array(BillingRecord),
  /** Null when nothing is frozen for this tenant, because it is Inactive or awaits approval. */
  open: OpenMonth.extend({
    /** The last good reading of the month so far; null: none yet. */
    readAt: z.iso.datetime().nullable(),
  }).nullable(),
  timeZone: z.object({
    /** In force for the next month that is opened, and for the open one unless it would have ended. */
    effective: z.string(),
    /** Null: the installation's. */
    own: z.string().nullable(),
    /** 0: never set. */
    version: z.number().int(),
  }),
})
export type TenantBillingMonths = z.infer<typeof TenantBillingMonths>

export const listTenantBillingMonths = endpoint({
  name: 'listTenantBillingMonths',
  summary: 'The frozen billing months of one tenant, when the next one ends, and its time zone',
  method: 'GET',
  path: '/api/tenants/:tenantId/billing-months',
  access: 'technician',
  tenantScoped: true,
  params: ofTenant,
  reply: TenantBillingMonths,
})

/** A person who came or went, with the current name. */
const MovedPerson = z.object({
  id: z.string(),
  /** Null when the current directory does not list the person, or was not read. */
  displayName: z.string().nullable(),
  userPrincipalName: z.string().nullable(),
})
export type MovedPerson = z.infer<typeof MovedPerson>

/** Why it is not known who came and went. */
export const UnknownMoves = z.enum(['first', 'notRead', 'beforeNotRead', 'removed'])
export type UnknownMoves = z.infer<typeof UnknownMoves>

export const BillingMoves = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('unknown'), reason: UnknownMoves }),
  z.object({
    kind: z.literal('known'),
    /** The month before. */
    since: BillingMonth,
    cameCount: z.number().int(),
    wentCount: z.number().int(),
    /** At most as many as BILLING_MONTHS says; by name, those without one last. */
    came: z.array(MovedPerson),
    went: z.array(MovedPerson),
    /** False when users are not known now: a person without a name may still be listed. */
    areNamesKnown: z.boolean(),
  }),
])
export type BillingMoves = z.infer<typeof BillingMoves>

export const BillingMonthDetails = z.object({
  tenantName: z.string(),
  /** All records of the month, the one that counts first. */
  records: z.array(
    BillingRecord.extend({
      /** Null for the frozen month itself. */
      correction: z.object({ by: z.string(), reason: z.string() }).nullable(),
    }),
  ),
  licenses: z.array(BilledLicense),
  moves: BillingMoves,
})
export type BillingMonthDetails = z.infer<typeof BillingMonthDetails>

const ofMonth = ofTenant.extend({ month: BillingMonth })

export const getBillingMonth = endpoint({
  name: 'getBillingMonth',
  summary: 'One frozen month of a tenant: its records, licenses, and who came and went',
  method: 'GET',
  path: '/api/tenants/:tenantId/billing-months/:month',
  access: 'technician',
  tenantScoped: true,
  params: ofMonth,
  reply: BillingMonthDetails,
})

const PEOPLE_TEXT = 'Enter a whole number of people'
const People = z.number(PEOPLE_TEXT).int(PEOPLE_TEXT).min(0, PEOPLE_TEXT).max(10_000_000)

export const correctBillingMonth = endpoint({
  name: 'correctBillingMonth',
  summary:
    'Add a record with other numbers to a frozen month; 409 when another one was added meanwhile',
  method: 'POST',
  path: '/api/tenants/:tenantId/billing-months/:month/corrections',
  access: 'admin',
  tenantScoped: true,
  params: ofMonth,
  body: z
    .object({
      billedPeople: People,
      blockedPeople: People,
      guests: People,
      reason: z
        .string('Enter a reason')
        .trim()
        .min(1, 'Enter a reason')
        .max(BILLING_MONTHS.reasonLength, 'Keep the reason under 500 characters'),
      /** The number of the record that the caller saw. */
      number: z.number().int(),
    })
    .refine(({ billedPeople, blockedPeople }) => blockedPeople <= billedPeople, {
      path: ['blockedPeople'],
      error: 'Blocked people are a part of the licensed people',
    }),
  reply: z.object({ number: z.number().int() }),
})

export const setBillingTimeZone = endpoint({
  name: 'setBillingTimeZone',
  summary:
    'Set the time zone in which billing months of a tenant end; 409 when it was changed meanwhile',
  method: 'PUT',
  path: '/api/tenants/:tenantId/billing-time-zone',
  access: 'admin',
  tenantScoped: true,
  params: ofTenant,
  body: z.object({
    /** Null: the installation's. */
    timeZone: TimeZone.nullable(),
    version: z.number().int(),
  }),
  reply: z.object({ version: z.number().int() }),
})
