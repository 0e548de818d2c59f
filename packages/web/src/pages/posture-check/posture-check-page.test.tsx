import { TenantId } from '@tenantscope/contract/ids'
import { getPostureCheck } from '@tenantscope/contract/posture'
import type { PostureCheckOverview } from '@tenantscope/contract/posture'
import { listTenants } from '@tenantscope/contract/tenants'
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { createFormat } from '../../lib/format.ts'
import { catchDownloads, cellsOf } from '../../testing/downloads.ts'
import type { FakeServer } from '../../testing/fake-server.ts'
import { viewer } from '../../testing/people.ts'
import { mfaCheck } from '../../testing/posture.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { expectSameTable } from '../../testing/same-table.ts'
import { noTenants } from '../../testing/tenant-lists.ts'

type CheckedTenant = PostureCheckOverview['tenants'][number]

let made = 0

function makeRow(displayName: string, changes: Partial<CheckedTenant>): CheckedTenant {
  made += 1
  return {
    tenantId: TenantId.parse(`cccccccc-0000-4000-8000-${String(made).padStart(12, '0')}`),
    displayName,
    verdict: 'passed',
    since: '2026-10-01T09:00:00.000Z',
    dataAsOf: '2026-11-20T09:00:00.000Z',
    isOutdated: false,
    reason: 'A policy covers everybody.',
    objectCount: 0,
    ...changes,
  }
}

const contoso = makeRow('Contoso', {
  verdict: 'failed',
  reason: '3 people are not covered.',
  objectCount: 3,
})
const OVERVIEW: PostureCheckOverview = {
  check: {
    ...mfaCheck,
    why: 'A password alone is often stolen.',
    fix: ['Open Conditional Access.', 'Create a policy.'],
    effort: 'hours',
    userImpact: 'People confirm each sign-in.',
    licence: 'P1',
  },
  tenants: [
    makeRow('Alpine', {}),
    makeRow('Fresh', { verdict: null, since: null, dataAsOf: null, reason: null }),
    contoso,
    makeRow('Zebra', { verdict: 'notRead', reason: 'This was not read.' }),
  ],
}

async function open(at = '/posture/ca.mfa-all-users', prepare?: (server: FakeServer) => void) {
  return renderApp({
    person: viewer,
    at,
    prepare: (server) => {
      server.answer(listTenants, noTenants)
      server.answer(getPostureCheck, OVERVIEW)
      prepare?.(server)
    },
  })
}

const findTable = () => screen.findByRole('table', { name: 'Verdict by tenant, failed first' })
const rowsOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => [
      within(row).getByRole('rowheader').textContent,
      ...within(row)
        .getAllByRole('cell')
        .slice(0, 3)
        .map((cell) => cell.textContent),
    ])

test('outdated data is marked beside its date, that of other tenants not', async () => {
  const tenants = [makeRow('Older', { isOutdated: true }), makeRow('Alpine', {})]
  await open(undefined, (server) => server.answer(getPostureCheck, { ...OVERVIEW, tenants }))
  await findTable()
  const marked = screen.getAllByText('Outdated')
  expect(marked.map((mark) => mark.closest('tr')?.textContent)).toEqual([
    expect.stringContaining('Older'),
  ])
})

test('a check is explained, with its tenants: failed first, then those that are not known', async () => {
  await open()
  const table = await findTable()
  expect(screen.getByRole('button', { name: 'Help: Posture' })).toBeInTheDocument()
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(mfaCheck.title)
  expect(screen.getByRole('navigation', { name: 'Breadcrumb' })).toHaveTextContent(
    `Posture${mfaCheck.title}`,
  )
  const about = within(screen.getByRole('region', { name: 'About this check' }))
  expect(about.getAllByRole('listitem').map((step) => step.textContent)).toEqual(OVERVIEW.check.fix)
  expect(about.getByText('A password alone is often stolen.')).toBeInTheDocument()
  expect(about.getAllByRole('definition').map((fact) => fact.textContent)).toEqual([
    'Critical',
    'Conditional Access',
    'Hours',
    'People confirm each sign-in.',
    'Microsoft Entra ID P1',
    'CIS 5.2.2.2, MS.AAD.3.2v2',
  ])
  expect(rowsOf(table)).toEqual([
    ['Contoso', 'Failed', '3 people are not covered.', '3'],
    ['Zebra', 'Not read', 'This was not read.', 'Not read'],
    ['Fresh', 'Not judged yet', '', 'Not judged yet'],
    ['Alpine', 'Passed', 'A policy covers everybody.', '0'],
  ])
  expect(within(table).getByRole('link', { name: 'Contoso' })).toHaveAttribute(
    'href',
    `/tenant/${contoso.tenantId}?tab=security&check=ca.mfa-all-users`,
  )
  const counts = within(screen.getByRole('region', { name: '4 tenants' })).getAllByRole('listitem')
  expect(counts.map((count) => count.textContent)).toEqual([
    'Failed1',
    'Not read1',
    'Not judged yet1',
    'Passed1',
  ])
})

test('the verdict filter is in the address, Back undoes it, and the file has its rows', async () => {
  const downloads = catchDownloads()
  const { user } = await open()
  await findTable()
  const filter = screen.getByRole('combobox', { name: 'Verdict' })
  await user.selectOptions(filter, 'Not judged yet (1)')
  await waitFor(async () => expect(rowsOf(await findTable())).toHaveLength(1))
  expect(location.search).toBe('?verdict=notJudged')
  await user.click(screen.getByRole('button', { name: 'Export CSV' }))
  await waitFor(() => expect(downloads).toHaveLength(1))
  const [heads, ...rows] = await cellsOf(downloads[0]!)
  expect(heads).toEqual([
    'Tenant',
    'Tenant ID',
    'Verdict',
    'Reason',
    'Objects',
    'Since',
    'Data As Of',
  ])
  expect(rows.map(([tenant, , ...rest]) => [tenant, ...rest])).toEqual([
    ['Fresh', 'Not judged yet', '', 'Not judged yet', '', 'Never read'],
  ])
  act(() => history.back())
  await waitFor(async () => expect(rowsOf(await findTable())).toHaveLength(4))
  await user.click(screen.getByRole('button', { name: 'Export CSV' }))
  await waitFor(() => expect(downloads).toHaveLength(2))
  const { date, dateTime } = createFormat('America/Los_Angeles')
  expectSameTable(await findTable(), await cellsOf(downloads[1]!), {
    Since: { textOf: (at) => at && date(at) },
    'Data as of': { textOf: (at) => (at === 'Never read' ? at : dateTime(at)) },
  })
})

test('a verdict without tenants offers to clear the filter', async () => {
  const { user } = await open('/posture/ca.mfa-all-users?verdict=excepted')
  expect(await screen.findByText('No tenant has this verdict')).toBeInTheDocument()
  expect(screen.getByRole('combobox', { name: 'Verdict' })).toHaveDisplayValue('Accepted risk (0)')
  await user.click(screen.getByRole('link', { name: 'Clear filters' }))
  expect(rowsOf(await findTable())).toHaveLength(4)
})

test.each(['/posture/ca.unknown-check', '/posture/NONSENSE'])(
  '%s is no check, which the page says',
  async (at) => {
    await open(at, (server) =>
      server.refuse(getPostureCheck, { status: 404, code: 'NOT_FOUND', message: 'Not found' }),
    )
    expect(await screen.findByText('No check has this ID')).toBeInTheDocument()
    expect(screen.getByRole('heading', { level: 1, name: 'Check not found' })).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Show all checks' })).toHaveAttribute(
      'href',
      '/posture',
    )
  },
)

test('a failed load can be tried again', async () => {
  const { user, server } = await open(undefined, (server) => server.fail(getPostureCheck))
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load the check')
  server.answer(getPostureCheck, OVERVIEW)
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await findTable()).toBeInTheDocument()
})
