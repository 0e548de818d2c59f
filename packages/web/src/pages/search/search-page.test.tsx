import { searchOneKind } from '@tenantscope/contract/search'
import type { SearchPage } from '@tenantscope/contract/search'
import { listTenants } from '@tenantscope/contract/tenants'
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { z } from 'zod'

import type { FakeServer } from '../../testing/fake-server.ts'
import { viewer } from '../../testing/people.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { noTenants } from '../../testing/tenant-lists.ts'
import { makeTenant } from '../../testing/tenants.ts'

const contoso = makeTenant({ displayName: 'Contoso' })
const ofContoso = { tenantId: contoso.id, tenantName: 'Contoso', isOutdated: false }
const HOSTILE = '<b>\u202EAnna</b>'

const PAGES: Record<string, z.input<typeof SearchPage>> = {
  tenants: {
    kind: 'tenants',
    total: 1,
    items: [
      {
        ...ofContoso,
        defaultDomainName: 'contoso.com',
        issues: [{ kind: 'overallocated', licenses: 1, seats: 8, endsAt: null }],
      },
    ],
  },
  people: {
    kind: 'people',
    total: 2,
    items: [
      {
        ...ofContoso,
        userId: 'p1',
        name: HOSTILE,
        userPrincipalName: 'anna@contoso.com',
        isNotCovered: true,
      },
      {
        ...ofContoso,
        userId: 'p2',
        name: 'Anna',
        userPrincipalName: null,
        isNotCovered: false,
      },
    ],
  },
  licenses: {
    kind: 'licenses',
    total: 1,
    items: [
      {
        ...ofContoso,
        skuId: 's1',
        displayName: 'Annapurna',
        skuPartNumber: 'ANNA',
        enabledUnits: 54,
        consumedUnits: 1_062,
        issues: [{ kind: 'overallocated', seats: 1_008, endsAt: null }],
      },
    ],
  },
  policies: {
    kind: 'policies',
    total: 1,
    items: [{ ...ofContoso, policyId: 'c1', displayName: 'Block Anna', state: 'disabled' }],
  },
  checks: {
    kind: 'checks',
    total: 1,
    items: [{ checkId: 'app.anna', title: 'Anna is blocked', severity: 'critical' }],
  },
}

/** 120 people in pages of 50. */
function manyPeople({ query }: { query: URLSearchParams }): z.input<typeof SearchPage> {
  const start = (Number(query.get('page') ?? 1) - 1) * 50
  const items = Array.from({ length: Math.max(0, Math.min(50, 120 - start)) }, (_, index) => ({
    ...ofContoso,
    userId: `p${start + index + 1}`,
    name: `Anna ${start + index + 1}`,
    userPrincipalName: null,
    isNotCovered: false,
  }))
  return { kind: 'people', items, total: 120 }
}

async function open(at: string, prepare?: (server: FakeServer) => void) {
  const app = await renderApp({
    person: viewer,
    at,
    prepare: (server) => {
      server.answer(listTenants, noTenants)
      server.answerWith(searchOneKind, ({ query }) => PAGES[query.get('kind') ?? '']!)
      prepare?.(server)
    },
  })
  await screen.findByRole('heading', { level: 1, name: 'Search results' })
  return app
}

const rows = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => [
      within(row).getByRole('rowheader').textContent,
      ...within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ])
const heads = () => screen.getAllByRole('columnheader').map((head) => head.textContent)
const address = () => location.pathname + location.search

test('the figures of outdated data are marked', async () => {
  await open('/search?q=anna&kind=licenses', (server) => {
    const page = PAGES['licenses']
    if (page?.kind !== 'licenses') throw new Error('There is no page of licenses')
    const items = page.items.map((item) => ({ ...item, isOutdated: true }))
    server.answer(searchOneKind, { ...page, items })
  })
  expect(await screen.findByText(/, data outdated$/)).toHaveTextContent(
    '1,062 of 54 assigned, 1,008 over-allocated seats, data outdated',
  )
})

/** The navigation at the top has a link 'Licenses' too. */
const kindLink = (tab: string) => screen.getAllByRole('link', { name: tab }).at(-1)!

test('each kind has its own address, columns and ways to what was found', async () => {
  const { user } = await open('/search?q=anna&kind=people')
  expect(await screen.findByText('2 results')).toBeInTheDocument()
  expect(heads()).toEqual(['Person', 'User name', 'Tenant'])
  expect(rows()).toEqual([
    [`${HOSTILE}Not covered by MFA`, 'anna@contoso.com', 'Contoso'],
    ['Anna', '', 'Contoso'],
  ])
  expect(screen.getByRole('link', { name: HOSTILE })).toHaveAttribute(
    'href',
    `/tenant/${contoso.id}?tab=security&people=notCovered&person=p1`,
  )
  expect(screen.getByRole('link', { name: 'Anna' })).toHaveAttribute(
    'href',
    `/tenant/${contoso.id}?tab=organization&person=p2`,
  )
  expect(screen.getAllByText('Anna', { selector: 'mark' })).toHaveLength(2)

  for (const [tab, kind, columns, texts, href] of [
    [
      'Tenants',
      'tenants',
      ['Tenant', 'Domain', 'License problems'],
      ['Contoso', 'contoso.com', '8 over-allocated seats'],
      `/tenant/${contoso.id}`,
    ],
    [
      'Licenses',
      'licenses',
      ['License', 'Part number', 'Tenant', 'Seats'],
      ['Annapurna', 'ANNA', 'Contoso', '1,062 of 54 assigned, 1,008 over-allocated seats'],
      `/tenant/${contoso.id}?tab=licenses&license=s1`,
    ],
    [
      'Conditional Access policies',
      'policies',
      ['Policy', 'State', 'Tenant'],
      ['Block Anna', 'Disabled', 'Contoso'],
      `/tenant/${contoso.id}?tab=security&policy=c1`,
    ],
    [
      'Checks',
      'checks',
      ['Check', 'Check ID', 'Severity and area'],
      ['Anna is blocked', 'app.anna', 'Critical, Applications'],
      '/posture/app.anna',
    ],
  ] as const) {
    await user.click(kindLink(tab))
    await waitFor(() => expect(heads()).toEqual(columns))
    expect(address()).toBe(`/search?q=anna&kind=${kind}`)
    expect(kindLink(tab)).toHaveAttribute('aria-current', 'page')
    expect(rows()).toEqual([texts])
    expect(screen.getByText('1 result')).toBeInTheDocument()
    expect(screen.getByRole('link', { name: texts[0] })).toHaveAttribute('href', href)
  }
})

test('Next and Previous go through all pages, and so does Back', async () => {
  const { user, server } = await open('/search?q=anna&kind=people', (server) =>
    server.answerWith(searchOneKind, manyPeople),
  )
  expect(await screen.findByText('Showing 1–50 of 120')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Previous' })).toHaveAttribute('aria-disabled', 'true')
  const next = screen.getByRole('button', { name: 'Next' })
  await user.click(next)
  expect(await screen.findByText('Showing 51–100 of 120')).toBeInTheDocument()
  expect(address()).toBe('/search?q=anna&kind=people&page=2')
  expect(next).toHaveFocus()
  await user.keyboard('{Enter}')
  expect(await screen.findByText('Showing 101–120 of 120')).toBeInTheDocument()
  expect(next).toHaveAttribute('aria-disabled', 'true')
  await user.click(next)
  expect(address()).toBe('/search?q=anna&kind=people&page=3')
  act(() => history.back())
  expect(await screen.findByText('Showing 51–100 of 120')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Previous' }))
  expect(await screen.findByText('Showing 1–50 of 120')).toBeInTheDocument()
  expect(address()).toBe('/search?q=anna&kind=people')
  expect(server.requestsTo(searchOneKind).map(({ query }) => query.get('page'))).toEqual([
    '1',
    '2',
    '3',
    '2',
    '1',
  ])
})

test('a link to a page after the last one leads to the first', async () => {
  const { user } = await open('/search?q=anna&kind=people&page=9', (server) =>
    server.answerWith(searchOneKind, manyPeople),
  )
  expect(await screen.findByText('This page has no results')).toBeInTheDocument()
  await user.click(screen.getByRole('link', { name: 'Show the first page' }))
  expect(await screen.findByText('Showing 1–50 of 120')).toBeInTheDocument()
})

test('new words are searched for from the first page of the same kind', async () => {
  const { user, server } = await open('/search?q=anna&kind=people&page=2', (server) =>
    server.answerWith(searchOneKind, manyPeople),
  )
  await screen.findByText('Showing 51–100 of 120')
  const box = screen.getByRole('searchbox', { name: /^Search tenants, users/ })
  expect(box).toHaveValue('anna')
  await user.clear(box)
  await user.type(box, '365')
  await waitFor(() => expect(server.requestsTo(searchOneKind)).toHaveLength(2))
  const { query } = server.requestsTo(searchOneKind)[1]!
  expect([...query]).toEqual([
    ['q', '365'],
    ['kind', 'people'],
    ['page', '1'],
  ])
  expect(await screen.findByText('Showing 1–50 of 120')).toBeInTheDocument()
  await user.clear(box)
  expect(await screen.findByText('Enter a search term')).toBeInTheDocument()
  await user.type(box, 'a')
  expect(await screen.findByText('Enter at least 2 characters')).toBeInTheDocument()
  expect(server.requestsTo(searchOneKind)).toHaveLength(2)
})

test('parameters of the address that are unknown are ignored', async () => {
  const { server } = await open('/search?q=365&kind=x&page=-1')
  expect(await screen.findByText('1 result')).toBeInTheDocument()
  const { query } = server.requestsTo(searchOneKind)[0]!
  expect([...query].flat()).toEqual(['q', '365', 'kind', 'tenants', 'page', '1'])
})

test('loading, nothing found and a failure are said, and a failed search can be tried again', async () => {
  let release: (() => void) | undefined
  const { user, server } = await open('/search?q=anna&kind=policies', (server) => {
    server.answer(searchOneKind, { kind: 'policies', items: [], total: 0 })
    release = server.hold(searchOneKind)
  })
  expect(screen.getByText('Searching...')).toBeInTheDocument()
  release?.()
  expect(await screen.findByText('No Conditional Access policies found')).toBeInTheDocument()
  expect(screen.getByText('0 results')).toBeInTheDocument()
  server.refuse(searchOneKind, {
    status: 503,
    code: 'UNAVAILABLE',
    message: 'The database is away.',
  })
  await user.click(screen.getByRole('link', { name: 'People' }))
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent(/The search failed.*The database is away\..*request-1/)
  server.answerWith(searchOneKind, () => PAGES['people']!)
  await user.click(within(alert).getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('2 results')).toBeInTheDocument()
})
