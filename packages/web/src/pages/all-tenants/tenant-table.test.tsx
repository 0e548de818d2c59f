import { getTenantDetails, listTenants } from '@tenantscope/contract/tenants'
import type { TenantListItem } from '@tenantscope/contract/tenants'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'

import { technician, viewer } from '../../testing/people.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { makeDetails } from '../../testing/tenant-details.ts'
import { listOf } from '../../testing/tenant-lists.ts'
import {
  makeFailure,
  makeFigures,
  makePosture,
  makeSavingsSummary,
  makeTenant,
} from '../../testing/tenants.ts'
import { setWindowWidth } from '../../testing/window-width.ts'

beforeEach(() => setWindowWidth(1_440))

const alpha = makeTenant({ displayName: 'Alpha' })
const beta = makeTenant({ displayName: 'Beta' })
const gamma = makeTenant({ displayName: 'Gamma' })

async function open(tenants: readonly TenantListItem[], person = viewer) {
  const app = await renderApp({
    person,
    at: '/dashboard',
    prepare: (server) => {
      server.answer(listTenants, listOf(tenants))
      server.answerWith(getTenantDetails, ({ params }) => {
        const tenant = tenants.find(({ id }) => id === params['tenantId'])
        return makeDetails(tenant ?? alpha)
      })
    },
  })
  return { ...app, grid: await screen.findByRole('grid', { name: 'Tenants' }) }
}

function rowOf({ displayName }: TenantListItem): HTMLElement {
  const row = screen.getByRole('link', { name: displayName }).closest<HTMLElement>('[role=row]')
  if (!row) throw new Error(`No row shows ${displayName}`)
  return row
}

test('assistive technology learns how many rows and columns there are', async () => {
  const { grid } = await open([alpha, beta, gamma])
  expect(grid).toHaveAttribute('aria-rowcount', '4')
  expect(grid).toHaveAttribute('aria-colcount', '11')
  expect(rowOf(gamma)).toHaveAttribute('aria-rowindex', '4')
  expect(
    within(grid)
      .getAllByRole('columnheader')
      .map((header) => header.textContent),
  ).toEqual([
    'Name',
    'Domain',
    'Status',
    'Access',
    'People',
    'Unused seats',
    'Savings (USD)',
    'MFA',
    'Posture',
    'Data as of',
    'Actions',
  ])
})

test('the arrow keys, Home and End move between rows', async () => {
  const { user } = await open([alpha, beta, gamma])
  rowOf(alpha).focus()
  await user.keyboard('{ArrowDown}')
  expect(rowOf(beta)).toHaveFocus()
  await user.keyboard('{End}')
  expect(rowOf(gamma)).toHaveFocus()
  await user.keyboard('{ArrowDown}')
  expect(rowOf(gamma)).toHaveFocus()
  await user.keyboard('{Home}')
  expect(rowOf(alpha)).toHaveFocus()
  await user.keyboard('{PageDown}{ArrowUp}')
  expect(rowOf(beta)).toHaveFocus()
})

test('only one row and its controls are in the tab order', async () => {
  const { user, grid } = await open([alpha, beta, gamma])
  rowOf(alpha).focus()
  await user.keyboard('{ArrowDown}')
  const stops = within(grid)
    .getAllByRole('row')
    .filter((row) => row.tabIndex === 0)
  expect(stops).toEqual([rowOf(beta)])
  for (const [tenant, tabIndex] of [
    [beta, 0],
    [alpha, -1],
  ] as const)
    for (const link of within(rowOf(tenant)).getAllByRole('link'))
      expect(link).toHaveProperty('tabIndex', tabIndex)
})

test('the keyboard reaches the first row by a link, or by one stop for each group of buttons', async () => {
  const { user, grid } = await open([alpha, beta], technician)
  const stops = Array.from(
    screen.getByRole('main').querySelectorAll<HTMLElement>('a, button, input, select, [tabindex]'),
  ).filter(({ tabIndex }) => tabIndex === 0)
  const first = stops.indexOf(rowOf(alpha))
  expect(first).toBeGreaterThan(0)
  expect(first).toBeLessThanOrEqual(14)
  for (const name of ['Summary', 'Table commands']) {
    const toolbar = screen.getByRole('toolbar', { name })
    expect(stops.filter((stop) => toolbar.contains(stop))).toHaveLength(1)
  }
  const header = within(grid).getAllByRole('row')[0]!
  expect(stops.filter((stop) => header.contains(stop))).toHaveLength(1)
  await user.click(screen.getByRole('link', { name: 'Skip to table' }))
  expect(rowOf(alpha)).toHaveFocus()
})

test('of a verdict the column shows two short lines, and the link has all of it', async () => {
  const partial = makeTenant({
    displayName: 'Partly',
    figures: makeFigures({ mfa: 'partial', mfaNotCovered: 12 }),
  })
  await open([partial])
  const link = screen.getByRole('link', { name: 'MFA: Partial, 12 not covered' })
  expect(link.textContent).toBe('Partial 12 not covered')
})

test('the posture of a tenant leads to its checks, also where there is no score', async () => {
  const poor = makeTenant({
    displayName: 'Poor',
    posture: makePosture({ score: 62, grade: 'D', criticalFailed: 3 }),
  })
  const gone = makeTenant({ displayName: 'Gone', status: 'Inactive', posture: null })
  const { user } = await open([
    poor,
    makeTenant({ displayName: 'Unjudged', posture: null }),
    makeTenant({ posture: makePosture({ score: null, grade: null }) }),
    makeTenant({ posture: makePosture({ score: null, grade: null, isOld: true }) }),
    gone,
  ])
  const links = screen.getAllByRole('link', { name: /^Posture: / })
  expect(links.map((link) => [link.getAttribute('aria-label'), link.textContent])).toEqual(
    expect.arrayContaining([
      ['Posture: 62% D, critical checks failed: 3', '62% D'],
      ['Posture: Not judged', '—'],
      ['Posture: No score', '—'],
      ['Posture: No score, not read for 7 days', '—'],
    ]),
  )
  expect(links).toHaveLength(4)
  await user.click(screen.getByRole('link', { name: /critical checks failed: 3$/ }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Poor' })).toBeInTheDocument()
  expect(location.pathname + location.search).toBe(`/tenant/${poor.id}?tab=security`)
})

test('Enter on a row opens the tenant', async () => {
  const { user } = await open([alpha, beta])
  rowOf(alpha).focus()
  await user.keyboard('{ArrowDown}{Enter}')
  expect(await screen.findByRole('heading', { level: 1, name: 'Beta' })).toBeInTheDocument()
  expect(location.pathname).toBe(`/tenant/${beta.id}`)
})

test('the complete tenant ID is copied', async () => {
  const { user } = await open([alpha])
  await user.click(screen.getByRole('button', { name: 'Columns' }))
  await user.click(await screen.findByRole('menuitemcheckbox', { name: 'TENANT ID' }))
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: 'Copy tenant ID of Alpha' }))
  expect(await navigator.clipboard.readText()).toBe(alpha.id)
  expect(await screen.findByText('Copied to Clipboard')).toBeInTheDocument()
})

test('the details dialog shows everything the row contains and returns the focus', async () => {
  const { user } = await open([alpha, beta])
  const opener = screen.getByRole('button', { name: 'View details of Beta' })
  await user.click(opener)
  const dialog = await screen.findByRole('dialog', { hidden: true })
  for (const text of [
    beta.id,
    beta.defaultDomainName ?? '',
    '12 (10 with any license)',
    'Standard',
  ])
    expect(within(dialog).getByText(text)).toBeInTheDocument()
  expect(within(dialog).queryByText('Copy diagnostics')).not.toBeInTheDocument()
  await user.keyboard('{Escape}')
  await waitFor(() =>
    expect(screen.queryByRole('dialog', { hidden: true })).not.toBeInTheDocument(),
  )
  await waitFor(() => expect(opener).toHaveFocus())
})

test('a tenant that could not be read says so in its row, and why and what to do in its details', async () => {
  const failed = makeTenant({
    displayName: 'Fabrikam',
    failure: makeFailure({ requestId: 'request-9', correlationId: 'correlation-9' }),
  })
  const { user } = await open([failed], technician)
  expect(within(rowOf(failed)).getByText('Last refresh failed')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'View details of Fabrikam' }))
  const dialog = await screen.findByRole('dialog', { hidden: true })
  expect(dialog).toHaveTextContent('Consent is missing')
  expect(dialog).toHaveTextContent('Admin consent is missing for this application.')
  await user.click(within(dialog).getByText('Copy diagnostics'))
  expect((await navigator.clipboard.readText()).split('\n')).toEqual([
    'Tenant: Fabrikam',
    `Tenant ID: ${failed.id}`,
    'Code: CONSENT_REQUIRED',
    'Message: Admin consent is missing for this application.',
    'Microsoft code: AADSTS65001',
    'Request ID: request-9',
    'Correlation ID: correlation-9',
    'Time: 2026-11-20T09:00:00.000Z',
  ])
})

test.each([
  ['HTML', '<img src=x onerror="alert(1)"><b>Bold</b>'],
  ['a formula', '=HYPERLINK("http://evil.example")'],
  ['right-to-left text with an override', 'مؤسسة \u202E reversed'],
  ['emoji', '👩‍🚀 Rocket 🚀'],
  ['200 characters', 'x'.repeat(200)],
])('a name of %s is shown as text, whole in its tooltip', async (_, displayName) => {
  // Inactive: the posture of a row that is read is a link, too.
  const { grid } = await open([makeTenant({ displayName, status: 'Inactive', posture: null })])
  const link = within(grid).getByRole('link')
  expect(link.textContent).toBe(displayName)
  expect(within(link).getByTitle(displayName)).toBeInTheDocument()
  expect(link.querySelector('bdi')).not.toBeNull()
  expect(grid.querySelector('img, b')).toBeNull()
})

test('on a phone a row has the MFA verdict as one word, and savings beside the domain', async () => {
  setWindowWidth(400)
  const partial = makeTenant({
    displayName: 'Partial Ltd',
    figures: makeFigures({
      mfa: 'partial',
      mfaNotCovered: 12,
      savings: makeSavingsSummary({ monthlyAmount: 1_404 }),
    }),
  })
  await open([partial])
  const row = within(rowOf(partial))
  expect(row.getByTitle('Partial (12 people not covered)')).toHaveTextContent(/^MFA: Partial$/)
  const savings = row.getByTitle('Possible savings per month')
  expect(savings).toHaveTextContent('USD 1,404.00')
  expect(savings.parentElement).toHaveTextContent(partial.defaultDomainName ?? '')
})

test('in a narrow window the remaining cells of a row are in its details', async () => {
  setWindowWidth(400)
  const { user, grid } = await open([alpha])
  expect(
    within(grid)
      .getAllByRole('columnheader')
      .map((header) => header.textContent),
  ).toEqual(['Name', 'Actions'])
  expect(rowOf(alpha)).toHaveTextContent('Active')
  expect(rowOf(alpha)).toHaveTextContent(alpha.defaultDomainName ?? '')
  // What a phone has no columns for is under the name.
  expect(rowOf(alpha)).toHaveTextContent('Full Access')
  expect(rowOf(alpha)).toHaveTextContent('MFA: ')
  const opener = screen.getByRole('button', { name: 'Actions for Alpha' })
  await user.click(opener)
  // A browser moves the focus into the menu by itself.
  const entry = await screen.findByRole('menuitem', { name: 'View details' })
  act(() => entry.focus())
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('menu')).not.toBeInTheDocument())
  expect(opener).toHaveFocus()
  await user.click(opener)
  await user.click(await screen.findByRole('menuitem', { name: 'View details' }))
  expect(await screen.findByRole('dialog', { hidden: true })).toHaveTextContent('Unused seats')
  await user.keyboard('{Escape}')
  await waitFor(() =>
    expect(screen.queryByRole('dialog', { hidden: true })).not.toBeInTheDocument(),
  )
  await waitFor(() => expect(opener).toHaveFocus())
})

test('of 1,000 tenants only the rows in sight exist', async () => {
  const many = Array.from({ length: 1_000 }, () => makeTenant({}))
  const { grid } = await open(many)
  expect(within(grid).getAllByRole('row').length).toBeLessThan(50)
  expect(grid).toHaveAttribute('aria-rowcount', '1001')
  expect(screen.getByText('Showing 1,000 of 1,000 tenants')).toBeInTheDocument()
})

test('however far the page is scrolled, the row that the Tab key reaches exists', async () => {
  onTestFinished(() => {
    vi.stubGlobal('scrollY', 0)
  })
  const many = Array.from({ length: 1_000 }, () => makeTenant({}))
  const { user, grid } = await open(many)
  const [first, second, third] = many
  if (!first || !second || !third) throw new Error('There are no tenants')
  const tabStops = () =>
    within(grid)
      .getAllByRole('row')
      .filter((row) => row.tabIndex === 0)

  scrollPageTo(20_000)
  await waitUntilGone(second)
  expect(tabStops()).toEqual([rowOf(first)])
  act(() => rowOf(first).focus())
  await user.keyboard('{ArrowDown}')
  await waitFor(() => expect(rowOf(second)).toHaveFocus())

  act(() => rowOf(second).blur())
  scrollPageTo(0)
  await screen.findByRole('link', { name: third.displayName })
  scrollPageTo(20_000)
  await waitUntilGone(third)
  expect(tabStops()).toEqual([rowOf(second)])
})

function waitUntilGone({ displayName }: TenantListItem) {
  return waitFor(() => expect(screen.queryByRole('link', { name: displayName })).toBeNull())
}

function scrollPageTo(top: number) {
  vi.stubGlobal('scrollY', top)
  fireEvent.scroll(window)
}
