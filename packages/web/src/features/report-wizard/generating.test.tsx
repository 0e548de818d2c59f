import { listTenantUsers } from '@tenantscope/contract/licenses'
import { generateReport, getReportProgress } from '@tenantscope/contract/reports'
import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { findDialog } from '../../testing/dialogs.ts'
import { catchDownloads } from '../../testing/downloads.ts'
import {
  adele,
  contoso,
  nextButton,
  openWizard,
  toLicenses,
  toReview,
} from '../../testing/report-wizard.tsx'
import { pageOf } from '../../testing/tenant-users.ts'

const generate = () => screen.getByText('Generate Report')

test('while a report is made its progress is shown', async () => {
  catchDownloads()
  const app = await openWizard()
  const release = app.server.hold(generateReport)
  await toReview()
  await app.user.click(generate())
  expect(await screen.findByText('Reading the data...')).toBeInTheDocument()
  await waitFor(() => expect(screen.getByText('Generating the report')).toHaveFocus())
  app.server.answer(getReportProgress, {
    state: 'queued',
    position: 2,
    usersWritten: 0,
    usersTotal: null,
  })
  expect(await screen.findByText('2 reports before this one')).toBeInTheDocument()
  app.server.answer(getReportProgress, {
    state: 'writing',
    position: null,
    usersWritten: 1_200,
    usersTotal: 10_000,
  })
  expect(await screen.findByText('1,200 of 10,000 people')).toBeInTheDocument()
  expect(screen.getByLabelText('Generating the report')).toHaveAttribute('aria-valuenow', '1200')
  const progressId = app.server.requestsTo(getReportProgress)[0]?.params['progressId']
  expect(app.server.requestsTo(generateReport)[0]?.body).toMatchObject({ progressId })
  release()
  expect(await screen.findByText('Report Generated Successfully')).toBeInTheDocument()
})

test('unknown progress stops nothing', async () => {
  catchDownloads()
  const app = await openWizard((server) =>
    server.refuse(getReportProgress, { status: 404, code: 'NOT_FOUND', message: 'Not found' }),
  )
  const release = app.server.hold(generateReport)
  await toReview()
  await app.user.click(generate())
  expect(await screen.findByText('Reading the data...')).toBeInTheDocument()
  release()
  expect(await screen.findByText('Report Generated Successfully')).toBeInTheDocument()
})

test('Cancel ends the request and keeps the wizard as it is', async () => {
  const downloads = catchDownloads()
  const app = await openWizard()
  const release = app.server.hold(generateReport)
  const signals = signalsOf('/api/reports/generate')
  await toReview()
  await app.user.click(generate())
  await app.user.click(await screen.findByText('Cancel'))
  expect(signals()[0]?.aborted).toBe(true)
  expect(generate()).toBeInTheDocument()
  await waitFor(() => expect(screen.getByText('Review and generate')).toHaveFocus())
  release()
  await app.user.click(screen.getByText('Back'))
  expect(downloads).toEqual([])
  expect(screen.queryByText('Report Generated Successfully')).not.toBeInTheDocument()
})

test('closing asks while a report is made, and stopping ends the request', async () => {
  const app = await openWizard()
  app.server.hold(generateReport)
  const signals = signalsOf('/api/reports/generate')
  await toReview()
  await app.user.click(generate())
  await screen.findByText('Reading the data...')
  await app.user.keyboard('{Escape}')
  await findDialog('Stop generating the report?')
  await app.user.click(screen.getByText('Keep generating'))
  expect(signals()[0]?.aborted).toBe(false)
  await app.user.click(screen.getByLabelText('Close'))
  await findDialog('Stop generating the report?')
  await app.user.click(screen.getByText('Stop'))
  expect(await screen.findByText('Open again')).toBeInTheDocument()
  expect(signals()[0]?.aborted).toBe(true)
})

test('a wizard in which something was chosen asks before it is discarded', async () => {
  const app = await openWizard()
  await toLicenses()
  await app.user.keyboard('{Escape}')
  await findDialog('Discard this report?')
  await app.user.click(screen.getByText('Keep editing'))
  expect(screen.getByText('Select licenses')).toBeInTheDocument()
  await app.user.click(screen.getByLabelText('Close'))
  await app.user.click(await screen.findByText('Discard'))
  expect(await screen.findByText('Open again')).toBeInTheDocument()
})

test('an untouched wizard closes without a question', async () => {
  const app = await openWizard()
  await app.user.click(screen.getByLabelText('Close'))
  expect(await screen.findByText('Open again')).toBeInTheDocument()
})

test.each(['pdf', 'csv', 'json'] as const)(
  'a %s that comes without a name is called by its tenant and the time',
  async (format) => {
    const downloads = catchDownloads()
    const app = await openWizard()
    await toReview()
    await app.user.click(screen.getByText('Back'))
    await app.user.click(await screen.findByLabelText(new RegExp(`^${format}`, 'iu')))
    await app.user.click(nextButton())
    const send = globalThis.fetch
    vi.stubGlobal('fetch', async (address: string, request: RequestInit) =>
      address === '/api/reports/generate' ? new Response('A report') : send(address, request),
    )
    await app.user.click(generate())
    await waitFor(() => expect(downloads).toHaveLength(1))
    const [, timestamp] =
      new RegExp(`^tenant-report-${contoso.id}-(\\d{13})\\.${format}$`, 'u').exec(
        downloads[0]?.name ?? '',
      ) ?? []
    expect(Math.abs(Number(timestamp) - Date.now())).toBeLessThan(60_000)
  },
)

test('a report that fails says so in the server’s words, and the wizard stays', async () => {
  const app = await openWizard((server) =>
    server.refuse(generateReport, { status: 500, code: 'INTERNAL', message: 'No room left.' }),
  )
  await toReview()
  await app.user.click(generate())
  expect(await screen.findByText('Report Generation Failed')).toBeInTheDocument()
  expect(screen.getByText('No room left.')).toBeInTheDocument()
  expect(generate()).toBeInTheDocument()
  app.server.cut(generateReport)
  await app.user.click(generate())
  expect(await screen.findByText('Unknown error occurred')).toBeInTheDocument()
})

test('people who no longer hold a license are read again, and the wizard goes to the users', async () => {
  const message = '2 of the selected people no longer hold a selected license.'
  const app = await openWizard((server) =>
    server.refuse(generateReport, { status: 409, code: 'CONFLICT', message }),
  )
  await toReview()
  app.server.answer(listTenantUsers, pageOf([adele]))
  await app.user.click(generate())
  expect(await screen.findByText(message)).toBeInTheDocument()
  expect(screen.getByText('Select users')).toBeInTheDocument()
  expect(await screen.findByText('1 of 1 users selected')).toBeInTheDocument()
  expect(screen.queryByText('Report Generation Failed')).not.toBeInTheDocument()
})

/** The signals with which an address was asked. */
function signalsOf(address: string): () => readonly AbortSignal[] {
  const fetch = vi.spyOn(globalThis, 'fetch')
  return () =>
    fetch.mock.calls.flatMap(([asked, init]) =>
      asked === address && init?.signal ? init.signal : [],
    )
}
