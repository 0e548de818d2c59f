import { UserId } from '@tenantscope/contract/ids'
import {
  createReportSchedule,
  deleteReportSchedule,
  listReportRecipients,
  listReportScheduleRuns,
  listReportSchedules,
  runReportSchedule,
  saveReportSchedule,
} from '@tenantscope/contract/report-schedules'
import type { ReportSchedule } from '@tenantscope/contract/report-schedules'
import { listTenants } from '@tenantscope/contract/tenants'
import { screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'

import { holdReading } from '../../testing/hold-reading.ts'
import { technician } from '../../testing/people.ts'
import { renderPart } from '../../testing/render-part.tsx'
import { makeRun, makeSchedule } from '../../testing/report-schedules.ts'
import { listOf } from '../../testing/tenant-lists.ts'
import { makeTenant } from '../../testing/tenants.ts'
import { ScheduledReportsDialog } from './scheduled-reports-dialog.tsx'

const contoso = makeTenant({ displayName: 'Contoso' })
const alex = { userId: UserId.parse(3), name: 'Alex Wilber', email: 'alex@msp.example' }
const megan = { userId: UserId.parse(2), name: 'Megan Bowen', email: 'megan@msp.example' }

function Scene() {
  const [isOpen, setIsOpen] = useState(true)
  return isOpen ? <ScheduledReportsDialog onClose={() => setIsOpen(false)} /> : 'Closed'
}

async function open(
  schedules: ReportSchedule[],
  { isMailConfigured = true, people = [megan] } = {},
) {
  const app = await renderPart(<Scene />, {
    person: technician,
    prepare: (server) => {
      server.answer(listTenants, listOf([contoso]))
      server.answer(listReportSchedules, { schedules, isMailConfigured })
      server.answer(listReportRecipients, { people, isMailConfigured })
    },
  })
  await waitFor(() => expect(screen.queryByText('Loading schedules...')).not.toBeInTheDocument())
  return app
}

const byLabel = (label: string | RegExp) => screen.getByLabelText(label)

test('a schedule is made as it is chosen, with the contract’s words', async () => {
  const { user, server } = await open([])
  expect(screen.getByText('No schedules yet.')).toBeInTheDocument()
  server.answer(createReportSchedule, makeSchedule())
  await user.click(screen.getByText('New schedule'))
  await screen.findByRole('option', { name: 'Contoso', hidden: true })
  await user.selectOptions(byLabel('Tenant'), 'Contoso')
  await user.selectOptions(byLabel('Report'), 'Security Posture Report')
  await user.selectOptions(byLabel('Format'), 'Excel')
  await user.selectOptions(byLabel('Repeats'), 'Monthly')
  await user.selectOptions(byLabel('Day of the month'), '31st')
  await user.click(byLabel(/Megan Bowen/))
  await user.click(screen.getByText('Save'))
  expect(await screen.findByText('Schedule saved')).toBeInTheDocument()
  expect(server.requestsTo(createReportSchedule)[0]?.body).toEqual({
    tenantId: contoso.id,
    reportType: 'posture',
    format: 'xlsx',
    recurrence: { frequency: 'monthly', dayOfMonth: 31 },
    time: '06:00',
    timeZone: 'UTC',
    recipientIds: [megan.userId],
    isEnabled: true,
  })
})

test('each recipient has a check box of its own, which its name ticks', async () => {
  const { user } = await open([], { people: [megan, alex] })
  await user.click(screen.getByText('New schedule'))
  await user.click(await screen.findByText(alex.name))
  expect(byLabel(/Alex Wilber/)).toBeChecked()
  expect(byLabel(/Megan Bowen/)).not.toBeChecked()
})

test('a schedule shows its time, its recipients and its last result', async () => {
  const lastRun = makeRun({ state: 'partial', made: 2, failures: [] })
  await open([makeSchedule({ recipients: [megan], recipientIds: [megan.userId], lastRun })])
  const row = screen.getByRole('listitem', { hidden: true })
  expect(row).toHaveTextContent('All tenants')
  expect(row).toHaveTextContent('Every Monday at 06:00 (Europe/Berlin)')
  expect(row).toHaveTextContent('Next: Nov 23, 2026 at 5:00:00 AM UTC')
  expect(row).toHaveTextContent('Mailed to Megan Bowen')
  expect(row).toHaveTextContent(/Last: Nov 16, 2026.*Partly failed.*2 reports/)
})

test('a change carries its version; the second of two writers gets a conflict', async () => {
  const { user, server } = await open([makeSchedule({ version: 4, isEnabled: false })])
  expect(screen.getByText('Paused')).toBeInTheDocument()
  server.refuse(saveReportSchedule, {
    status: 409,
    code: 'CONFLICT',
    message: 'changed by megan at 2026-11-20T10:00:00.000Z',
  })
  await user.click(byLabel(/^Edit All tenants/))
  await user.click(await screen.findByLabelText('Switched on'))
  await user.click(screen.getByText('Save'))
  expect(await screen.findByText('Changed by another user')).toBeInTheDocument()
  expect(screen.getByText(/10:00:00.000Z. Loading the newer schedule/)).toBeInTheDocument()
  expect(server.requestsTo(saveReportSchedule)[0]?.body).toMatchObject({
    isEnabled: true,
    version: 4,
  })
  await user.click(screen.getByText('Load newer'))
  await waitFor(() => expect(byLabel('Switched on')).not.toBeChecked())
  expect(byLabel('Tenant')).toHaveFocus()
})

test('what the server refuses of a field is said there', async () => {
  const { user, server } = await open([])
  const message = 'Only administrators may mail reports to others'
  server.refuse(createReportSchedule, {
    status: 400,
    code: 'BAD_REQUEST',
    message,
    fields: [{ field: 'body.recipientIds', message }],
  })
  await user.click(screen.getByText('New schedule'))
  await user.click(await screen.findByText('Save'))
  expect(await screen.findByText(message)).toBeInTheDocument()
  expect(byLabel(/Megan Bowen/)).toHaveFocus()
  await user.click(byLabel('Switched on'))
  expect(screen.queryByText(message)).not.toBeInTheDocument()
})

test('a time that is none is said at its field, which takes the focus, and nothing is sent', async () => {
  const { user, server } = await open([makeSchedule()])
  await user.click(byLabel(/^Edit All tenants/))
  await user.clear(await screen.findByLabelText('Time'))
  await user.click(screen.getByText('Save'))
  await waitFor(() => expect(byLabel('Time')).toHaveAttribute('aria-invalid', 'true'))
  expect(byLabel('Time')).toHaveFocus()
  expect(server.requestsTo(saveReportSchedule)).toHaveLength(0)
})

test('a schedule that is to be mailed says that there is no mail server', async () => {
  const mailed = makeSchedule({ recipients: [megan], recipientIds: [megan.userId] })
  await open([mailed], { isMailConfigured: false })
  expect(screen.getByText(/No mail server is configured/)).toBeInTheDocument()
})

test('reports are made now, and a refusal is said', async () => {
  const { user, server } = await open([makeSchedule()])
  server.answer(runReportSchedule, { message: 'The reports are being created.' })
  const letRead = holdReading(server, listReportSchedules)
  await user.click(byLabel(/^Run now: All tenants/))
  await letRead()
  expect(await screen.findByText('The reports are being created.')).toBeInTheDocument()
  server.refuse(runReportSchedule, {
    status: 409,
    code: 'CONFLICT',
    message: 'This schedule is running already',
  })
  await waitFor(() => expect(byLabel(/^Run now/)).toHaveTextContent('Run now'))
  await user.click(byLabel(/^Run now/))
  expect(await screen.findByText('This schedule is running already')).toBeInTheDocument()
})

test('runs show the tenants without a report, the reason, and the state of the mail', async () => {
  const { user, server } = await open([makeSchedule()])
  server.answer(listReportScheduleRuns, {
    runs: [
      makeRun({
        state: 'partial',
        failures: [
          { tenantId: contoso.id, displayName: 'Contoso', message: 'No user holds a license.' },
        ],
        mail: { state: 'failed', message: 'The mail server cannot be reached.' },
      }),
    ],
  })
  await user.click(byLabel(/^Runs of All tenants/))
  expect(await screen.findByText(/No user holds a license/)).toHaveTextContent('Contoso')
  expect(screen.getByText('Every Monday at 06:00 (Europe/Berlin)')).toBeInTheDocument()
  expect(screen.getByText(/The mail server cannot be reached/)).toBeInTheDocument()
  await user.click(screen.getByText('Back to schedules'))
  await waitFor(() => expect(byLabel(/^Runs of All tenants/)).toHaveFocus())
})

test('deleting asks first', async () => {
  const { user, server } = await open([makeSchedule()])
  server.answer(deleteReportSchedule, { message: 'Its existing reports are kept.' })
  await user.click(byLabel(/^Delete All tenants/))
  expect(await screen.findByText('Delete this schedule?')).toBeInTheDocument()
  await user.click(screen.getByText('Cancel'))
  expect(server.requestsTo(deleteReportSchedule)).toHaveLength(0)
  await waitFor(() => expect(screen.queryByText('Delete this schedule?')).not.toBeInTheDocument())
  await user.click(byLabel(/^Delete All tenants/))
  const letRead = holdReading(server, listReportSchedules)
  await user.click(await screen.findByText('Delete schedule'))
  await letRead()
  expect(await screen.findByText('Schedule deleted')).toBeInTheDocument()
})

test('without a mail server it says so, and what is not saved is not lost by an Escape', async () => {
  const { user } = await open([], { isMailConfigured: false })
  await user.click(screen.getByText('New schedule'))
  expect(await screen.findByText(/No mail server is configured/)).toBeInTheDocument()
  await user.click(byLabel('Switched on'))
  await user.keyboard('{Escape}')
  const question = await screen.findByText('Discard your changes?')
  await user.click(screen.getByText('Keep editing'))
  await waitFor(() => expect(question).not.toBeInTheDocument())
  expect(byLabel('Switched on')).not.toBeChecked()
  expect(within(document.body).queryByText('Closed')).not.toBeInTheDocument()
})

test('while a schedule is saved, its fields do not change and the dialog cannot be closed', async () => {
  const { user, server } = await open([makeSchedule()])
  server.answer(saveReportSchedule, makeSchedule())
  await user.click(byLabel(/^Edit All tenants/))
  await user.click(await screen.findByLabelText('Switched on'))
  const release = server.hold(saveReportSchedule)
  await user.click(screen.getByText('Save'))
  await user.click(byLabel('Switched on'))
  expect(byLabel('Switched on')).not.toBeChecked()
  const fields = byLabel('Switched on').closest('fieldset')
  expect(fields).toHaveAttribute('aria-disabled', 'true')
  expect(fields).toContainElement(byLabel('Repeats'))
  await user.keyboard('{Escape}')
  await user.click(screen.getByText('Cancel'))
  expect(screen.queryByText('Discard your changes?')).not.toBeInTheDocument()
  expect(byLabel('Switched on')).toBeInTheDocument()
  release()
  await screen.findByText('Schedule saved')
  expect(screen.getByText('New schedule')).toBeInTheDocument()
})

test('a schedule of the posture says so, and stays one when something else is changed', async () => {
  const { user, server } = await open([makeSchedule({ reportType: 'posture' })])
  expect(screen.getByText('Security Posture Report')).toBeInTheDocument()
  server.answer(saveReportSchedule, makeSchedule({ reportType: 'posture' }))
  await user.click(byLabel(/^Edit All tenants/))
  await user.click(await screen.findByLabelText('Switched on'))
  await user.click(screen.getByText('Save'))
  expect(await screen.findByText('Schedule saved')).toBeInTheDocument()
  expect(server.requestsTo(saveReportSchedule)[0]?.body).toMatchObject({ reportType: 'posture' })
})
