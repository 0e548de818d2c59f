import type { LinkProps } from '@tanstack/react-router'
import { areaName } from '@tenantscope/analysis/checks/areas'
import { severityText } from '@tenantscope/analysis/checks/posture-text'
import { policyStateLabel } from '@tenantscope/analysis/conditional-access'
import { issueText, tenantIssuesText } from '@tenantscope/analysis/license-issue-text'
import type { TenantId } from '@tenantscope/contract/ids'
import { SearchKind } from '@tenantscope/contract/search'
import type { SearchPage, SearchResult } from '@tenantscope/contract/search'

import type { Format } from '../../lib/format.ts'

/** A result in the form of the lists. */
export interface FoundItem {
  readonly key: string
  readonly title: string
  /** Distinguishes it from others of the same name. */
  readonly detail: string | null
  /** Null when the result is a tenant itself, or of no tenant. */
  readonly tenant: { readonly id: TenantId; readonly name: string } | null
  /** Its seats or problems; search words are not in it. */
  readonly state?: string | undefined
  /** The page that shows the result. */
  readonly link: LinkProps
}

/** A link to all results of a kind. */
export interface AllLink {
  readonly key: string
  readonly title: string
  readonly link: LinkProps
}

export interface FoundGroup {
  readonly kind: SearchKind
  readonly label: string
  readonly items: readonly FoundItem[]
  /** Null when all of them are listed. */
  readonly all: AllLink | null
}

export const KIND_NAMES = {
  tenants: 'Tenants',
  people: 'People',
  licenses: 'Licenses',
  policies: 'Conditional Access policies',
  checks: 'Checks',
} as const satisfies Record<SearchKind, string>

/** Returns the name of a kind within a sentence. */
export const kindInText = (kind: SearchKind): string =>
  kind === 'policies' ? KIND_NAMES.policies : KIND_NAMES[kind].toLowerCase()

/** Returns the results by kind; kinds without results are left out. */
export function groupsOf(result: SearchResult, q: string, format: Format): FoundGroup[] {
  return SearchKind.options
    .map((kind) => ({
      kind,
      label: KIND_NAMES[kind],
      items: itemsOf(ofKind(result, kind), format),
      all: result[kind].isMore
        ? {
            key: `all ${kind}`,
            title: `Show all ${kindInText(kind)}`,
            link: { to: '/search', search: { q, kind } } as const,
          }
        : null,
    }))
    .filter(({ items }) => items.length > 0)
}

type OfKind<Page extends SearchPage = SearchPage> = Page extends SearchPage
  ? Pick<Page, 'kind' | 'items'>
  : never

function ofKind(result: SearchResult, kind: SearchKind): OfKind {
  if (kind === 'tenants') return { kind, items: result.tenants.items }
  if (kind === 'people') return { kind, items: result.people.items }
  if (kind === 'licenses') return { kind, items: result.licenses.items }
  if (kind === 'policies') return { kind, items: result.policies.items }
  return { kind, items: result.checks.items }
}

/** Returns the results of one kind in their order. */
export function itemsOf({ kind, items }: OfKind, format: Format): FoundItem[] {
  if (kind === 'tenants') return items.map((tenant) => tenantItem(tenant, format))
  if (kind === 'people') return items.map(personItem)
  if (kind === 'licenses') return items.map((license) => licenseItem(license, format))
  if (kind === 'policies') return items.map(policyItem)
  return items.map(checkItem)
}

type Found<Kind extends SearchKind> = SearchResult[Kind]['items'][number]

const tenantItem = (
  { tenantId, tenantName, isOutdated, defaultDomainName, issues }: Found<'tenants'>,
  format: Format,
): FoundItem => ({
  key: `tenant ${tenantId}`,
  title: tenantName,
  detail: defaultDomainName ?? 'No domain known',
  tenant: null,
  state: withAge(tenantIssuesText(issues, format.number), isOutdated),
  link: linkTo(tenantId, {}),
})

const personItem = ({
  tenantId,
  tenantName,
  userId,
  name,
  userPrincipalName,
  isNotCovered,
  isOutdated,
}: Found<'people'>): FoundItem => ({
  key: `person ${tenantId} ${userId}`,
  title: name,
  detail: userPrincipalName,
  tenant: { id: tenantId, name: tenantName },
  state: withAge(isNotCovered ? 'Not covered by MFA' : undefined, isOutdated),
  link: linkTo(
    tenantId,
    isNotCovered
      ? { tab: 'security', people: 'notCovered', person: userId }
      : { tab: 'organization', person: userId },
  ),
})

function licenseItem(license: Found<'licenses'>, format: Format): FoundItem {
  const { tenantId, tenantName, skuId, skuPartNumber, displayName } = license
  return {
    key: `license ${tenantId} ${skuId}`,
    title: displayName,
    detail: skuPartNumber,
    tenant: { id: tenantId, name: tenantName },
    state: withAge(licenseState(license, format), license.isOutdated),
    link: linkTo(tenantId, { tab: 'licenses', license: skuId }),
  }
}

const policyItem = ({
  tenantId,
  tenantName,
  policyId,
  displayName,
  state,
}: Found<'policies'>): FoundItem => ({
  key: `policy ${tenantId} ${policyId}`,
  title: displayName,
  detail: policyStateLabel(state),
  tenant: { id: tenantId, name: tenantName },
  link: linkTo(tenantId, { tab: 'security', policy: policyId }),
})

const checkItem = ({ checkId, title, severity }: Found<'checks'>): FoundItem => ({
  key: `check ${checkId}`,
  title,
  detail: checkId,
  tenant: null,
  state: `${severityText(severity)}, ${areaName(checkId)}`,
  link: { to: '/posture/$checkId', params: { checkId } },
})

interface Place {
  readonly tab?: string
  readonly person?: string
  readonly license?: string
  readonly policy?: string
  readonly people?: string
}

const linkTo = (tenantId: TenantId, search: Place): LinkProps => ({
  to: '/tenant/$tenantId',
  params: { tenantId },
  search,
})

/** Adds that the data are older than two refresh intervals; nothing to an empty text. */
const withAge = (state: string | undefined, isOutdated: boolean): string | undefined =>
  isOutdated && state !== undefined && state !== '' ? `${state}, data outdated` : state

/** '62 of 54 assigned, 8 over-allocated seats'. */
function licenseState(license: Found<'licenses'>, format: Format): string {
  const { consumedUnits, enabledUnits, issues } = license
  const assigned = `${format.number(consumedUnits)} of ${format.number(enabledUnits)} assigned`
  return [assigned, ...issues.map((issue) => issueText(issue, format))].join(', ')
}
