import { monthName } from '@tenantscope/analysis/billing-text'
import type { OpenMonth } from '@tenantscope/contract/billing-months'

import type { Format } from '../../lib/format.ts'

/** Says when the next month is frozen. */
export const openMonthText = ({ month, frozenFrom, timeZone }: OpenMonth, format: Format): string =>
  `${monthName(month)} is frozen on ${format.dateTime(frozenFrom)}, ten minutes after it ends in the time zone ${timeZone.replaceAll('_', ' ')}.`
