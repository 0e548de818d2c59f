import type { ReactNode } from 'react'

import type { Format } from '../../lib/format.ts'

/** What the page shows of a report, whatever its type. */
export interface ShownReport {
  readonly tenantName: string
  readonly dataAsOf: string
  /** What was found, as one sentence. */
  readonly statement: string
  /** What the figures count; null when there is nothing to say. */
  readonly note: string | null
  /** Returns the parts below the head. */
  readonly contents: (format: Format) => ReactNode
}
