import { correctBillingMonth, setBillingTimeZone } from '@tenantscope/contract/billing-months'

import { CorrectDialog } from '../../pages/tenant-billing/correct-dialog.tsx'
import { TimeZoneDialog } from '../../pages/tenant-billing/time-zone-dialog.tsx'
import { contosoId, makeMonth, tenantBilling } from '../billing-months.ts'
import { choose, nothing, shown, write } from './submit.tsx'
import type { Submit } from './submit.tsx'

const [record] = makeMonth().records
const { timeZone } = tenantBilling

/** The forms of the billing months. */
export const BILLING_SUBMITS: readonly Submit[] = [
  ...(record === undefined
    ? []
    : [
        {
          file: 'pages/tenant-billing/correct-dialog.tsx',
          button: 'Save correction',
          sends: correctBillingMonth,
          open: shown(
            <CorrectDialog tenantId={contosoId} record={record} onClose={nothing} />,
            nothing,
            () => write('Reason', 'Counted by hand'),
          ),
        },
      ]),
  {
    file: 'pages/tenant-billing/time-zone-dialog.tsx',
    button: 'Save time zone',
    sends: setBillingTimeZone,
    open: shown(
      <TimeZoneDialog tenantId={contosoId} timeZone={timeZone} onClose={nothing} />,
      nothing,
      () => choose('Own time zone'),
    ),
  },
]
