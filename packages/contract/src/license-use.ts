import { z } from 'zod'

import { CurrencyCode } from './currencies.ts'
import { endpoint } from './endpoint.ts'
import { ObjectId, TenantId } from './ids.ts'
import { ACCOUNT_MARKS, LICENSE_USE } from './limits.ts'
import { PartFailure } from './parts.ts'

/** What the data of sign-ins and use show of a licensed person in the period (docs/decisions/0064). */
export const UseVerdict = z.enum([
  'neverSignedIn',
  'noSignIn',
  'noUse',
  'new',
  'active',
  'notKnown',
])
export type UseVerdict = z.infer<typeof UseVerdict>

/** In the order of the screens. */
export const USE_VERDICT_NAMES = {
  neverSignedIn: 'Never signed in',
  noSignIn: 'No sign-in',
  noUse: 'No reported use',
  new: 'New account',
  active: 'Active',
  notKnown: 'Not known',
} as const satisfies Record<UseVerdict, string>

/** Why a part of the evidence is missing. */
export const UseGap = z.enum([
  'notRead',
  'PERMISSION_MISSING',
  'NOT_LICENSED',
  'NOT_IN_CLOUD',
  'concealed',
  'failed',
])
export type UseGap = z.infer<typeof UseGap>

/** Where dates come from, and how old they are. */
const UseSource = z.object({
  /** Null: there is no data; `gap` says why. */
  asOf: z.iso.datetime().nullable(),
  /** Null: the data can be used. */
  gap: UseGap.nullable(),
  /** True when the data are older than 14 days. */
  isOld: z.boolean(),
})
export type UseSource = z.infer<typeof UseSource>

/** The services whose use Microsoft reports per person. */
export const ReportedService = z.enum(['exchange', 'files', 'teams', 'yammer'])
export type ReportedService = z.infer<typeof ReportedService>

export const REPORTED_SERVICE_NAMES = {
  exchange: 'Exchange',
  files: 'OneDrive and SharePoint',
  teams: 'Teams',
  yammer: 'Viva Engage',
} as const satisfies Record<ReportedService, string>

export const AccountMarkKind = z.enum([
  'sharedMailbox',
  'serviceAccount',
  'room',
  'emergencyAccount',
  'other',
])
export type AccountMarkKind = z.infer<typeof AccountMarkKind>

export const ACCOUNT_MARK_NAMES = {
  sharedMailbox: 'Shared mailbox',
  serviceAccount: 'Service account',
  room: 'Room or equipment',
  emergencyAccount: 'Emergency access account',
  other: 'Other account that is not a person',
} as const satisfies Record<AccountMarkKind, string>

/** An account that staff marked: it is listed apart and never proposed for removal. */
export const AccountMark = z.object({
  kind: AccountMarkKind,
  reason: z.string(),
  markedBy: z.string(),
  markedAt: z.iso.datetime(),
  version: z.number().int(),
})
export type AccountMark = z.infer<typeof AccountMark>

/** A person with at least one bought license. */
export const PersonUse = z.object({
  userId: z.string(),
  name: z.string(),
  userPrincipalName: z.string().nullable(),
  isBlocked: z.boolean(),
  isGuest: z.boolean(),
  /** Null: Microsoft did not return it. */
  createdAt: z.iso.datetime().nullable(),
  verdict: UseVerdict,
  /** Null: never, or not known, as `isSignInKnown` says. */
  lastSignInAt: z.iso.datetime().nullable(),
  isSignInKnown: z.boolean(),
  /** The services of the licenses with the last day of use; null: no use is reported. Empty when use is not known. */
  services: z.array(z.object({ service: ReportedService, lastUsedOn: z.string().nullable() })),
  /** The names of the bought licenses, as displayed. */
  licenses: z.array(z.string()),
  /** Per month, of the licenses with a known price. */
  monthlyCost: z.number(),
  /** Licenses without a known price, which are not part of the cost. */
  unpricedLicenses: z.number().int(),
  mark: AccountMark.nullable(),
})
export type PersonUse = z.infer<typeof PersonUse>

const UseTotal = z.object({
  verdict: UseVerdict,
  people: z.number().int(),
  monthlyCost: z.number(),
  unpricedLicenses: z.number().int(),
})

export const LicenseUse = z.object({
  tenantName: z.string(),
  currency: CurrencyCode,
  /** Null: never read. */
  dataAsOf: z.iso.datetime().nullable(),
  /** Why users or licenses could not be read. */
  failure: PartFailure.nullable(),
  signIns: UseSource,
  /** `reportDate`: the last day that Microsoft's report contains. */
  usage: UseSource.extend({ reportDate: z.string().nullable() }),
  /** For each verdict, without marked accounts. */
  totals: z.array(UseTotal),
  markedAccounts: z.number().int(),
  /** The most expensive first; at most 2,000. */
  people: z.array(PersonUse),
  /** How many people of the choice are left out. */
  more: z.number().int(),
})
export type LicenseUse = z.infer<typeof LicenseUse>

/** People of one verdict, those without use, or the marked accounts. */
export const UseChoice = z.enum(['unused', ...UseVerdict.options, 'marked'])
export type UseChoice = z.infer<typeof UseChoice>

export const getLicenseUse = endpoint({
  name: 'getLicenseUse',
  summary: 'Licensed people without sign-in or use in a period, with the evidence',
  method: 'GET',
  path: '/api/tenants/:tenantId/license-use',
  access: 'signedIn',
  tenantScoped: true,
  params: z.object({ tenantId: TenantId }),
  query: z.object({
    days: z.coerce
      .number()
      .refine((days) => (LICENSE_USE.periods as readonly number[]).includes(days), {
        error: 'Choose 30, 60 or 90 days',
      })
      .default(LICENSE_USE.periods[0]),
    choice: UseChoice.default('unused'),
  }),
  reply: LicenseUse,
})

const ofAccount = z.object({ tenantId: TenantId, userId: ObjectId })

export const markAccount = endpoint({
  name: 'markAccount',
  summary: 'Mark an account that is not a person; 409 when it was changed meanwhile',
  method: 'PUT',
  path: '/api/tenants/:tenantId/people/:userId/mark',
  access: 'technician',
  tenantScoped: true,
  params: ofAccount,
  body: z.object({
    kind: AccountMarkKind,
    reason: z
      .string()
      .trim()
      .min(1, 'Enter a reason')
      .max(ACCOUNT_MARKS.reasonLength, 'Keep the reason under 500 characters'),
    /** Null when the caller saw no mark. */
    version: z.number().int().nullable(),
  }),
  reply: AccountMark,
})

export const unmarkAccount = endpoint({
  name: 'unmarkAccount',
  summary: 'Remove the mark of an account; 409 when it was changed meanwhile',
  method: 'DELETE',
  path: '/api/tenants/:tenantId/people/:userId/mark',
  access: 'technician',
  tenantScoped: true,
  params: ofAccount,
  query: z.object({ version: z.coerce.number().int() }),
  reply: z.object({}),
})
