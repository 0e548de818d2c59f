/** Which of Microsoft's limits a request counts against (Microsoft's page "Service-specific throttling limits"). */
export type Budget = 'directory' | 'conditionalAccess'

/**
 * The least time from the end of one request to the start of the next, for one tenant. Conditional
 * Access allows one request a second per tenant, shared with every other application there; a tenth
 * more keeps clear of their clock.
 */
export const SPACING_MS = {
  directory: 0,
  conditionalAccess: 1_100,
} as const satisfies Record<Budget, number>

const CONDITIONAL_ACCESS = /^\/identity\/conditionalaccess(?:\/|$)|^\/identityprotection(?:\/|$)/iu

/** The budget of a path without query and version, such as `/identity/conditionalAccess/policies`. */
export function budgetOf(path: string): Budget {
  return CONDITIONAL_ACCESS.test(path) ? 'conditionalAccess' : 'directory'
}
