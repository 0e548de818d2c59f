/** The actor of `npm run admin` in the audit trail. */
export const OPERATOR = { name: 'operator on the host', userId: null } as const

/** The actor of automatic changes. */
export const PRODUCT = { name: 'Tenantscope', userId: null } as const

/** The source of a change that did not come from a request. */
export const NO_SOURCE = { ipAddress: null, userAgent: null } as const

export const BY_OPERATOR = { actor: OPERATOR, source: NO_SOURCE } as const
export const BY_PRODUCT = { actor: PRODUCT, source: NO_SOURCE } as const
