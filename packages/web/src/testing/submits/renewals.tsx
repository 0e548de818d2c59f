import {
  createRenewalCalendar,
  getRenewalCalendar,
  removeRenewalCalendar,
} from '@tenantscope/contract/renewal-calendar'
import {
  decideRenewal,
  listRenewalOwners,
  removeRenewalDecision,
} from '@tenantscope/contract/renewals'

import { CalendarDialog } from '../../pages/renewals/calendar-dialog.tsx'
import { DecisionDialog } from '../../pages/renewals/decision-dialog.tsx'
import type { FakeServer } from '../fake-server.ts'
import { makeDecision, makeRenewal } from '../renewals.ts'
import { nothing, press, shown, write } from './submit.tsx'
import type { Submit } from './submit.tsx'

const decided = (
  <DecisionDialog renewal={makeRenewal({ decision: makeDecision() })} onClose={nothing} />
)
const calendar = <CalendarDialog isOpen onClose={nothing} />
const answerCalendar = (server: FakeServer) =>
  server.answer(getRenewalCalendar, {
    calendar: { createdAt: '2026-11-20T08:00:00.000Z', lastReadAt: null },
  })
const answerOwners = (server: FakeServer) => server.answer(listRenewalOwners, { owners: [] })

/** The forms and questions of the page Renewals. */
export const RENEWAL_SUBMITS: readonly Submit[] = [
  {
    file: 'pages/renewals/decision-dialog.tsx',
    button: 'Save decision',
    sends: decideRenewal,
    open: shown(decided, answerOwners, () => write('Note', 'Another note')),
  },
  {
    file: 'pages/renewals/decision-dialog.tsx',
    button: 'Remove decision',
    sends: removeRenewalDecision,
    open: shown(decided, answerOwners),
  },
  {
    file: 'pages/renewals/calendar-dialog.tsx',
    button: 'Make a link',
    sends: createRenewalCalendar,
    open: shown(calendar, (server) => server.answer(getRenewalCalendar, { calendar: null })),
  },
  {
    file: 'pages/renewals/calendar-dialog.tsx',
    button: 'Replace',
    sends: createRenewalCalendar,
    open: shown(calendar, answerCalendar, () => press('Replace link')),
  },
  {
    file: 'pages/renewals/calendar-dialog.tsx',
    button: 'Remove',
    sends: removeRenewalCalendar,
    open: shown(calendar, answerCalendar, () => press('Remove link')),
  },
]
