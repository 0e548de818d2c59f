import type { CallInput } from '@tenantscope/contract/endpoint'
import { recordExport } from '@tenantscope/contract/exports'

import { call } from './api.ts'

/** Tells the audit that a table was saved as a file. The file is there already: a failure changes nothing. */
export function tellExport(saved: CallInput<typeof recordExport>['body']): void {
  call(recordExport, { body: saved }, { background: true, keepalive: true }).catch(() => undefined)
}
