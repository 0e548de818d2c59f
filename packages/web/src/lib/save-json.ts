import type { CallInput } from '@tenantscope/contract/endpoint'
import { recordExport } from '@tenantscope/contract/exports'

import { call } from './api.ts'
import { saveFile } from './save-file.ts'

interface SavedRows extends Omit<CallInput<typeof recordExport>['body'], 'rows'> {
  /** The file name without extension. */
  readonly name: string
  /** How many rows the content has. */
  readonly rows: number
  readonly content: unknown
}

/** Saves data as a JSON file, records the export in the audit trail, and returns the file's name. */
export function saveJson({ name: stem, content, ...body }: SavedRows): string {
  const name = `${stem}.json`
  saveFile({ name, text: `${JSON.stringify(content, null, 2)}\n`, type: 'application/json' })
  // The file is already saved: a failure to record it is ignored.
  call(recordExport, { body }, { background: true, keepalive: true }).catch(() => undefined)
  return name
}
