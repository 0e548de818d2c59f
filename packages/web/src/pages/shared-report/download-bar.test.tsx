import type { ReportFormat } from '@tenantscope/contract/report-document'
import { downloadSharedReport, readSharedReport } from '@tenantscope/contract/shares'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { StrictMode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'

import { catchDownloads } from '../../testing/downloads.ts'
import { installFakeServer } from '../../testing/fake-server.ts'
import type { FakeServer } from '../../testing/fake-server.ts'
import { sharedReportReply } from '../../testing/shared-reports.ts'
import { SharedReportPage } from './shared-report-page.tsx'
import { createVisit } from './visit.ts'

afterEach(() => vi.unstubAllGlobals())

async function openReport(prepare: (server: FakeServer) => void) {
  const server = installFakeServer()
  server.answer(readSharedReport, sharedReportReply())
  prepare(server)
  const visit = createVisit('aToken')
  await visit.open()
  render(
    <StrictMode>
      <SharedReportPage visit={visit} />
    </StrictMode>,
  )
  return { server, user: userEvent.setup(), downloads: catchDownloads() }
}

const button = (name: string) => screen.getByRole('button', { name })

test.each([
  ['PDF', 'pdf'],
  ['CSV', 'csv'],
  ['JSON', 'json'],
  ['Excel', 'xlsx'],
] as const satisfies [string, ReportFormat][])(
  'a download as %s is saved under the name that the server gave it',
  async (name, format) => {
    const { server, user, downloads } = await openReport((each) =>
      each.answerFile(downloadSharedReport, { name: `contoso.${format}`, content: 'file' }),
    )
    await user.click(button(`Download ${name}`))
    expect(await screen.findByText('Download Complete')).toBeVisible()
    expect(screen.getByRole('status')).toHaveTextContent(`Download Complete contoso.${format}`)
    expect(downloads.map((each) => each.name)).toEqual([`contoso.${format}`])
    const [asked, ...others] = server.requestsTo(downloadSharedReport)
    expect([asked?.params, asked?.query.get('format')]).toEqual([{ token: 'aToken' }, format])
    expect(others).toEqual([])
  },
)

test('a file without a name is a shared report of its format', async () => {
  const { user, downloads } = await openReport((server) =>
    server.answer(downloadSharedReport, 'file'),
  )
  await user.click(button('Download Excel'))
  await screen.findByText('Download Complete')
  expect(downloads.map(({ name }) => name)).toEqual(['shared-report.xlsx'])
})

test('the download in progress is marked, and the others wait for it', async () => {
  let release: (() => void) | undefined
  const { server, user } = await openReport((each) => {
    each.answerFile(downloadSharedReport, { name: 'contoso.pdf', content: 'file' })
    release = each.hold(downloadSharedReport)
  })
  await user.click(button('Download PDF'))
  const running = button('Downloading PDF')
  expect(running).toHaveAttribute('aria-busy', 'true')
  expect(running).toHaveFocus()
  expect(screen.getByRole('status')).toHaveTextContent('Preparing PDF…')
  for (const other of ['CSV', 'JSON', 'Excel']) {
    expect(button(`Download ${other}`)).toHaveAttribute('aria-disabled', 'true')
    await user.click(button(`Download ${other}`))
  }
  release?.()
  expect(await screen.findByText('Download Complete')).toBeVisible()
  expect(server.requestsTo(downloadSharedReport)).toHaveLength(1)
  expect(button('Download CSV')).toHaveAttribute('aria-disabled', 'false')
})

test.each([
  [
    'in the words of the server',
    (server: FakeServer) =>
      server.refuse(downloadSharedReport, {
        code: 'NOT_FOUND',
        status: 404,
        message: 'The link has ended.',
      }),
    'The link has ended.',
  ],
  [
    'with how long to wait',
    (server: FakeServer) =>
      server.refuse(downloadSharedReport, {
        code: 'TOO_MANY_ATTEMPTS',
        status: 429,
        message: 'Too many.',
        retryAfterSeconds: 90,
      }),
    'Too many. Try again in 2 minutes.',
  ],
  [
    'in own words where there are none',
    (server: FakeServer) => server.cut(downloadSharedReport),
    'Failed to download report',
  ],
] as const)(
  'a download that failed is said %s, and can be tried again',
  async (_, fail, message) => {
    const { server, user, downloads } = await openReport(fail)
    await user.click(button('Download CSV'))
    expect(await screen.findByText('Download Failed')).toBeVisible()
    expect(screen.getByRole('status')).toHaveTextContent(`Download Failed ${message}`)
    expect(downloads).toEqual([])
    server.answerFile(downloadSharedReport, { name: 'contoso.csv', content: 'file' })
    await user.click(button('Download CSV'))
    expect(await screen.findByText('Download Complete')).toBeVisible()
  },
)
