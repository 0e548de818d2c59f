import { getPosture, getPostureChanges } from '@tenantscope/contract/posture'
import type { PostureChanges, PostureEstate } from '@tenantscope/contract/posture'
import { getPostureTrend } from '@tenantscope/contract/posture-trend'
import type { PostureTrend } from '@tenantscope/contract/posture-trend'
import { listTenantGroups } from '@tenantscope/contract/tenant-groups'
import { listTenants } from '@tenantscope/contract/tenants'
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { z } from 'zod'

import { createFormat } from '../../lib/format.ts'
import { catchDownloads, cellsOf } from '../../testing/downloads.ts'
import type { FakeServer } from '../../testing/fake-server.ts'
import { viewer } from '../../testing/people.ts'
import { guestCheck, legacyCheck, makePostureTenant, mfaCheck } from '../../testing/posture.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { expectSameTable } from '../../testing/same-table.ts'
import { makeGroup } from '../../testing/tenant-groups.ts'
import { noTenants } from '../../testing/tenant-lists.ts'

const contoso = makePostureTenant('Contoso', ['failed', 'passed', 'failed'], {
  score: 40,
  grade: 'F',
  members: { covered: 12, notCovered: 3, notKnown: 5 },
})
const alpine = makePostureTenant('Alpine', ['passed', 'failed', 'excepted'], {
  score: 71,
  grade: 'C',
  members: { covered: 1_200, notCovered: 0, notKnown: 0 },
})
const old = makePostureTenant('Zebra', ['notRead', 'notRead', 'notRead'], { isOld: true })
const fresh = makePostureTenant('Fresh', null, { dataAsOf: null })
// The checks of an area are not side by side in the reply.
const ESTATE: PostureEstate = {
  checks: [mfaCheck, guestCheck, legacyCheck],
  tenants: [alpine, contoso, fresh, old],
  inactiveTenants: 2,
  members: { covered: 1_212, notCovered: 3, notKnown: 5, tenantsNotKnown: 2 },
}
const CHANGES: z.input<typeof PostureChanges> = {
  changes: [
    {
      tenantId: contoso.tenantId,
      displayName: 'Contoso',
      checkId: mfaCheck.id,
      title: mfaCheck.title,
      severity: 'critical',
      change: 'regressed',
      verdict: 'failed',
      at: '2026-11-19T09:00:00.000Z',
    },
    {
      tenantId: alpine.tenantId,
      displayName: 'Alpine',
      checkId: guestCheck.id,
      title: guestCheck.title,
      severity: 'medium',
      change: 'unreadable',
      verdict: 'notRead',
      at: '2026-11-18T09:00:00.000Z',
    },
  ],
  more: 12,
}
const TREND: PostureTrend = {
  days: ['2026-11-17', '2026-11-18', '2026-11-19'],
  tenants: [0, 2, 3],
  checks: [
    { checkId: mfaCheck.id, failed: [0, 1, 2] },
    { checkId: legacyCheck.id, failed: [0, 1, 1] },
    { checkId: 'ca.of-a-later-version', failed: [0, 7, 7] },
  ],
}
const ALPINES = makeGroup({ name: 'Alps', tenantIds: [alpine.tenantId] })

async function open(search = '', prepare?: (server: FakeServer) => void) {
  const app = await renderApp({
    person: viewer,
    at: `/posture${search}`,
    prepare: (server) => {
      server.answer(listTenants, noTenants)
      server.answer(listTenantGroups, { groups: [ALPINES] })
      server.answer(getPosture, ESTATE)
      server.answer(getPostureChanges, CHANGES)
      server.answer(getPostureTrend, TREND)
      prepare?.(server)
    },
  })
  await screen.findByRole('heading', { level: 1, name: 'Posture' })
  return app
}

const findGrid = (name = 'Tenants by check') => screen.findByRole('grid', { name })

/** The names of the columns, and each row: the tenant with its score, and the symbols. */
const shown = (grid: HTMLElement) => ({
  columns: within(grid)
    .getAllByRole('columnheader')
    .slice(1)
    .map((head) => head.getAttribute('aria-label')),
  rows: within(grid)
    .getAllByRole('row')
    .slice(1)
    .map((row) => [
      within(row).getByRole('rowheader').textContent,
      ...within(row)
        .getAllByRole('gridcell')
        .map((cell) => (cell.querySelector('[aria-hidden]') ?? cell).textContent),
    ]),
})

const address = () => location.pathname + location.search

test('figures of outdated data are marked in the matrix and in the coverage, those of other tenants not', async () => {
  const outdated = { ...alpine, isOutdated: true }
  const estate = { ...ESTATE, tenants: [outdated, contoso] }
  const { user } = await open('', (server) => server.answer(getPosture, estate))
  expect(shown(await findGrid()).rows.map(([tenant]) => tenant)).toEqual([
    'Contoso 40% (F)',
    'Alpine 71% (C), outdated',
  ])
  await user.click(screen.getByRole('link', { name: 'MFA coverage' }))
  const marked = await screen.findAllByText('Outdated')
  expect(marked.map((mark) => mark.closest('tr')?.textContent)).toEqual([
    expect.stringContaining('Alpine'),
  ])
})

test('the matrix has the worst score first, checks by area, and a symbol for each verdict', async () => {
  await open()
  const grid = await findGrid()
  expect(shown(grid)).toEqual({
    columns: [
      'Conditional Access: MFA is required of everybody',
      'Conditional Access: Legacy authentication is blocked',
      'Guest accounts: Guests who do not sign in are blocked',
    ],
    rows: [
      ['Contoso 40% (F)', '✕', '✕', '✓'],
      ['Alpine 71% (C)', '✓', 'A', '✕'],
      ['Fresh Not judged yet', '·', '·', '·'],
      ['Zebra Not read for 7 days', '?', '?', '?'],
    ],
  })
  expect(
    within(grid).getByRole('link', {
      name: 'Alpine, Legacy authentication is blocked, Accepted risk',
    }),
  ).toHaveAttribute('href', `/tenant/${alpine.tenantId}?tab=security&check=ca.block-legacy`)
  const legend = screen.getByRole('list', { name: 'Legend' })
  expect(legend).toHaveTextContent(/Failed, critical.*Accepted risk.*Not judged yet/)
})

test('the summary names what is judged, what fails, and the tenants that are missing or old', async () => {
  const { user } = await open()
  await findGrid()
  expect(screen.getByRole('button', { name: 'Help: Posture' })).toBeInTheDocument()
  const terms = screen
    .getAllByRole('term')
    .map((term) => [term.textContent, term.nextElementSibling?.textContent])
  expect(terms).toEqual([
    ['Tenants judged', '3 of 4'],
    ['With a failed critical check', '1'],
    ['Average score', '55% (2 with a score)'],
    ['Checks that fail somewhere', '3 of 3'],
    ['Members covered by MFA', '99% (2 tenants not known)'],
  ])
  expect(
    screen.getByText('2 of 4 tenants have no current verdicts').parentElement,
  ).toHaveTextContent('Not read for 7 days: Zebra. Not judged yet: Fresh.')
  await user.click(screen.getByRole('link', { name: '1' }))
  await waitFor(() => expect(address()).toBe('/posture?severity=critical&verdict=failed'))
  await waitFor(async () =>
    expect(shown(await findGrid()).rows).toEqual([['Contoso 40% (F)', '✕']]),
  )
})

test('arrow keys, Home and End move between cells, and Enter opens the check of the tenant', async () => {
  const { user } = await open()
  const grid = await findGrid()
  const first = within(grid).getByRole('link', { name: 'Contoso 40% (F)' })
  act(() => first.focus())
  await user.keyboard('{ArrowRight}{ArrowDown}')
  expect(
    within(grid).getByRole('link', { name: 'Alpine, MFA is required of everybody, Passed' }),
  ).toHaveFocus()
  await user.keyboard('{End}')
  expect(document.activeElement).toHaveAccessibleName(/^Alpine, Guests who .*, Failed$/)
  await user.keyboard('{Control>}{End}{/Control}')
  expect(document.activeElement).toHaveAccessibleName(/^Zebra, Guests who .*, Not read$/)
  await user.keyboard('{Home}{Control>}{Home}{/Control}')
  expect(first).toHaveFocus()
  // One stop of the Tab key.
  expect(grid.querySelectorAll('[tabindex="0"]')).toHaveLength(1)
  await user.keyboard('{ArrowUp}{ArrowRight}')
  expect(document.activeElement).toHaveAttribute('href', '/posture/ca.mfa-all-users')
  await user.keyboard('{ArrowDown}{Enter}')
  expect(address()).toBe(`/tenant/${contoso.tenantId}?tab=security&check=ca.mfa-all-users`)
})

test('areas count their verdicts and are in the address', async () => {
  const { user } = await open('?severity=high')
  await findGrid()
  await user.click(screen.getByRole('link', { name: 'Areas' }))
  const grid = await findGrid('Tenants by area')
  expect(address()).toBe('/posture?severity=high&by=areas')
  expect(screen.getByRole('link', { name: 'Areas' })).toHaveAttribute('aria-current', 'page')
  expect(screen.getByRole('link', { name: 'Checks' })).not.toHaveAttribute('aria-current')
  expect(shown(grid).columns).toEqual(['Conditional Access'])
  await user.click(screen.getByRole('button', { name: 'Clear filters' }))
  await waitFor(() => expect(shown(grid).columns).toHaveLength(2))
  expect(shown(grid).rows).toEqual([
    ['Contoso 40% (F)', '2 ✕', '1 ✓'],
    ['Alpine 71% (C)', '1 ✓', '1 ✕'],
    ['Fresh Not judged yet', '·', '·'],
    ['Zebra Not read for 7 days', '2 ?', '1 ?'],
  ])
  expect(
    within(grid).getByRole('link', {
      name: 'Alpine, Conditional Access, 1 passed, 1 accepted risk',
    }),
  ).toBeInTheDocument()
  await user.selectOptions(screen.getByRole('combobox', { name: 'Verdict' }), 'Passed')
  await user.click(await within(grid).findByRole('link', { name: 'Conditional Access' }))
  expect(address()).toBe('/posture?area=ca&verdict=passed')
})

test('filters are in the address, and Back undoes them', async () => {
  const { user } = await open()
  const grid = await findGrid()
  await user.selectOptions(screen.getByRole('combobox', { name: 'Framework' }), 'SCuBA')
  await waitFor(() => expect(shown(grid).columns).toHaveLength(1))
  expect(address()).toBe('/posture?framework=scuba')
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Group' }), 'Alps')
  await waitFor(async () => expect(shown(await findGrid()).rows).toEqual([['Alpine 71% (C)', '✓']]))
  expect(address()).toBe(`/posture?framework=scuba&group=${ALPINES.id}`)
  act(() => history.back())
  await waitFor(async () => expect(shown(await findGrid()).rows).toHaveLength(4))
  act(() => history.back())
  await waitFor(async () => expect(shown(await findGrid()).columns).toHaveLength(3))
  expect(screen.getByRole('combobox', { name: 'Framework' })).toHaveDisplayValue('All Frameworks')
})

test('words find checks or tenants; without a result the filters can be cleared', async () => {
  const { user } = await open()
  await findGrid()
  const box = screen.getByRole('searchbox', { name: 'Search tenants and checks' })
  await user.type(box, 'conto')
  await waitFor(async () => expect(shown(await findGrid()).rows).toHaveLength(1))
  expect(shown(await findGrid()).columns).toHaveLength(3)
  await user.clear(box)
  await user.type(box, '5.2.2.3')
  await waitFor(async () => expect(shown(await findGrid()).columns).toHaveLength(1))
  expect(shown(await findGrid()).rows).toHaveLength(4)
  await user.type(box, 'x')
  expect(await screen.findByText('No tenant or check matches the filters')).toBeInTheDocument()
  await user.click(screen.getAllByRole('button', { name: 'Clear filters' })[1]!)
  await waitFor(async () => expect(shown(await findGrid()).columns).toHaveLength(3))
  expect(box).toHaveValue('')
  expect(address()).toBe('/posture')
})

test('the file has the rows, columns and order of the screen, with verdicts in words', async () => {
  const downloads = catchDownloads()
  const { user } = await open('?severity=critical')
  const grid = await findGrid()
  await user.click(screen.getByRole('button', { name: 'Export CSV' }))
  await waitFor(() => expect(downloads).toHaveLength(1))
  expect(downloads[0]!.name).toMatch(/^posture-matrix-\d{4}-\d\d-\d\d\.csv$/)
  const [heads, ...rows] = await cellsOf(downloads[0]!)
  expect(heads).toEqual([
    'Tenant',
    'Tenant ID',
    'Score (%)',
    'Grade',
    'Data As Of',
    'Members Covered by MFA',
    'Members Not Covered by MFA',
    'Members Not Known',
    'MFA is required of everybody',
  ])
  expect(
    rows.map(([tenant, , score, , , , open, , verdict]) => [tenant, score, open, verdict]),
  ).toEqual([
    ['Contoso', '40', '3', 'Failed'],
    ['Alpine', '71', '0', 'Passed'],
    ['Fresh', 'Not judged yet', 'Not read yet', 'Not judged yet'],
    ['Zebra', 'Not read for 7 days', 'Not read for 7 days', 'Not read'],
  ])
  await user.click(screen.getByRole('button', { name: 'Clear filters' }))
  await waitFor(() => expect(shown(grid).columns).toHaveLength(3))
  await user.click(screen.getByRole('button', { name: 'Export CSV' }))
  await waitFor(() => expect(downloads).toHaveLength(2))
  const [names = [], ...tenants] = await cellsOf(downloads[1]!)
  const checks = names.slice(8)
  expect(shown(grid).columns.map((name) => name?.replace(/^.*: /, ''))).toEqual(checks)
  expect(
    tenants.flatMap(([tenant, ...cells]) => cells.slice(7).map((text) => [tenant, text])),
  ).toEqual(
    within(grid)
      .getAllByRole('gridcell')
      .map((cell) => within(cell).getByRole('link').getAttribute('aria-label')?.split(', '))
      .map((words = []) => [words.at(0), words.at(-1)]),
  )
})

const tableRows = () =>
  within(screen.getByRole('table'))
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent)

test('what fails where is listed by severity and number of tenants', async () => {
  const downloads = catchDownloads()
  const { user } = await open()
  await findGrid()
  await user.click(screen.getByRole('link', { name: 'Fix first' }))
  await screen.findByRole('table')
  expect(address()).toBe('/posture?view=fix')
  expect(tableRows()).toEqual([
    expect.stringMatching(/^MFA is required.*CriticalFails in 1 of 4 tenants2 not known$/),
    expect.stringMatching(/^Legacy.*HighFails in 1 of 4 tenants2 not known, 1 accepted risk$/),
    expect.stringMatching(/^Guests.*MediumFails in 1 of 4 tenants2 not known$/),
  ])
  expect(screen.getByRole('link', { name: mfaCheck.title })).toHaveAttribute(
    'href',
    '/posture/ca.mfa-all-users',
  )
  await user.click(screen.getByRole('button', { name: 'Export CSV' }))
  await waitFor(() => expect(downloads).toHaveLength(1))
  expectSameTable(screen.getByRole('table'), await cellsOf(downloads[0]!), {
    Tenants: {
      header: 'Tenants: Failed',
      textOf: (count, row) => {
        const unknown = row['Tenants: not known']
        const accepted = row['Tenants: accepted risk']
        const risks = accepted === '0' ? '' : `, ${accepted} accepted risk`
        return `Fails in ${count} of ${row['Tenants']} tenants${unknown} not known${risks}`
      },
    },
    Share: null,
  })
})

test('failed checks over time are counted by severity; a day without a judged tenant is not known', async () => {
  const { user } = await open('?view=changes&severity=critical')
  await user.click(await screen.findByRole('button', { name: /^Show as table/ }))
  const rows = within(screen.getByRole('table', { name: /Failed checks over time/ }))
    .getAllByRole('row')
    .map(({ textContent }) => textContent)
  expect(rows).toEqual([
    'Day (UTC)Critical',
    'Nov 19, 20262',
    'Nov 18, 20261',
    'Nov 17, 2026not known',
  ])
  expect(screen.getByText(/0 judged tenants on the first day, 3 today/)).toBeVisible()
})

test('failed checks over time that cannot be loaded leave the list of changes', async () => {
  await open('?view=changes', (server) =>
    server.refuse(getPostureTrend, { status: 503, code: 'UNAVAILABLE', message: 'Try later.' }),
  )
  expect(await screen.findByText('Failed to load the failed checks over time')).toBeVisible()
  expect(await screen.findByText('12 changes more')).toBeVisible()
})

test('before the second day there is no chart of failed checks', async () => {
  await open('?view=changes', (server) =>
    server.answer(getPostureTrend, {
      days: ['2026-11-18', '2026-11-19'],
      tenants: [0, 3],
      checks: [],
    }),
  )
  expect(await screen.findByText(/Changes are shown from the second day on/)).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Show as table/ })).not.toBeInTheDocument()
})

test('members are counted per tenant, most not covered first, with the way to them', async () => {
  const downloads = catchDownloads()
  const { user } = await open('?severity=low')
  await user.click(await screen.findByRole('link', { name: '99% (2 tenants not known)' }))
  await screen.findByRole('table')
  expect(address()).toBe('/posture?view=coverage')
  expect(tableRows()).toEqual([
    'Contoso12 (60%)35',
    'Alpine1,200 (100%)00',
    'FreshNot read yetSee why',
    'ZebraNot read for 7 daysSee why',
  ])
  expect(screen.getByRole('link', { name: '3' })).toHaveAttribute(
    'href',
    `/tenant/${contoso.tenantId}?tab=security&people=notCovered`,
  )
  await user.click(screen.getByRole('button', { name: 'Export CSV' }))
  await waitFor(() => expect(downloads).toHaveLength(1))
  const listed = await cellsOf(downloads[0]!)
  expect(listed.slice(1).map(([tenant, , ...members]) => [tenant, ...members.slice(0, 3)])).toEqual(
    [
      ['Contoso', '12', '3', '5'],
      ['Alpine', '1200', '0', '0'],
      ['Fresh', ...Array<string>(3).fill('Not read yet')],
      ['Zebra', ...Array<string>(3).fill('Not read for 7 days')],
    ],
  )
  await user.type(screen.getByRole('searchbox', { name: 'Search tenants' }), 'zeb')
  await waitFor(() => expect(tableRows()).toHaveLength(1))
  await user.click(screen.getByRole('button', { name: 'Export CSV' }))
  await waitFor(() => expect(downloads).toHaveLength(2))
  expect((await cellsOf(downloads[1]!)).slice(1).map(([tenant]) => tenant)).toEqual(['Zebra'])
})

test('the tenants of the page add up to those of All Tenants, and the age is that of counted data', async () => {
  const aged = (tenant: typeof alpine, minutes: number) => ({
    ...tenant,
    dataAsOf: new Date(Date.now() - minutes * 60_000).toISOString(),
  })
  const tenants = [aged(alpine, 3), aged(contoso, 125), fresh, aged(old, 20_000)]
  await open('', (server) => server.answer(getPosture, { ...ESTATE, tenants }))
  expect(
    await screen.findByText(
      '2 with current verdicts + 1 not read for 7 days + 1 not judged yet + 2 inactive = 6 tenants',
    ),
  ).toBeInTheDocument()
  expect(screen.getByText(/Data as of: oldest/)).toHaveTextContent('oldest 2 hours ago')
  expect(screen.getByText(/· newest/)).toHaveTextContent('newest 3 minutes ago')
})

test('without a known number the summary does not say that all are covered', async () => {
  const members = { covered: 0, notCovered: 0, notKnown: 0, tenantsNotKnown: 2 }
  await open('', (server) => server.answer(getPosture, { ...ESTATE, members }))
  expect(await screen.findByRole('link', { name: 'Not known' })).toBeInTheDocument()
})

test('changes are listed for a time that is in the address, with how many more there are', async () => {
  const { user, server } = await open('?view=changes')
  await screen.findByText('12 changes more')
  expect(tableRows()).toEqual([
    expect.stringMatching(/Contoso.*MFA is required.*Critical.*Regressed.*Failed$/),
    expect.stringMatching(/Alpine.*Guests.*Medium.*Could not be read.*Not read$/),
  ])
  expect(screen.getByRole('link', { name: 'Contoso' })).toHaveAttribute(
    'href',
    `/tenant/${contoso.tenantId}?tab=security&check=ca.mfa-all-users`,
  )
  await user.selectOptions(screen.getByRole('combobox', { name: 'Changes since' }), 'Last 7 days')
  await waitFor(() => expect(server.requestsTo(getPostureChanges)).toHaveLength(2))
  expect(address()).toBe('/posture?view=changes&days=7')
  await screen.findByText('12 changes more')
  const downloads = catchDownloads()
  const { dateTime } = createFormat('America/Los_Angeles')
  const isFileSame = async (files: number) => {
    await user.click(screen.getByRole('button', { name: 'Export CSV' }))
    await waitFor(() => expect(downloads).toHaveLength(files))
    expectSameTable(screen.getByRole('table'), await cellsOf(downloads.at(-1)!), {
      Time: { textOf: (at) => dateTime(at) },
    })
  }
  await isFileSame(1)
  await user.selectOptions(screen.getByRole('combobox', { name: 'Severity' }), 'Critical')
  await waitFor(() => expect(tableRows()).toHaveLength(1))
  await isFileSame(2)
})

test('a failed load can be tried again', async () => {
  const { user, server } = await open('', (server) =>
    server.refuse(getPosture, { status: 503, code: 'UNAVAILABLE', message: 'Try later.' }),
  )
  expect(await screen.findByRole('alert')).toHaveTextContent(
    /Failed to load the posture.*Try later/,
  )
  server.answer(getPosture, ESTATE)
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await findGrid()).toBeInTheDocument()
})

test.each([
  ['No tenant was judged yet', [fresh]],
  ['No tenants to show', []],
])('%s is said with what to do', async (title, tenants) => {
  await open('', (server) => server.answer(getPosture, { ...ESTATE, tenants }))
  expect(await screen.findByText(title)).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Open All Tenants' })).toHaveAttribute(
    'href',
    '/dashboard',
  )
})

test('while the verdicts are loaded the page has its shape', async () => {
  let release: (() => void) | undefined
  await open('', (server) => {
    release = server.hold(getPosture)
  })
  expect(screen.getByLabelText('Loading the posture...')).toBeInTheDocument()
  release?.()
  expect(await findGrid()).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Posture' })).toHaveAttribute('aria-current', 'page')
})
