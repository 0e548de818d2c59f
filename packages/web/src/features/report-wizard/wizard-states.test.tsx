import { listTenantLicenses, listTenantUsers } from '@tenantscope/contract/licenses'
import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'

import {
  holderOf,
  licensesOf,
  nextButton,
  openWizard,
  toLicenses,
  toUsers,
  userOptions,
} from '../../testing/report-wizard.tsx'
import { makeUser, pageOf } from '../../testing/tenant-users.ts'

test('licenses that cannot be loaded are said, and can be tried again', async () => {
  const app = await openWizard((server) =>
    server.refuse(listTenantLicenses, { status: 500, code: 'INTERNAL', message: 'Broken.' }),
  )
  await toLicenses()
  expect(
    await screen.findByText('Failed to load licenses. Please try refreshing the page.'),
  ).toBeInTheDocument()
  app.server.answer(listTenantLicenses, licensesOf())
  await app.user.click(screen.getByText('Try Again'))
  expect(await screen.findByLabelText(/^Microsoft 365 E5/)).toBeInTheDocument()
})

test.each([
  [{ hiddenLicenses: 3 }, 'All 3 are hidden by an administrator.'],
  [{ hiddenLicenses: 1 }, 'The only license of this tenant is hidden by an administrator.'],
  [{}, 'This tenant has no licenses.'],
  [
    { failure: { part: 'licenses', code: 'PERMISSION_MISSING', message: 'Not granted.' } as const },
    'Not granted.',
  ],
])('a tenant without licenses to select says why: %o', async (changes, reason) => {
  await openWizard((server) =>
    server.answer(listTenantLicenses, licensesOf({ licenses: [], ...changes })),
  )
  await toLicenses()
  expect(await screen.findByText('No licenses available for this tenant...')).toBeInTheDocument()
  expect(screen.getByText(reason)).toBeInTheDocument()
})

test('people who cannot be loaded are said, and can be tried again', async () => {
  const app = await openWizard((server) => server.cut(listTenantUsers))
  await toUsers()
  expect(
    await screen.findByText('Failed to load user data. Please try refreshing the page.'),
  ).toBeInTheDocument()
  app.server.answer(listTenantUsers, pageOf([holderOf(['e5'])]))
  await app.user.click(screen.getByText('Try Again'))
  expect(await screen.findByText('0 of 1 users selected')).toBeInTheDocument()
})

test('people whom Microsoft refused point to the consent', async () => {
  const failure = {
    part: 'users',
    code: 'CONSENT_REQUIRED',
    message: 'Consent is missing.',
  } as const
  await openWizard((server) => server.answer(listTenantUsers, pageOf([], { failure })))
  await toUsers()
  expect(
    await screen.findByText(
      'Failed to load users. This may occur if admin consent is required for this tenant.',
    ),
  ).toBeInTheDocument()
  expect(screen.getByText('Consent is missing.')).toBeInTheDocument()
})

test('a tenant without holders of a selected license has no eligible users', async () => {
  await openWizard((server) => server.answer(listTenantUsers, pageOf([makeUser()])))
  await toUsers()
  expect(await screen.findByText('This tenant has no eligible users')).toBeInTheDocument()
  expect(nextButton()).toHaveAttribute('aria-disabled', 'true')
})

test('the next step stays closed until all users are loaded; an interrupted load continues on request', async () => {
  const people = Array.from({ length: 4 }, (_, index) => holderOf(['e5'], { id: `id-${index}` }))
  const app = await openWizard((server) =>
    server.answerWith(listTenantUsers, ({ query }) => {
      const cursor = query.get('cursor')
      if (cursor !== null && isBroken) throw new TypeError('Failed to fetch')
      return pageOf(cursor === null ? people.slice(0, 2) : people.slice(2), {
        total: 4,
        nextCursor: cursor === null ? '2' : null,
      })
    }),
  )
  let isBroken = true
  await toUsers()
  expect(await screen.findByText('Not all users could be loaded')).toBeInTheDocument()
  expect(userOptions()).toHaveLength(2)
  isBroken = false
  await app.user.click(screen.getByText('Try Again'))
  expect(await screen.findByText('0 of 4 users selected')).toBeInTheDocument()
})

test('10,000 people are all selected and cleared at once while few rows are drawn', async () => {
  const people = Array.from({ length: 10_000 }, (_, index) =>
    holderOf(['e5'], { id: `id-${index}`, name: `Person ${index}` }),
  )
  const app = await openWizard((server) => server.answer(listTenantUsers, pageOf(people)))
  await toUsers()
  await screen.findByText('0 of 10,000 users selected')
  expect(userOptions().length).toBeLessThan(40)
  expect(userOptions()[0]).toHaveAttribute('aria-setsize', '10000')
  await app.user.click(screen.getByText('Select all'))
  expect(screen.getByText('10,000 of 10,000 users selected')).toBeInTheDocument()
  await app.user.click(screen.getByText('Clear all'))
  expect(screen.getByText('0 of 10,000 users selected')).toBeInTheDocument()
})

test('for the keyboard all users are one stop: arrows move, Space chooses, Shift extends', async () => {
  const people = Array.from({ length: 30 }, (_, index) =>
    holderOf(['e5'], {
      id: `id-${index}`,
      name: `Person ${index}`,
      email: null,
      userPrincipalName: null,
    }),
  )
  const app = await openWizard((server) => server.answer(listTenantUsers, pageOf(people)))
  const { user } = app
  await toUsers()
  await screen.findByText('0 of 30 users selected')
  const list = screen.getByLabelText('Users of this report')
  expect(list).toHaveAttribute('tabindex', '0')
  for (const row of userOptions()) expect(row).toHaveAttribute('tabindex', '-1')
  // Without a layout the Tab key leads nowhere.
  act(() => list.focus())
  const activeName = () =>
    document.getElementById(list.getAttribute('aria-activedescendant') ?? '')?.textContent
  expect(activeName()).toBe('Person 0e5')
  await user.keyboard('{ArrowDown} ')
  expect(activeName()).toBe('Person 1e5')
  expect(screen.getByText('1 of 30 users selected')).toBeInTheDocument()
  await user.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}')
  expect(screen.getByText('3 of 30 users selected')).toBeInTheDocument()
  await user.keyboard('{End}')
  expect(activeName()).toBe('Person 29e5')
  await user.keyboard('{Home}{Control>}a{/Control}')
  expect(activeName()).toBe('Person 0e5')
  expect(screen.getByText('30 of 30 users selected')).toBeInTheDocument()
})

test('a click with Shift chooses everybody in between', async () => {
  const people = Array.from({ length: 9 }, (_, index) => holderOf(['e5'], { id: `id-${index}` }))
  const app = await openWizard((server) => server.answer(listTenantUsers, pageOf(people)))
  await toUsers()
  await screen.findByText('0 of 9 users selected')
  await app.user.click(userOptions()[6]!)
  await app.user.keyboard('{Shift>}')
  await app.user.click(userOptions()[2]!)
  expect(screen.getByText('5 of 9 users selected')).toBeInTheDocument()
  await app.user.click(userOptions()[4]!)
  expect(screen.getByText('2 of 9 users selected')).toBeInTheDocument()
})
