/** Who acts with `npm run admin` on the host, as the audit trail names them. */
export const OPERATOR = { name: 'operator on the host', userId: null } as const

/** What the product does by itself. */
export const PRODUCT = { name: 'Tenantscope', userId: null } as const

/** An act that came through no request. */
export const NO_SOURCE = { ipAddress: null, userAgent: null } as const
