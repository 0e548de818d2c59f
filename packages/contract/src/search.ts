import { z } from 'zod'

import { endpoint } from './endpoint.ts'
import { TenantId } from './ids.ts'
import { LicenseIssue } from './licenses.ts'
import { SEARCH } from './limits.ts'
import { CheckSeverity } from './posture.ts'
import { TenantIssue } from './tenants.ts'

/** Not in limits.ts, which the login screen loads completely. */
export const SEARCH_PAGES = { size: 50, last: 100_000 } as const

const ofTenant = { tenantId: TenantId, tenantName: z.string() }

/** True when the data of the tenant are older than two refresh intervals; false for an Inactive one. */
const isOutdated = z.boolean()

/** A tenant that was found, with its findings as in the list of tenants. */
const FoundTenant = z.object({
  ...ofTenant,
  isOutdated,
  defaultDomainName: z.string().nullable(),
  issues: z.array(TenantIssue),
})

const FoundPerson = z.object({
  ...ofTenant,
  isOutdated,
  userId: z.string(),
  name: z.string(),
  userPrincipalName: z.string().nullable(),
  /**
   * True when the last judging found that MFA does not cover the person; false also when that is not
   * known, as of a tenant that was not read for 7 days.
   */
  isNotCovered: z.boolean(),
})

/** A license of one tenant, with its seats and problems as on the tenant's page. */
const FoundLicense = z.object({
  ...ofTenant,
  isOutdated,
  skuId: z.string(),
  displayName: z.string(),
  skuPartNumber: z.string(),
  enabledUnits: z.number().int(),
  consumedUnits: z.number().int(),
  issues: z.array(LicenseIssue),
})

const FoundPolicy = z.object({
  ...ofTenant,
  policyId: z.string(),
  displayName: z.string(),
  state: z.string(),
})

/** A check of the catalog, which is the same for all tenants. */
const FoundCheck = z.object({
  checkId: z.string(),
  title: z.string(),
  severity: CheckSeverity,
})

/** At most SEARCH.shownPerKind results, best first; `isMore` when there are others. */
function found<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), isMore: z.boolean() })
}

export const SearchResult = z.object({
  tenants: found(FoundTenant),
  people: found(FoundPerson),
  licenses: found(FoundLicense),
  policies: found(FoundPolicy),
  checks: found(FoundCheck),
})
export type SearchResult = z.infer<typeof SearchResult>

/** What can be searched for; the names are those of SearchResult. */
export const SearchKind = z.enum(['tenants', 'people', 'licenses', 'policies', 'checks'])
export type SearchKind = z.infer<typeof SearchKind>

/** At most SEARCH_PAGES.size results, best first. */
function pageOf<Kind extends SearchKind, Item extends z.ZodType>(kind: Kind, item: Item) {
  return z.object({
    kind: z.literal(kind),
    items: z.array(item),
    /** On all pages. */
    total: z.number().int(),
  })
}

export const SearchPage = z.discriminatedUnion('kind', [
  pageOf('tenants', FoundTenant),
  pageOf('people', FoundPerson),
  pageOf('licenses', FoundLicense),
  pageOf('policies', FoundPolicy),
  pageOf('checks', FoundCheck),
])
export type SearchPage = z.infer<typeof SearchPage>
/** Scripts in which one character can be a word. */
const WORD_CHARACTER = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}]/u

/** Returns whether the trimmed text is long enough to search for. */
export function isLongEnough(text: string): boolean {
  return text.length >= SEARCH.minLength || WORD_CHARACTER.test(text)
}

const SearchText = z
  .string('Enter a search term')
  .trim()
  .refine(isLongEnough, 'Enter at least 2 characters')
  .max(SEARCH.maxLength, 'Enter at most 100 characters')

export const searchEstate = endpoint({
  name: 'searchEstate',
  summary:
    "Tenants, users, licenses and policies of the caller's tenants, and checks, that contain the words",
  method: 'GET',
  path: '/api/search',
  access: 'signedIn',
  query: z.object({ q: SearchText }),
  reply: SearchResult,
})

export const searchOneKind = endpoint({
  name: 'searchOneKind',
  summary: 'One page of all results of one kind, in the order of the search',
  method: 'GET',
  path: '/api/search/results',
  access: 'signedIn',
  query: z.object({
    q: SearchText,
    kind: SearchKind,
    page: z.coerce
      .number('Enter a page number')
      .int('Enter a page number')
      .min(1, 'Enter a page number')
      .max(SEARCH_PAGES.last, `Enter a page number of at most ${SEARCH_PAGES.last}`)
      .default(1),
  }),
  reply: SearchPage,
})
