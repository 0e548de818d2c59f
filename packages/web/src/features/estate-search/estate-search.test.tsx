import { searchEstate, searchOneKind } from '@tenantscope/contract/search'
import type { SearchResult } from '@tenantscope/contract/search'
import { getTenantDetails, listTenants } from '@tenantscope/contract/tenants'
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { z } from 'zod'

import { viewer } from '../../testing/people.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { makeDetails } from '../../testing/tenant-details.ts'
import { listOf, noTenants } from '../../testing/tenant-lists.ts'
import { makeTenant } from '../../testing/tenants.ts'

const contoso = makeTenant({ displayName: 'Contoso' })
const ofContoso = { tenantId: contoso.id, tenantName: 'Contoso', isOutdated: false }
const nothing: z.input<typeof SearchResult> = {
  tenants: { items: [], isMore: false },
  people: { items: [], isMore: false },
  licenses: { items: [], isMore: false },
  policies: { items: [], isMore: false },
  checks: { items: [], isMore: false },
}
const everything: z.input<typeof SearchResult> = {
  tenants: {
    items: [
      {
        ...ofContoso,
        defaultDomainName: 'contoso.com',
        issues: [
          { kind: 'overallocated', licenses: 1, seats: 8, endsAt: null },
          { kind: 'retired', licenses: 1, seats: 40, endsAt: null },
        ],
      },
    ],
    isMore: false,
  },
  people: {
    items: [
      {
        ...ofContoso,
        userId: 'p1',
        name: 'Connie <b>Tenso</b>',
        userPrincipalName: 'connie@contoso.com',
        isNotCovered: true,
      },
      {
        ...ofContoso,
        userId: 'p2',
        name: 'No Address',
        userPrincipalName: null,
        isNotCovered: false,
      },
    ],
    isMore: true,
  },
  licenses: {
    items: [
      {
        ...ofContoso,
        skuId: 's1',
        displayName: 'Conferencing',
        skuPartNumber: 'MCOMEETADV',
        enabledUnits: 54,
        consumedUnits: 1_062,
        issues: [
          { kind: 'overallocated', seats: 1_008, endsAt: null },
          { kind: 'grace', seats: 9, endsAt: '2027-01-05T12:00:00.000Z' },
        ],
      },
    ],
    isMore: false,
  },
  policies: {
    items: [
      {
        ...ofContoso,
        policyId: 'c1',
        displayName: 'Control admins',
        state: 'enabledForReportingButNotEnforced',
      },
    ],
    isMore: false,
  },
  checks: {
    items: [{ checkId: 'app.user-consent', title: 'User consent is limited', severity: 'high' }],
    isMore: false,
  },
}

async function openApp(answer: z.input<typeof SearchResult> = everything) {
  const app = await renderApp({
    person: viewer,
    at: '/overview',
    prepare: (server) => {
      server.answer(listTenants, noTenants)
      server.answer(searchEstate, answer)
    },
  })
  await screen.findByRole('heading', { level: 1, name: 'Overview' })
  return app
}

async function openSearch(user: UserEvent) {
  await user.keyboard('{Control>}k{/Control}')
  const field = await screen.findByRole('combobox', { hidden: true, name: /^Search tenants, u/ })
  // Fluent gives it the focus by itself where it has a layout.
  field.focus()
  return field
}

const options = () => screen.getAllByRole('option', { hidden: true })
const selected = () =>
  options()
    .filter((option) => option.getAttribute('aria-selected') === 'true')
    .map((option) => option.id)

test('Ctrl+K finds what the estate holds of the words, by kind, each with the way to it', async () => {
  const { user, server } = await openApp()
  const field = await openSearch(user)
  await user.type(field, ' con ')
  const list = await screen.findByRole('listbox', { hidden: true })
  expect(
    within(list)
      .getAllByRole('group', { hidden: true })
      .map((group) => group.getAttribute('aria-label')),
  ).toEqual([
    'Tenants',
    'People, the first 2 of more',
    'Licenses',
    'Conditional Access policies',
    'Checks',
  ])
  expect(options().map((option) => [option.textContent, option.getAttribute('href')])).toEqual([
    ['Contosocontoso.com8 over-allocated seats, 1 retired license', `/tenant/${contoso.id}`],
    [
      'Connie <b>Tenso</b>connie@contoso.com\u00A0·\u00A0ContosoNot covered by MFA',
      `/tenant/${contoso.id}?tab=security&people=notCovered&person=p1`,
    ],
    ['No AddressContoso', `/tenant/${contoso.id}?tab=organization&person=p2`],
    ['Show all people', '/search?q=con&kind=people'],
    [
      'ConferencingMCOMEETADV\u00A0·\u00A0Contoso1,062 of 54 assigned, 1,008 over-allocated seats, 9 seats in the grace period until Jan 05, 2027',
      `/tenant/${contoso.id}?tab=licenses&license=s1`,
    ],
    [
      'Control adminsReport Only\u00A0·\u00A0Contoso',
      `/tenant/${contoso.id}?tab=security&policy=c1`,
    ],
    ['User consent is limitedapp.user-consentHigh, Applications', '/posture/app.user-consent'],
  ])
  expect(Array.from(list.querySelectorAll('mark'), (mark) => mark.textContent)).toContain('Con')
  expect(screen.getByText('6 results, there are more')).toBeInTheDocument()
  // The letters were typed faster than a search begins.
  expect(server.requestsTo(searchEstate).map(({ query }) => query.get('q'))).toEqual(['con'])
})

test('the arrow keys move through all kinds and around, Enter opens', async () => {
  const { user, server } = await openApp()
  server.answer(getTenantDetails, makeDetails(contoso))
  server.answer(listTenants, listOf([contoso]))
  const field = await openSearch(user)
  await user.type(field, 'con')
  await screen.findByRole('listbox', { hidden: true })
  expect(selected()).toEqual([options()[0]!.id])
  expect(field).toHaveAttribute('aria-activedescendant', options()[0]!.id)
  await user.keyboard('{ArrowUp}')
  expect(selected()).toEqual([options()[6]!.id])
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}')
  expect(selected()).toEqual([options()[2]!.id])
  expect(field).toHaveFocus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(location.pathname).toBe(`/tenant/${contoso.id}`))
  expect(location.search).toBe('?tab=organization&person=p2')
  expect(screen.queryByRole('dialog', { hidden: true })).not.toBeInTheDocument()
})

test('who presses Enter before the answer comes gets the first thing that it brings', async () => {
  const { user, server } = await openApp()
  server.answer(getTenantDetails, makeDetails(contoso))
  await user.type(await openSearch(user), 'con{Enter}')
  await waitFor(() => expect(location.pathname).toBe(`/tenant/${contoso.id}`))
  expect(server.requestsTo(searchEstate)).toHaveLength(1)
})

test('a click opens, and the dialog goes', async () => {
  const { user, server } = await openApp()
  server.answer(getTenantDetails, makeDetails(contoso))
  await user.click(screen.getByRole('button', { name: 'Search Ctrl+K' }))
  await user.type(await screen.findByRole('combobox', { hidden: true }), 'con')
  await screen.findByRole('listbox', { hidden: true })
  await user.click(options()[4]!)
  await waitFor(() => expect(location.search).toBe('?tab=licenses&license=s1'))
  expect(screen.queryByRole('dialog', { hidden: true })).not.toBeInTheDocument()
})

test('the last option of a kind that has more opens all its results', async () => {
  const { user, server } = await openApp()
  server.answer(searchOneKind, { kind: 'people', items: everything.people.items, total: 2 })
  await user.type(await openSearch(user), 'con')
  await screen.findByRole('listbox', { hidden: true })
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{Enter}')
  expect(await screen.findByRole('heading', { level: 1, name: 'Search results' })).toBeVisible()
  expect(location.pathname + location.search).toBe('/search?q=con&kind=people')
  expect(await screen.findByRole('link', { name: 'No Address' })).toBeInTheDocument()
})

test('what was found stays while one goes on typing, but is not opened for other words', async () => {
  const { user, server } = await openApp()
  const field = await openSearch(user)
  await user.type(field, 'con')
  await screen.findByRole('listbox', { hidden: true })
  const release = server.hold(searchEstate)
  server.answer(searchEstate, nothing)
  await user.type(field, 'x')
  await waitFor(() => expect(server.requestsTo(searchEstate)).toHaveLength(2))
  expect(options()).toHaveLength(7)
  await user.keyboard('{Enter}')
  expect(location.pathname).toBe('/overview')
  release()
  expect(await screen.findByText('No results for conx')).toBeInTheDocument()
  expect(screen.queryByRole('listbox', { hidden: true })).not.toBeInTheDocument()
})

test('too little and nothing are said; markup and patterns in the words are only words', async () => {
  const { user, server } = await openApp(nothing)
  const field = await openSearch(user)
  await user.type(field, 'a')
  expect(await screen.findAllByText('Enter at least 2 characters')).toHaveLength(2)
  expect(server.requestsTo(searchEstate)).toHaveLength(0)
  // In Chinese, Japanese and Korean one character can be a word.
  await user.clear(field)
  await user.type(field, '森')
  expect(await screen.findByText('No results for 森')).toBeInTheDocument()
  await user.clear(field)
  await user.type(field, '<i>(*')
  expect(await screen.findByText('No results for <i>(*')).toBeInTheDocument()
  server.answer(searchEstate, everything)
  await user.clear(field)
  await user.type(field, '<b>(*')
  expect(await screen.findByRole('listbox', { hidden: true })).toHaveTextContent('<b>Tenso</b>')
})

test('a search that failed is said with its request ID and can be tried again', async () => {
  const { user, server } = await openApp()
  server.refuse(searchEstate, {
    status: 503,
    code: 'UNAVAILABLE',
    message: 'The database is away.',
  })
  await user.type(await openSearch(user), 'con')
  const alert = await screen.findByText('The search failed')
  expect(alert.parentElement).toHaveTextContent(/The database is away\..*request-1/)
  server.answer(searchEstate, everything)
  await user.click(screen.getByRole('button', { name: 'Retry', hidden: true }))
  expect(await screen.findByRole('listbox', { hidden: true })).toBeInTheDocument()
})

test('Esc closes and gives the focus back to where it was', async () => {
  const { user } = await openApp()
  const link = screen.getByRole('link', { name: 'All Tenants' })
  link.focus()
  const field = await openSearch(user)
  await user.type(field, '{Escape}')
  await waitFor(() =>
    expect(screen.queryByRole('dialog', { hidden: true })).not.toBeInTheDocument(),
  )
  await waitFor(() => expect(link).toHaveFocus())
})

test('while a dialog is open its fields keep the key', async () => {
  const { user } = await openApp()
  await user.click(screen.getByRole('link', { name: 'All Tenants' }))
  await user.click(await screen.findByRole('button', { name: 'Help: All Tenants' }))
  await screen.findByRole('dialog', { hidden: true })
  await user.keyboard('{Control>}k{/Control}')
  expect(screen.getAllByRole('dialog', { hidden: true })).toHaveLength(1)
})
