import { listTenantUsers } from '@tenantscope/contract/licenses'
import type { PartFailure } from '@tenantscope/contract/parts'
import { getTenantDetails } from '@tenantscope/contract/tenants'
import type { TenantDetails } from '@tenantscope/contract/tenants'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import type { FakeServer } from '../../../testing/fake-server.ts'
import { administrator, viewer } from '../../../testing/people.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { makeDetails, makeLicense } from '../../../testing/tenant-details.ts'
import { loseFurtherPages, makeUser, pageOf } from '../../../testing/tenant-users.ts'
import { makeTenant } from '../../../testing/tenants.ts'

const contoso = makeTenant({ displayName: 'Contoso' })
const first = makeUser({ name: 'First' })
const second = makeUser({ name: 'Second' })

interface Scene {
  details?: Partial<TenantDetails>
  person?: typeof viewer
  prepare?: (server: FakeServer) => void
}

async function open({ details, person = viewer, prepare }: Scene = {}) {
  const app = await renderApp({
    person,
    at: `/tenant/${contoso.id}?tab=matrix`,
    prepare: (server) => {
      server.answer(getTenantDetails, makeDetails(contoso, details))
      server.answer(listTenantUsers, pageOf([first, second]))
      prepare?.(server)
    },
  })
  await screen.findByRole('heading', { name: 'License Assignment Matrix' })
  return app
}

function names() {
  return within(screen.getByRole('grid'))
    .getAllByRole('rowheader')
    .map((cell) => cell.querySelector('bdi')?.textContent)
}

test('while the people arrive, the matrix keeps its place', async () => {
  const { promise: release, resolve } = Promise.withResolvers<() => void>()
  await open({ prepare: (server) => resolve(server.hold(listTenantUsers)) })
  expect(await screen.findByLabelText('Loading the license matrix...')).toBeInTheDocument()
  ;(await release)()
  expect(await screen.findByRole('grid')).toBeInTheDocument()
})

test('people who could not be loaded are an error with its cause and another try', async () => {
  const { server, user } = await open({
    prepare: (server) =>
      server.refuse(listTenantUsers, {
        status: 503,
        code: 'UNAVAILABLE',
        message: 'The database does not answer.',
      }),
  })
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent('Error loading matrix data')
  expect(alert).toHaveTextContent('The database does not answer.')
  server.answer(listTenantUsers, pageOf([first]))
  await user.click(within(alert).getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByRole('grid')).toBeInTheDocument()
})

test('a tenant without people says so', async () => {
  await open({ prepare: (server) => server.answer(listTenantUsers, pageOf([])) })
  expect(await screen.findByText('No Users Available')).toBeInTheDocument()
})

function failed(part: PartFailure['part'], code: PartFailure['code'], message: string) {
  return { partFailures: [{ part, code, message }] }
}

const NONE = { licenses: [] }
const REASONS: [string, string, Partial<TenantDetails>][] = [
  ['No Visible Licenses Available', 'All 3 licenses', { ...NONE, hiddenLicenses: 3 }],
  ['No License Data Available', 'This tenant has no licenses.', NONE],
  [
    'No License Data Available',
    'Gone.',
    { ...NONE, ...failed('licenses', 'UNAVAILABLE', 'Gone.') },
  ],
  ['Matrix Preview Not Available', 'Directory.Read.All', { fullAccess: false, userCount: 0 }],
  [
    'Matrix Preview Not Available',
    'Directory.Read.All',
    failed('users', 'PERMISSION_MISSING', 'Refused.'),
  ],
  ['Error loading matrix data', 'Too many.', failed('users', 'THROTTLED', 'Too many.')],
]

test.each(REASONS)('the reason replaces the matrix: %s, %s', async (title, text, details) => {
  const { server } = await open({ details })
  expect(await screen.findByText(title)).toBeInTheDocument()
  // Taken after the text: the card of the loading state is another element.
  const card = screen.getByRole('region', { name: 'License Assignment Matrix' })
  expect(within(card).getByText(text, { exact: false })).toBeInTheDocument()
  expect(screen.queryByRole('grid')).not.toBeInTheDocument()
  expect(server.requestsTo(listTenantUsers)).toHaveLength(0)
})

test('with limited access the matrix shows the people that could be read', async () => {
  await open({ details: { fullAccess: false, limitedAccess: true, userCount: 2 } })
  await screen.findByRole('grid')
  expect(names()).toEqual(['First', 'Second'])
  expect(screen.queryByText('Matrix Preview Not Available')).not.toBeInTheDocument()
})

function answerInTwoPages(server: FakeServer) {
  server.answerWith(listTenantUsers, ({ query }) =>
    query.get('cursor') === null
      ? pageOf([first], { total: 2, nextCursor: 'next' })
      : pageOf([second], { total: 2 }),
  )
}

test('everybody comes, page by page', async () => {
  const { server } = await open({ prepare: answerInTwoPages })
  await screen.findByRole('grid')
  await waitFor(() => expect(names()).toEqual(['First', 'Second']))
  expect(screen.getByText('2 people')).toBeInTheDocument()
  expect(server.requestsTo(listTenantUsers)).toHaveLength(2)
})

test('a list that changes while it is read is read from the start by itself', async () => {
  const { server } = await open({
    prepare: (server) => {
      answerInTwoPages(server)
      loseFurtherPages(1)
    },
  })
  await screen.findByRole('grid')
  await waitFor(() => expect(names()).toEqual(['First', 'Second']))
  expect(server.requestsTo(listTenantUsers).map(({ query }) => query.get('cursor'))).toEqual([
    null,
    null,
    'next',
  ])
})

test('a list that changes repeatedly is read again on request', async () => {
  const { user } = await open({
    prepare: (server) => {
      answerInTwoPages(server)
      loseFurtherPages(2)
    },
  })
  expect(await screen.findByText('The matrix shows 1 of 2 people')).toBeInTheDocument()
  expect(screen.getByText('The list has changed meanwhile.')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Try Again' }))
  await waitFor(() => expect(names()).toEqual(['First', 'Second']))
  expect(screen.queryByText('The list has changed meanwhile.')).not.toBeInTheDocument()
})

test('when the rest does not come, the matrix says what it holds and tries again', async () => {
  let isDown = true
  const { server, user } = await open({
    prepare: (server) =>
      server.answerWith(listTenantUsers, ({ query }) => {
        if (query.get('cursor') === null) return pageOf([first], { total: 2, nextCursor: 'next' })
        if (isDown) throw new TypeError('Failed to fetch')
        return pageOf([second], { total: 2 })
      }),
  })
  expect(await screen.findByText('The matrix shows 1 of 2 people')).toBeInTheDocument()
  expect(names()).toEqual(['First'])
  expect(screen.getByRole('button', { name: 'Export CSV' })).toHaveAttribute(
    'title',
    'Available once all users are loaded',
  )
  isDown = false
  await user.click(screen.getByRole('button', { name: 'Try Again' }))
  await waitFor(() => expect(names()).toEqual(['First', 'Second']))
  expect(screen.queryByText('The matrix shows 1 of 2 people')).not.toBeInTheDocument()
  expect(server.requestsTo(listTenantUsers)).toHaveLength(3)
})

test('hidden licenses are counted, and an administrator sees where to show them', async () => {
  const details = { licenses: [makeLicense()], hiddenLicenses: 2 }
  await open({ details, person: administrator })
  expect(await screen.findByText(/2 licenses are hidden by an administrator/)).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'License Management' })).toHaveAttribute(
    'href',
    '/admin-licenses?visibility=hidden',
  )
})

test('others learn that licenses are hidden, without a way that they cannot go', async () => {
  await open({ details: { hiddenLicenses: 1 } })
  expect(await screen.findByText('1 license is hidden by an administrator.')).toBeInTheDocument()
  expect(screen.queryByRole('link', { name: 'License Management' })).not.toBeInTheDocument()
})
