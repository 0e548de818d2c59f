import {
  getTenantPosture,
  getTenantPostureChanges,
  getTenantPostureCheck,
} from '@tenantscope/contract/posture'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { createFormat } from '../../../lib/format.ts'
import { catchDownloads, cellsOf } from '../../../testing/downloads.ts'
import { openSecurity } from '../../../testing/open-security.ts'
import { expectSameTable } from '../../../testing/same-table.ts'
import { findButton } from '../../../testing/submits/submit.tsx'
import { makeCheck, makeCheckDetails, makePosture } from '../../../testing/tenant-posture.ts'
import { makePosture as makeSummary } from '../../../testing/tenants.ts'

const unread = makeCheck({
  title: 'Unread critical',
  severity: 'critical',
  verdict: 'notRead',
  objects: [],
})
const failed = makeCheck({ title: 'Failed critical', severity: 'critical' })
const low = makeCheck({ title: 'Failed low', severity: 'low', id: 'dns.spf', more: 7 })
const passed = makeCheck({ title: 'Passed high', verdict: 'passed', objects: [] })
const accepted = makeCheck({ title: 'Accepted medium', severity: 'medium', verdict: 'excepted' })
const all = [low, passed, unread, accepted, failed]

const rows = () => screen.findAllByRole('rowheader')
const titles = async () => (await rows()).map((row) => within(row).getByRole('button').textContent)

test('critical checks come first, failures before unread ones, and passed ones are not in the way', async () => {
  await openSecurity(all)
  expect(await titles()).toEqual(['Failed critical', 'Unread critical', 'Failed low'])
  const row = screen.getByRole('button', { name: 'Failed low' }).closest('tr')
  for (const text of ['Mail protection (DNS)', 'Low', 'Failed', 'Oct 01, 2026', '8'])
    expect(row).toHaveTextContent(text)
})

async function badgeOf(title: string) {
  const row = (await screen.findByRole('button', { name: title })).closest('tr')!
  return within(row).getByText('Critical')
}

test('the severity of a passed check has no color of alarm', async () => {
  const passedToo = makeCheck({ title: 'Passed critical', severity: 'critical', verdict: 'passed' })
  await openSecurity([failed, passedToo], { search: '&verdict=all' })
  const [alarming, muted] = [await badgeOf('Failed critical'), await badgeOf('Passed critical')]
  expect(alarming.className).not.toBe(muted.className)
  expect(getComputedStyle(muted).backgroundColor).not.toBe(
    getComputedStyle(alarming).backgroundColor,
  )
})

test('the score says what counts, how old it is and how much was judged', async () => {
  await openSecurity(all)
  const card = await screen.findByRole('region', { name: 'Score' })
  await within(card).findByText('72%')
  expect(within(card).getByRole('button', { name: 'Help: Posture' })).toBeInTheDocument()
  for (const text of ['Grade C', '88% of the weight was judged', 'Data as of', 'Judged'])
    expect(card).toHaveTextContent(text)
  expect(card).not.toHaveTextContent('All Tenants')
  const counts = within(card).getByRole('list', { name: 'Checks by verdict' })
  expect(counts).toHaveTextContent(
    'Failed2Not read1No permission0Accepted risk1Not licensed0Passed1Not applicable0',
  )
})

test.each([
  [
    { status: 'Inactive', posture: null },
    'This tenant is inactive and is no longer judged. All Tenants and Posture show no score',
  ],
  [
    { posture: makeSummary({ score: null, grade: null, isOld: true }) },
    'This tenant was not read for 7 days: All Tenants and Posture count its checks as not read',
  ],
] as const)('where the lists show another score the card says why: %o', async (tenant, text) => {
  await openSecurity(all, { tenant })
  const card = await screen.findByRole('region', { name: 'Score' })
  await within(card).findByText('72%')
  expect(card).toHaveTextContent(text)
})

test('a count of the score lists these checks, and back returns to the list before', async () => {
  const { user } = await openSecurity(all)
  const counts = await screen.findByRole('list', { name: 'Checks by verdict' })
  await user.click(within(counts).getByRole('link', { name: 'Passed' }))
  await waitFor(async () => expect(await titles()).toEqual(['Passed high']))
  expect(screen.getByLabelText('Verdict')).toHaveValue('passed')
  history.back()
  await waitFor(async () => expect(await titles()).toHaveLength(3))
})

test('without enough judged weight there is no score, and the reason is given', async () => {
  const score = { ...makePosture(all).score, percent: null, grade: null, judgedPercent: 31 }
  await openSecurity(all, { posture: { score } })
  const card = await screen.findByRole('region', { name: 'Score' })
  expect(await within(card).findByText('No score')).toBeInTheDocument()
  expect(card).toHaveTextContent('Only 31% of the weight was judged. At least half is required.')
})

test('filters are in the address: a link opens them, and a choice changes it', async () => {
  const { user } = await openSecurity(all, { search: '&verdict=all&area=dns' })
  expect(await titles()).toEqual(['Failed low'])
  await user.selectOptions(screen.getByLabelText('Area'), 'All areas')
  await waitFor(async () => expect(await titles()).toHaveLength(5))
  await user.type(screen.getByRole('searchbox', { name: 'Search checks' }), 'medium')
  await waitFor(async () => expect(await titles()).toEqual(['Accepted medium']))
  expect(location.search).toContain('q=medium')
  expect(location.search).not.toContain('area=')
})

test('a filter without a match offers all checks', async () => {
  const { user } = await openSecurity([passed], { search: '&q=nothing' })
  expect(await screen.findByText('No check matches your filter')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Show all checks' }))
  expect(await titles()).toEqual(['Passed high'])
})

test('a tenant without failures says so', async () => {
  await openSecurity([passed])
  expect(await screen.findByText('No check failed')).toBeInTheDocument()
})

test('the file has the listed checks in their order', async () => {
  const { user } = await openSecurity(all)
  const downloads = catchDownloads()
  await titles()
  await user.click(screen.getByRole('button', { name: 'Export CSV' }))
  await waitFor(() => expect(downloads).toHaveLength(1))
  const [download] = downloads
  if (download === undefined) throw new Error('Nothing was saved')
  const [head, ...cells] = await cellsOf(download)
  expect(download.name).toMatch(/^checks-contoso\.com-/u)
  expect(head?.slice(0, 5)).toEqual(['Check', 'Check ID', 'Area', 'Severity', 'Verdict'])
  expect(cells.map(([title]) => title)).toEqual([
    'Failed critical',
    'Unread critical',
    'Failed low',
  ])
  expect(head?.[6]).toBe('Objects')
  expect(cells.map((row) => row[6])).toEqual(['1', 'Not read', '8'])
  const { date } = createFormat('America/Los_Angeles')
  const asListed = {
    Check: {
      textOf: (title: string, row: Readonly<Record<string, string>>) =>
        title + [row['Area'], ...(row['Benchmarks']?.split('; ') ?? [])].join(' · '),
    },
    Since: { textOf: (at: string) => at && date(at) },
  }
  const table = screen.getByRole('table', { name: 'Checks, the most severe first' })
  expectSameTable(table, [head ?? [], ...cells], asListed)
  await user.selectOptions(screen.getByLabelText('Verdict'), 'All verdicts')
  await waitFor(async () => expect(await titles()).toHaveLength(5))
  await user.click(screen.getByRole('button', { name: 'Export CSV' }))
  await waitFor(() => expect(downloads).toHaveLength(2))
  expectSameTable(table, await cellsOf(downloads[1]!), asListed)
})

test('the first judging under way is said, and the changes do not count it as news', async () => {
  await openSecurity([], { posture: { judgedAt: null } })
  expect(await screen.findByText('The first judging is under way')).toBeInTheDocument()
  expect(screen.queryByRole('region', { name: 'Checks' })).not.toBeInTheDocument()
  expect(await screen.findByText('Nothing changed in this period.')).toBeInTheDocument()
})

test('of an inactive tenant that was never judged no judging is announced', async () => {
  await openSecurity([], {
    tenant: { status: 'Inactive', posture: null },
    posture: { judgedAt: null },
  })
  expect(await screen.findByText(/is no longer judged/)).toBeInTheDocument()
  expect(screen.queryByText('The first judging is under way')).not.toBeInTheDocument()
})

test('checks that cannot be loaded can be tried again', async () => {
  const { server, user } = await openSecurity(all, {
    prepare: (each) =>
      each.refuse(getTenantPosture, { status: 500, code: 'INTERNAL', message: 'Broken.' }),
  })
  expect(await screen.findByText('The checks could not be loaded')).toBeInTheDocument()
  server.answer(getTenantPosture, makePosture(all))
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await titles()).toHaveLength(3)
})

test('a change opens its check, and the period is in the address', async () => {
  const { server, user } = await openSecurity([failed], {
    prepare: (each) =>
      each.answer(getTenantPostureChanges, {
        changes: [
          {
            checkId: failed.id,
            title: 'Changed check',
            severity: 'critical',
            change: 'regressed',
            verdict: 'failed',
            at: '2026-11-19T09:00:00.000Z',
          },
        ],
        more: 0,
      }),
  })
  const card = await screen.findByRole('region', { name: 'What changed' })
  expect(await within(card).findByText('Regressed')).toBeInTheDocument()
  await user.selectOptions(within(card).getByLabelText('Period'), 'Last 90 days')
  await waitFor(() => expect(location.search).toContain('days=90'))
  await waitFor(() => expect(server.requestsTo(getTenantPostureChanges)).toHaveLength(2))
  await user.click(within(card).getByRole('button', { name: 'Changed check' }))
  await waitFor(() => expect(location.search).toContain(`check=${failed.id}`))
})

test('the list opens a check in a panel; back closes it, and the button of the panel too', async () => {
  const { user } = await openSecurity(all, {
    prepare: (server) => server.answer(getTenantPostureCheck, makeCheckDetails(failed)),
  })
  await user.click(await screen.findByRole('button', { name: 'Failed critical' }))
  expect(await screen.findByText('A stolen password is enough to sign in.')).toBeInTheDocument()
  history.back()
  await waitFor(() => expect(screen.queryByText('Why it matters')).not.toBeInTheDocument())
  await user.click(screen.getByRole('button', { name: 'Failed critical' }))
  await screen.findByText('Why it matters')
  fireEvent.click(await findButton('Close'))
  await waitFor(() => expect(screen.queryByText('Why it matters')).not.toBeInTheDocument())
  expect(location.search).not.toContain('check=')
})

test('new data that is not judged yet is read again until it is', async () => {
  vi.useFakeTimers({
    shouldAdvanceTime: true,
    toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'],
  })
  const { server } = await openSecurity([failed], {
    posture: { judgedAt: '2026-11-19T09:00:00.000Z' },
  })
  await titles()
  server.answer(getTenantPosture, makePosture([failed, low]))
  await act(() => vi.advanceTimersByTimeAsync(6_000))
  await waitFor(async () => expect(await titles()).toHaveLength(2))
  await act(() => vi.advanceTimersByTimeAsync(20_000))
  expect(server.requestsTo(getTenantPosture)).toHaveLength(2)
})
