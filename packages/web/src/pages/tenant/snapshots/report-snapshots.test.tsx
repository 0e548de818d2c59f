import { downloadReportSnapshot, listReportSnapshots } from '@tenantscope/contract/reports'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { catchDownloads } from '../../../testing/downloads.ts'
import type { FakeServer } from '../../../testing/fake-server.ts'
import { renderPart } from '../../../testing/render-part.tsx'
import { makeSnapshot } from '../../../testing/reports.ts'
import { makeTenant } from '../../../testing/tenants.ts'
import { ReportSnapshots } from './report-snapshots.tsx'

const contoso = makeTenant()
const first = makeSnapshot({ createdAt: '2026-11-20T09:30:00.000Z' })
const second = makeSnapshot({
  createdAt: '2026-10-20T09:30:00.000Z',
  createdBy: '<b>Ada</b>',
  format: 'xlsx',
  isScheduled: true,
  licenseCount: 1,
})
const third = makeSnapshot({ createdAt: '2026-09-20T09:30:00.000Z' })

async function open(prepare: (server: FakeServer) => void) {
  const onCompare = vi.fn()
  const app = await renderPart(
    <ReportSnapshots
      tenantId={contoso.id}
      buttons={<button>Run report</button>}
      onCompare={onCompare}
    />,
    { prepare },
  )
  return { ...app, onCompare }
}

const listOf = (snapshots = [first, second, third], nextCursor: string | null = null) => ({
  snapshots,
  nextCursor,
  retentionMonths: 12,
})

const rows = () => screen.getAllByRole('row').slice(1)

test('each report says when, by whom, as what and how much', async () => {
  await open((server) => server.answer(listReportSnapshots, listOf()))
  await screen.findByText('Reports are kept for 12 months.')
  const cells = rows().map((row) =>
    within(row)
      .getAllByRole('cell')
      .slice(2, 6)
      .map(({ textContent }) => textContent),
  )
  const type = 'User to License Report'
  const most = '1,200 users, 2,400 assignments'
  expect(cells[0]).toEqual([type, 'Megan Bowen', 'PDF', `3 licenses, ${most}`])
  expect(cells[1]).toEqual([type, '<b>Ada</b>', 'Excel', `1 license, ${most}`])
  expect(rows()[0]).toHaveTextContent('Nov 20, 2026 at 9:30:00 AM UTC')
  expect(rows()[0]).not.toHaveTextContent('Scheduled')
  expect(rows()[1]).toHaveTextContent('Scheduled')
  expect(screen.queryByText('Load more')).not.toBeInTheDocument()
})

test('a tenant without reports offers the first one', async () => {
  await open((server) => server.answer(listReportSnapshots, { ...listOf([]), retentionMonths: 1 }))
  expect(await screen.findByText('No reports yet')).toBeInTheDocument()
  expect(screen.getByText(/Reports are kept for 1 month\.$/)).toBeInTheDocument()
  expect(screen.getByText('Run report')).toBeInTheDocument()
})

test('reports that cannot be loaded are said, and can be tried again', async () => {
  const { server, user } = await open((each) =>
    each.refuse(listReportSnapshots, { status: 500, code: 'INTERNAL', message: 'Broken.' }),
  )
  expect(await screen.findByText('The reports could not be loaded')).toBeInTheDocument()
  server.answer(listReportSnapshots, listOf())
  await user.click(screen.getByText('Try again'))
  expect(await screen.findByText('Reports are kept for 12 months.')).toBeInTheDocument()
})

test('older reports are loaded when asked for; a failure leaves the list', async () => {
  const { server, user } = await open((each) =>
    each.answerWith(listReportSnapshots, ({ query }) =>
      query.has('cursor') ? listOf([third]) : listOf([first, second], 'older'),
    ),
  )
  const more = await screen.findByText('Load more')
  server.cut(listReportSnapshots)
  await user.click(more)
  expect(await screen.findByText('Older reports could not be loaded')).toBeInTheDocument()
  expect(rows()).toHaveLength(2)
  server.answer(listReportSnapshots, listOf([third]))
  await user.click(screen.getByText('Try Again'))
  await waitFor(() => expect(rows()).toHaveLength(3))
  expect(server.requestsTo(listReportSnapshots).at(-1)?.query.get('cursor')).toBe('older')
})

test('a report is downloaded again in any format; the one in progress is marked', async () => {
  const downloads = catchDownloads()
  const { server, user } = await open((each) => {
    each.answer(listReportSnapshots, listOf())
    each.answerFile(downloadReportSnapshot, { name: 'contoso.csv', content: 'CSV' })
  })
  const release = server.hold(downloadReportSnapshot)
  await user.click(
    await screen.findByLabelText('Download the report of Oct 20, 2026 at 9:30:00 AM UTC'),
  )
  expect(
    (await screen.findAllByRole('menuitem', { hidden: true })).map(
      ({ textContent }) => textContent,
    ),
  ).toEqual(['PDF', 'CSV', 'JSON', 'Excel'])
  await user.click(screen.getByRole('menuitem', { name: 'CSV', hidden: true }))
  expect(await screen.findByText('CSV...')).toBeInTheDocument()
  // The others wait for it.
  for (const button of screen.getAllByLabelText(/^Download the report/))
    expect(button).toHaveAttribute('aria-disabled', 'true')
  release()
  expect(await screen.findByText('Download Complete')).toBeInTheDocument()
  expect(downloads.map(({ name }) => name)).toEqual(['contoso.csv'])
  const [request] = server.requestsTo(downloadReportSnapshot)
  expect(request?.params['snapshotId']).toBe(second.id)
  expect(request?.query.get('format')).toBe('csv')
  expect(screen.queryByText('CSV...')).not.toBeInTheDocument()
})

test('a download that fails says so', async () => {
  const { user } = await open((each) => {
    each.answer(listReportSnapshots, listOf())
    each.refuse(downloadReportSnapshot, { status: 404, code: 'NOT_FOUND', message: 'It is gone.' })
  })
  const [button] = await screen.findAllByLabelText(/^Download the report/)
  await user.click(button!)
  await user.click(await screen.findByRole('menuitem', { name: 'PDF', hidden: true }))
  expect(await screen.findByText('Download Failed')).toBeInTheDocument()
  expect(screen.getByText('It is gone.')).toBeInTheDocument()
})

test('two reports are compared, never one or three', async () => {
  const { user, onCompare } = await open((each) => each.answer(listReportSnapshots, listOf()))
  const boxes = await screen.findAllByLabelText(/^Compare the report of/)
  const compare = screen.getByRole('button', { name: 'Compare' })
  expect(compare).toHaveAttribute('aria-disabled', 'true')
  await user.click(boxes[2]!)
  expect(screen.getByText('Choose one more report to compare.')).toBeInTheDocument()
  await user.click(compare)
  expect(onCompare).not.toHaveBeenCalled()
  await user.click(boxes[0]!)
  expect(boxes[1]).toBeDisabled()
  await user.click(compare)
  expect(onCompare).toHaveBeenCalledExactlyOnceWith([first.id, third.id])
})

test('a report of the savings has its amount; one that knows none has its licenses', async () => {
  const known = makeSnapshot({
    reportType: 'savings',
    userCount: null,
    assignmentCount: null,
    savings: { monthlyAmount: 1_176.5, currency: 'USD' },
  })
  await open((each) =>
    each.answer(listReportSnapshots, listOf([known, { ...known, id: first.id, savings: null }])),
  )
  await screen.findByText('Reports are kept for 12 months.')
  expect(rows()[0]).toHaveTextContent('License Savings Report')
  expect(rows()[0]).toHaveTextContent('USD 1,176.50 per month could be saved')
  expect(rows()[1]).toHaveTextContent('3 licenses')
  for (const box of screen.getAllByLabelText(/^Compare the report of/)) expect(box).toBeDisabled()
})

test('a report of the posture has its figures, and is not offered for a comparison', async () => {
  const posture = makeSnapshot({
    reportType: 'posture',
    licenseCount: null,
    userCount: null,
    assignmentCount: null,
    posture: { score: 62, failedChecks: 1 },
  })
  const unscored = { ...posture, id: first.id, posture: { score: null, failedChecks: 12 } }
  await open((each) => each.answer(listReportSnapshots, listOf([posture, unscored])))
  await screen.findByText('Reports are kept for 12 months.')
  expect(rows()[0]).toHaveTextContent('Security Posture Report')
  expect(rows()[0]).toHaveTextContent('Score 62%, 1 failed check')
  expect(rows()[1]).toHaveTextContent('No score, 12 failed checks')
  expect(rows()[0]).not.toHaveTextContent('user')
  for (const box of screen.getAllByLabelText(/^Compare the report of/)) expect(box).toBeDisabled()
  expect(
    screen.getByText(/^Choose two reports of licenses.*The Security tab lists what changed/u),
  ).toBeInTheDocument()
})
