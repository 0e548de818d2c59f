import { markAccount, unmarkAccount } from '@tenantscope/contract/license-use'

import { MarkDialog } from '../../pages/license-use/mark-dialog.tsx'
import { contosoId, makePersonUse } from '../license-use.ts'
import { nothing, shown, write } from './submit.tsx'
import type { Submit } from './submit.tsx'

const mark = {
  kind: 'room',
  reason: 'Meeting room',
  markedBy: 'megan@msp.example',
  markedAt: '2026-11-20T09:00:00.000Z',
  version: 1,
} as const
const marked = (
  <MarkDialog tenantId={contosoId} person={makePersonUse({ mark })} onClose={nothing} />
)

/** The forms of the use of licenses. */
export const LICENSE_USE_SUBMITS: readonly Submit[] = [
  {
    file: 'pages/license-use/mark-dialog.tsx',
    button: 'Save mark',
    sends: markAccount,
    open: shown(marked, nothing, () => write('Reason', 'Another reason')),
  },
  {
    file: 'pages/license-use/mark-dialog.tsx',
    button: 'Remove mark',
    sends: unmarkAccount,
    open: shown(marked),
  },
]
