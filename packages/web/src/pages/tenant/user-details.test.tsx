import { listTenantUsers } from '@tenantscope/contract/licenses'
import type { TenantUser } from '@tenantscope/contract/licenses'
import { getTenantDetails } from '@tenantscope/contract/tenants'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'

import type { FakeServer } from '../../testing/fake-server.ts'
import { viewer } from '../../testing/people.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { makeDetails } from '../../testing/tenant-details.ts'
import { loseFurtherPages, makeUser, pageOf } from '../../testing/tenant-users.ts'
import { makeTenant } from '../../testing/tenants.ts'
import { setWindowWidth } from '../../testing/window-width.ts'

const contoso = makeTenant({ displayName: 'Contoso' })
const PAGE = 20
const everybody = Array.from({ length: 3 * PAGE }, (_, index) =>
  makeUser({ id: `id-${index}`, name: `Person ${String(index).padStart(2, '0')}` }),
)

/** jsdom lays nothing out: lists that scroll are as high as this. */
function withListHeight(pixels: number) {
  const height = vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(pixels)
  onTestFinished(() => height.mockRestore())
}

/** Answers as the server does: a first page of the asked size, then one cursor after the other. */
function answerInPages(server: FakeServer, users: readonly TenantUser[]) {
  server.answerWith(listTenantUsers, ({ query }) => {
    const from = Number(query.get('cursor') ?? 0)
    const to = from + Number(query.get('limit') ?? PAGE)
    return pageOf(users.slice(from, to), {
      total: users.length,
      nextCursor: to < users.length ? String(to) : null,
    })
  })
}

async function open(users: readonly TenantUser[], search = '') {
  const app = await renderApp({
    person: viewer,
    at: `/tenant/${contoso.id}${search}`,
    prepare: (server) => {
      server.answer(getTenantDetails, makeDetails(contoso))
      answerInPages(server, users)
    },
  })
  return { ...app, card: await screen.findByRole('region', { name: 'User Details' }) }
}

function rows(card: HTMLElement) {
  return within(card)
    .queryAllByRole('row')
    .filter((row) => row.getAttribute('aria-rowindex') !== '1')
}

function textsOf(card: HTMLElement) {
  return rows(card).map((row) =>
    within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  )
}

test('each person shows what is special about the account and the licenses by name', async () => {
  const hostile = '<img src=x onerror=alert(1)>'
  const { card } = await open([
    makeUser({
      name: hostile,
      email: '=cmd|calc@contoso.com',
      isADSynced: true,
      isCloudOnly: false,
      licenses: ['E5', 'Visio', 'Project', 'Copilot', 'Phone'],
    }),
    makeUser({
      name: 'דנה 👩‍💻\u202E',
      email: null,
      userPrincipalName: 'dana@contoso.com',
      userType: 'Guest',
      accountEnabled: false,
    }),
    makeUser({
      name: 'id-only',
      email: null,
      userPrincipalName: null,
      isCloudOnly: false,
      userType: 'somethingNew',
      accountEnabled: null,
      licenses: ['ليسانس'],
    }),
  ])
  await waitFor(() =>
    expect(textsOf(card)).toEqual([
      [`${hostile}=cmd|calc@contoso.com`, 'Synced', 'E5, Visio, Project+2 more', '5'],
      ['דנה 👩‍💻\u202Edana@contoso.com', 'Cloud onlyGuestBlocked', 'None', '0'],
      ['id-only', '', 'ليسانس', '1'],
    ]),
  )
  expect(card.querySelector('img')).toBeNull()
  expect(within(card).getByText('3 people')).toBeInTheDocument()
  expect(within(card).queryByRole('button', { name: 'Show All' })).not.toBeInTheDocument()
})

test('on a phone the headings of the list remain for screen readers', async () => {
  setWindowWidth(400)
  const { card } = await open([makeUser({ name: 'Ada Berg' })])
  const table = await within(card).findByRole('table', { name: 'People of this tenant' })
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map((header) => header.textContent),
  ).toEqual(['Person', 'Account', 'Licenses', 'License count'])
  expect(within(table).getByRole('button', { name: 'Ada Berg' })).toBeInTheDocument()
})

test('a person opens in a panel with the account and every license', async () => {
  const { card, user } = await open([
    makeUser({
      id: 'id-1',
      name: 'Ada Berg',
      email: 'ada@contoso.com',
      userPrincipalName: 'ada.berg@contoso.com',
      accountEnabled: false,
      licenses: ['E5', 'Visio', 'Project', 'Copilot'],
    }),
  ])
  const opener = await within(card).findByRole('button', { name: 'Ada Berg' })
  expect(within(card).getByRole('columnheader', { name: 'License count' })).toBeInTheDocument()
  await user.click(opener)
  const panel = await screen.findByRole('dialog', { hidden: true })
  for (const text of ['Blocked', 'ada@contoso.com', 'ada.berg@contoso.com', 'Cloud only', 'id-1'])
    expect(within(panel).getByText(text)).toBeInTheDocument()
  expect(
    within(panel)
      .getAllByRole('listitem', { hidden: true })
      .map((item) => item.textContent),
  ).toEqual(['E5', 'Visio', 'Project', 'Copilot'])
  await user.click(within(panel).getByRole('button', { name: 'Close', hidden: true }))
  await waitFor(() => expect(panel).not.toBeInTheDocument())
})

test.each([
  ['Guest', 'Guest'],
  ['somethingNew', 'somethingNew'],
  [null, 'Not known'],
])('a person of the type %s is a %s in the panel', async (userType, shown) => {
  const { card, user } = await open([makeUser({ name: 'Ada Berg', userType })])
  await user.click(await within(card).findByRole('button', { name: 'Ada Berg' }))
  const panel = await screen.findByRole('dialog', { hidden: true })
  const label = within(panel).getByText('Type', { selector: 'dt' })
  expect(label.nextElementSibling).toHaveTextContent(shown)
})

test('ten people at first; all of them only when asked for, in a list that draws what is in sight', async () => {
  withListHeight(400)
  const { card, server, user } = await open(everybody)
  expect(await within(card).findByText('10 of 60 people')).toBeInTheDocument()
  expect(rows(card)).toHaveLength(10)
  expect(server.requestsTo(listTenantUsers)).toHaveLength(1)
  expect(server.requestsTo(listTenantUsers)[0]?.query.get('limit')).toBe('10')

  await user.click(within(card).getByRole('button', { name: 'Show All' }))
  expect(await within(card).findByText('60 people')).toBeInTheDocument()
  expect(server.requestsTo(listTenantUsers)).toHaveLength(4)
  expect(within(card).getByRole('table')).toHaveAttribute('aria-rowcount', '61')
  expect(rows(card).length).toBeLessThan(40)
  expect(rows(card)[0]).toHaveTextContent('Person 00')

  await user.click(within(card).getByRole('button', { name: 'Show less' }))
  expect(rows(card)).toHaveLength(10)
})

test('a search finds people by a part of name or email among everybody, whatever the case', async () => {
  withListHeight(400)
  const { card, user } = await open([
    ...everybody,
    makeUser({ name: 'Zoë Öst', email: 'ZOE@Fabrikam.example' }),
  ])
  const box = await within(card).findByRole('searchbox', { name: 'Search people' })
  await user.type(box, 'fabrikam')
  await waitFor(() => expect(textsOf(card).flat()[0]).toContain('Zoë Öst'))
  expect(within(card).getByText('1 of 61 people')).toBeInTheDocument()
  await user.clear(box)
  await user.type(box, 'öST')
  await waitFor(() => expect(textsOf(card)).toHaveLength(1))
  await user.type(box, 'zzz')
  expect(await within(card).findByText('No users found')).toBeInTheDocument()
})

test('a link to a person opens everybody at that person, once', async () => {
  withListHeight(400)
  const { card } = await open(everybody, '?person=id-57')
  const row = await waitFor(() => {
    const found = rows(card).find((each) => each.getAttribute('aria-current') === 'true')
    if (!found) throw new Error('No user is singled out')
    return found
  })
  expect(row).toHaveTextContent('Person 57')
  await waitFor(() => expect(row).toHaveFocus())
})

test('a link to a person who is gone says so', async () => {
  const { card } = await open(everybody.slice(0, 3), '?person=gone')
  expect(
    await within(card).findByText('The user in this link is no longer in this tenant.'),
  ).toBeInTheDocument()
})

test('a tenant without people says so', async () => {
  const { card } = await open([])
  expect(await within(card).findByText('No users found')).toBeInTheDocument()
})

test('people that cannot be loaded are said to be so, and can be tried again', async () => {
  const { server, user } = await renderApp({
    person: viewer,
    at: `/tenant/${contoso.id}`,
    prepare: (server) => {
      server.answer(getTenantDetails, makeDetails(contoso))
      server.refuse(listTenantUsers, { status: 503, code: 'UNAVAILABLE', message: 'Starting.' })
    },
  })
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent('Failed to load user data. Please try refreshing the page.')
  expect(alert).toHaveTextContent('Starting.')
  answerInPages(server, everybody.slice(0, 2))
  await user.click(within(alert).getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByText('2 people')).toBeInTheDocument()
})

test('a later page that fails leaves what arrived and offers to go on', async () => {
  withListHeight(400)
  const { card, server, user } = await open(everybody)
  server.answerWith(listTenantUsers, ({ query }) => {
    if (query.has('cursor')) throw new TypeError('Failed to fetch')
    return pageOf(everybody.slice(0, PAGE), { total: 60, nextCursor: String(PAGE) })
  })
  await user.click(await within(card).findByRole('button', { name: 'Show All' }))
  expect(await within(card).findByText('Not all users could be loaded')).toBeInTheDocument()
  expect(rows(card)[0]).toHaveTextContent('Person 00')
  answerInPages(server, everybody)
  await user.click(within(card).getByRole('button', { name: 'Try Again' }))
  expect(await within(card).findByText('60 people')).toBeInTheDocument()
})

test('pages that a refresh takes away are read from the start by themselves', async () => {
  withListHeight(400)
  const { card, server, user } = await open(everybody)
  loseFurtherPages(1)
  await user.click(await within(card).findByRole('button', { name: 'Show All' }))
  expect(await within(card).findByText('60 people')).toBeInTheDocument()
  expect(within(card).queryByRole('button', { name: 'Try Again' })).not.toBeInTheDocument()
  // The first ones, the complete first page, and after the refusal all three pages.
  expect(server.requestsTo(listTenantUsers)).toHaveLength(5)
})

test('people whom Microsoft refused are not asked for and not shown as none', async () => {
  const { server } = await renderApp({
    person: viewer,
    at: `/tenant/${contoso.id}`,
    prepare: (server) =>
      server.answer(
        getTenantDetails,
        makeDetails(contoso, {
          userCount: null,
          partFailures: [{ part: 'users', code: 'PERMISSION_MISSING', message: 'Missing' }],
        }),
      ),
  })
  const card = await screen.findByRole('region', { name: 'User Details' })
  expect(card).toHaveTextContent('The permission User.Read.All is missing')
  expect(server.requestsTo(listTenantUsers)).toHaveLength(0)
  expect(screen.getAllByText(/User.Read.All/)).toHaveLength(1)
})

test('a link from a license lists its holders of all pages, until all users are wanted again', async () => {
  const users = everybody.map((user, index) =>
    index % PAGE === 3
      ? { ...user, licenses: ['Microsoft 365 E3'], licenseSkuIds: ['SKU-E3'] }
      : user,
  )
  withListHeight(400)
  const { card, user } = await open(users, '?tab=organization&holds=sku-e3')
  expect(await within(card).findByText('Holders of')).toHaveTextContent(
    'Holders of Microsoft 365 E3',
  )
  await waitFor(() =>
    expect(textsOf(card).map(([name = '']) => name.slice(0, 'Person 00'.length))).toEqual([
      'Person 03',
      'Person 23',
      'Person 43',
    ]),
  )
  await user.click(within(card).getByRole('link', { name: 'Show all users' }))
  await waitFor(() => expect(within(card).queryByText('Holders of')).not.toBeInTheDocument())
  expect(location.search).toBe('?tab=organization')
})
