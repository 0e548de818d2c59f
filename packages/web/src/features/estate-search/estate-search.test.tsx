import { searchEstate } from '@tenantscope/contract/search'
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
const ofContoso = { tenantId: contoso.id, tenantName: 'Contoso' }
const nothing: z.input<typeof SearchResult> = {
  tenants: { items: [], isMore: false },
  people: { items: [], isMore: false },
  licenses: { items: [], isMore: false },
  policies: { items: [], isMore: false },
}
const everything: z.input<typeof SearchResult> = {
  tenants: { items: [{ ...ofContoso, defaultDomainName: 'contoso.com' }], isMore: false },
  people: {
    items: [
      {
        ...ofContoso,
        userId: 'p1',
        name: 'Connie <b>Tenso</b>',
        userPrincipalName: 'connie@contoso.com',
      },
      { ...ofContoso, userId: 'p2', name: 'No Address', userPrincipalName: null },
    ],
    isMore: true,
  },
  licenses: {
    items: [
      { ...ofContoso, skuId: 's1', displayName: 'Conferencing', skuPartNumber: 'MCOMEETADV' },
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
  const field = await screen.findByRole('combobox', { hidden: true, name: /^Search tenants, p/ })
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
  ).toEqual(['Tenants', 'People, the first 2 of more', 'Licenses', 'Conditional Access policies'])
  expect(options().map((option) => [option.textContent, option.getAttribute('href')])).toEqual([
    ['Contosocontoso.com', `/tenant/${contoso.id}`],
    [
      'Connie <b>Tenso</b>connie@contoso.com\u00A0·\u00A0Contoso',
      `/tenant/${contoso.id}?tab=organization&person=p1`,
    ],
    ['No AddressContoso', `/tenant/${contoso.id}?tab=organization&person=p2`],
    ['ConferencingMCOMEETADV\u00A0·\u00A0Contoso', `/tenant/${contoso.id}?tab=licenses&license=s1`],
    [
      'Control adminsReport Only\u00A0·\u00A0Contoso',
      `/tenant/${contoso.id}?tab=organization&policy=c1`,
    ],
  ])
  expect(Array.from(list.querySelectorAll('mark'), (mark) => mark.textContent)).toContain('Con')
  expect(list).toHaveTextContent('And more: the first 8 are shown.')
  expect(screen.getByText('5 results, there are more')).toBeInTheDocument()
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
  expect(selected()).toEqual([options()[4]!.id])
  await user.keyboard('{ArrowDown}{ArrowDown}')
  expect(selected()).toEqual([options()[1]!.id])
  expect(field).toHaveFocus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(location.pathname).toBe(`/tenant/${contoso.id}`))
  expect(location.search).toBe('?tab=organization&person=p1')
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
  await user.click(options()[3]!)
  await waitFor(() => expect(location.search).toBe('?tab=licenses&license=s1'))
  expect(screen.queryByRole('dialog', { hidden: true })).not.toBeInTheDocument()
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
  expect(options()).toHaveLength(5)
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
  expect(await screen.findAllByText('Type at least 2 characters')).toHaveLength(2)
  expect(server.requestsTo(searchEstate)).toHaveLength(0)
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
