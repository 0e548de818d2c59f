import type { ConnectionRefusal } from '@tenantscope/contract/azure'

import { createStore } from './store.ts'

/** The key of the query, so that what may end or begin a refusal can read it again. */
export const CONNECTION_REFUSAL = 'connection-refusal'

/**
 * Why Microsoft refuses the connection, as the server stored it; null while it works. The bar above
 * every page keeps it up to date.
 */
export const connectionRefusal = createStore<ConnectionRefusal | null>(null)
