import type { LicenseIssue } from '@tenantscope/contract/licenses'
import type {
  LicenseReport,
  ReportLicense,
  ReportUser,
} from '@tenantscope/contract/report-document'

import { createTextRedaction, domainsOf } from './redacted-text.ts'
import type { TextRedaction } from './redacted-text.ts'
import { reportStatement } from './report-statement.ts'

interface RedactionOptions {
  /** Replaces names of users by their initials. */
  readonly maskNames: boolean
}

/** Redacts one report in parts, so that a large one need not be processed at once. */
interface ReportRedaction {
  /** Returns everything except the users. */
  head(): Omit<LicenseReport, 'users'>
  user(user: ReportUser): ReportUser
}

/**
 * Returns the report with only the fields that may be shared (decisions.md, Reports and shares): names,
 * masked addresses, licenses, counts and dates. The fields are an allow-list, so that fields added to
 * reports later are not shared.
 */
export function redactReport(document: LicenseReport, options: RedactionOptions): LicenseReport {
  const redaction = redactionOf(document, options)
  return { ...redaction.head(), users: document.users.map((user) => redaction.user(user)) }
}

export function redactionOf(
  document: LicenseReport,
  { maskNames }: RedactionOptions,
): ReportRedaction {
  const redaction = createTextRedaction({
    tenantDomain: document.tenant.defaultDomainName ?? null,
    domains: domainsIn(document),
  })
  const productName = createProductNames(document, redaction)
  const license = ({ friendlyName, skuPartNumber }: LicenseNames) => ({
    friendlyName: productName(friendlyName),
    skuPartNumber: productName(skuPartNumber),
  })
  return {
    head: () =>
      withStatement({
        schema: document.schema,
        version: document.version,
        reportType: document.reportType,
        isRedacted: true,
        tenant: { displayName: tenantName(document.tenant, redaction) },
        createdAt: document.createdAt,
        timeZone: document.timeZone,
        dataAsOf: document.dataAsOf,
        ...(document.selection === undefined ? {} : { selection: document.selection }),
        ...(document.tenantLicenses === undefined
          ? {}
          : { tenantLicenses: document.tenantLicenses }),
        summary: {
          totalUsers: document.summary.totalUsers,
          totalLicenses: document.summary.totalLicenses,
          totalAssignments: document.summary.totalAssignments,
        },
        licenses: document.licenses.map((given) => ({ ...license(given), ...figuresOf(given) })),
      }),
    user: ({ id, displayName, userPrincipalName, assignedLicenses }) => ({
      displayName: userName({ id, displayName }, { redaction, maskNames }),
      userPrincipalName: userPrincipalName === null ? null : redaction.addressOf(userPrincipalName),
      assignedLicenses: assignedLicenses.map(license),
    }),
  }
}

interface LicenseNames {
  readonly friendlyName: string
  readonly skuPartNumber: string
}

/** Returns the domains of all users' addresses without duplicates, since matching each domain is costly. */
function domainsIn({ users }: LicenseReport): ReadonlySet<string> {
  const domains = new Set<string>()
  for (const { userPrincipalName, email } of users)
    for (const address of [userPrincipalName, email])
      if (typeof address === 'string') for (const domain of domainsOf(address)) domains.add(domain)
  return domains
}

type Tenant = LicenseReport['tenant']
type SkuId = Pick<ReportLicense, 'skuId'>

/** Returns the name of a tenant for a shared report: without ids, addresses and these domains. */
export function sharedTenantName(tenant: Tenant, domains: Iterable<string>): string {
  const tenantDomain = tenant.defaultDomainName ?? null
  return tenantName(tenant, createTextRedaction({ tenantDomain, domains }))
}

/** Returns the name of the tenant, and what redacts names of licenses, for a shared report without users. */
export function sharedNames({ tenant, licenses }: { tenant: Tenant; licenses: readonly SkuId[] }) {
  const tenantDomain = tenant.defaultDomainName ?? null
  const redaction = createTextRedaction({ tenantDomain, domains: [] })
  return {
    tenantName: tenantName(tenant, redaction),
    productName: createProductNames({ licenses }, redaction),
  }
}

function tenantName({ id, displayName }: Tenant, redaction: TextRedaction): string {
  return redaction.nameOf(withoutId(displayName, id)) || 'Unnamed tenant'
}

function userName(
  { id, displayName }: Pick<ReportUser, 'id' | 'displayName'>,
  { redaction, maskNames }: RedactionOptions & { redaction: TextRedaction },
): string {
  const name = redaction.nameOf(withoutId(displayName, id))
  return (maskNames ? redaction.initialsOf(name) : name) || 'Unnamed user'
}

/** Redacts license names; an unknown license has its id as its name. Results are cached: users share few licenses. */
function createProductNames(
  { licenses }: { licenses: readonly SkuId[] },
  redaction: TextRedaction,
) {
  const ids = new Set(licenses.map(({ skuId = '' }) => skuId.toLowerCase()))
  const redactedByName = new Map<string, string>()
  return (name: string): string => {
    const known = redactedByName.get(name)
    if (known !== undefined) return known
    const isId = ids.has(name.trim().toLowerCase())
    const redacted = (isId ? '' : redaction.productOf(name)) || 'Unnamed license'
    redactedByName.set(name, redacted)
    return redacted
  }
}

/** Adds the sentence of what was found; it is computed from what is shared, never copied. */
const withStatement = (head: Omit<LicenseReport, 'users'>) => ({
  ...head,
  statement: reportStatement(head),
})

/** Returns counts and the values derived from them; no prices. */
const figuresOf = (license: ReportLicense) => ({
  licenseType: license.licenseType,
  ...(license.kind === undefined ? {} : { kind: license.kind }),
  enabledUnits: license.enabledUnits,
  consumedUnits: license.consumedUnits,
  availableUnits: license.availableUnits,
  utilizationPercent: license.utilizationPercent,
  utilization: license.utilization,
  ...(license.issues === undefined ? {} : { issues: license.issues.map(issueOf) }),
  reportedUsers: license.reportedUsers,
})

const issueOf = ({ kind, seats, endsAt }: LicenseIssue): LicenseIssue => ({ kind, seats, endsAt })

/** Returns '' for a name that is only the id: users without a name are listed by id. */
function withoutId(name: string, id: string | undefined): string {
  if (id === undefined || id === '') return name
  return name.trim().toLowerCase() === id.trim().toLowerCase() ? '' : name
}
