import { unsupportedQuery } from '../engine/refusals.ts'
import { invalidFilter, type Filter } from './filter.ts'

/** The queries that Microsoft answers for one kind of directory object without advanced parameters. */
interface QueryRules {
  /** As in "of resource 'User'" */
  readonly resource: string
  readonly equal: readonly string[]
  readonly startsWith: readonly string[]
  readonly orderBy: readonly string[]
}

/** Microsoft's bound on the alternatives of one filter. */
const ALTERNATIVES_MAX = 15

const USER_TEXTS = [
  'department',
  'displayName',
  'givenName',
  'jobTitle',
  'mail',
  'surname',
  'usageLocation',
  'userPrincipalName',
]
const USER: QueryRules = {
  resource: 'User',
  equal: ['id', 'accountEnabled', 'externalUserState', 'userType', ...USER_TEXTS],
  startsWith: USER_TEXTS,
  orderBy: ['displayName', 'userPrincipalName'],
}

const GROUP_TEXTS = ['displayName', 'mail', 'mailNickname', 'membershipRule']
const GROUP: QueryRules = {
  resource: 'Group',
  equal: ['id', 'isAssignableToRole', 'mailEnabled', 'securityEnabled', ...GROUP_TEXTS],
  startsWith: GROUP_TEXTS,
  orderBy: ['displayName'],
}

const APP_TEXTS = { startsWith: ['displayName'], orderBy: [] }
const APPLICATION: QueryRules = {
  resource: 'Application',
  equal: ['id', 'appId', 'displayName', 'signInAudience'],
  ...APP_TEXTS,
}
const SERVICE_PRINCIPAL: QueryRules = {
  resource: 'ServicePrincipal',
  equal: ['id', 'accountEnabled', 'appId', 'displayName', 'servicePrincipalType'],
  ...APP_TEXTS,
}

const CONTRACT: QueryRules = {
  resource: 'Contract',
  equal: ['customerId', 'defaultDomainName', 'displayName'],
  startsWith: ['defaultDomainName', 'displayName'],
  orderBy: [],
}

/**
 * Page "Advanced query capabilities on Microsoft Entra ID objects". Objects of other services have
 * no such rules: their paths accept every property.
 */
export const RULES_BY_TYPE: Readonly<Record<string, QueryRules | undefined>> = {
  'microsoft.graph.user': USER,
  'microsoft.graph.group': GROUP,
  'microsoft.graph.application': APPLICATION,
  'microsoft.graph.servicePrincipal': SERVICE_PRINCIPAL,
  'microsoft.graph.contract': CONTRACT,
}

/** Throws Graph's 400 for a filter on a property that the directory does not index. */
export function requireSupported(filter: Filter, rules: QueryRules): void {
  if (filter.length > ALTERNATIVES_MAX) {
    throw unsupportedQuery(
      `Too many child clauses specified in search filter expression containing 'OR' operators: ${filter.length}. Max allowed: ${ALTERNATIVES_MAX}.`,
    )
  }
  for (const { property, match, value } of filter.flat()) {
    if (!rules[match].some((each) => each.toLowerCase() === property.toLowerCase())) {
      throw unsupportedQuery(
        `Unsupported or invalid query filter clause specified for property '${property}' of resource '${rules.resource}'.`,
      )
    }
    const isSwitch = property.endsWith('Enabled') || property.startsWith('isAssignable')
    if (isSwitch !== (typeof value === 'boolean')) throw invalidFilter()
  }
}
