import type {
  ReportDocument,
  ReportLicense,
  ReportUser,
} from '@tenantscope/contract/report-document'

import { createTextRedaction, domainsOf } from './redacted-text.ts'
import type { TextRedaction } from './redacted-text.ts'

export interface RedactionOptions {
  /** People by their initials only. */
  readonly maskNames: boolean
}

/** One report's redaction in parts, for those who must not do all of a large one at once. */
export interface ReportRedaction {
  /** Everything but the people. */
  head(): Omit<ReportDocument, 'users'>
  user(user: ReportUser): ReportUser
}

/**
 * What of a report may leave the house (decisions.md, Reports and shares): names, masked addresses,
 * licenses, counts and dates. Everything is made anew from what is named here, so that whatever a
 * report comes to hold later stays inside.
 */
export function redactReport(document: ReportDocument, options: RedactionOptions): ReportDocument {
  const redaction = redactionOf(document, options)
  return { ...redaction.head(), users: document.users.map((user) => redaction.user(user)) }
}

export function redactionOf(
  document: ReportDocument,
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
    head: () => ({
      schema: document.schema,
      version: document.version,
      reportType: document.reportType,
      isRedacted: true,
      tenant: { displayName: tenantName(document, redaction) },
      createdAt: document.createdAt,
      timeZone: document.timeZone,
      dataAsOf: document.dataAsOf,
      summary: {
        totalUsers: document.summary.totalUsers,
        totalLicenses: document.summary.totalLicenses,
        totalAssignments: document.summary.totalAssignments,
      },
      licenses: document.licenses.map((given) => ({ ...license(given), ...figuresOf(given) })),
    }),
    user: ({ id, displayName, userPrincipalName, assignedLicenses }) => ({
      displayName: personName({ id, displayName }, { redaction, maskNames }),
      userPrincipalName: userPrincipalName === null ? null : redaction.addressOf(userPrincipalName),
      assignedLicenses: assignedLicenses.map(license),
    }),
  }
}

interface LicenseNames {
  readonly friendlyName: string
  readonly skuPartNumber: string
}

/** Domains of everybody in the report, each once: looking at one costs more than finding it. */
function domainsIn({ users }: ReportDocument): ReadonlySet<string> {
  const domains = new Set<string>()
  for (const { userPrincipalName, email } of users)
    for (const address of [userPrincipalName, email])
      if (typeof address === 'string') for (const domain of domainsOf(address)) domains.add(domain)
  return domains
}

function tenantName({ tenant }: ReportDocument, redaction: TextRedaction): string {
  const { id, displayName } = tenant
  return redaction.nameOf(withoutId(displayName, id)) || 'Unnamed tenant'
}

function personName(
  { id, displayName }: Pick<ReportUser, 'id' | 'displayName'>,
  { redaction, maskNames }: RedactionOptions & { redaction: TextRedaction },
): string {
  const name = redaction.nameOf(withoutId(displayName, id))
  return (maskNames ? redaction.initialsOf(name) : name) || 'Unnamed person'
}

/** A license that nobody knows goes by its id. Each name is looked at once: everybody holds the same few. */
function createProductNames({ licenses }: ReportDocument, redaction: TextRedaction) {
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

/** Counts, and what they say; no prices. */
const figuresOf = (license: ReportLicense) => ({
  licenseType: license.licenseType,
  enabledUnits: license.enabledUnits,
  consumedUnits: license.consumedUnits,
  availableUnits: license.availableUnits,
  utilizationPercent: license.utilizationPercent,
  utilization: license.utilization,
  reportedUsers: license.reportedUsers,
})

/** Whoever has no name is called by the id, which need not look like one. */
function withoutId(name: string, id: string | undefined): string {
  if (id === undefined || id === '') return name
  return name.trim().toLowerCase() === id.trim().toLowerCase() ? '' : name
}
