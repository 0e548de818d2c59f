import { getAzureConfig } from '@tenantscope/contract/azure'
import { getSetup } from '@tenantscope/contract/onboarding'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { makeAzureConfig } from '../../testing/azure-config.ts'
import { administrator } from '../../testing/people.ts'
import { renderPart } from '../../testing/render-part.tsx'
import { setupDone, setupWith } from '../../testing/setup-steps.ts'
import { SetupChecklist } from './setup-card.tsx'
import { SetupNotice } from './setup-notice.tsx'

type Setup = ReturnType<typeof setupWith>

interface Scene {
  hasTenants?: boolean
  hasRead?: boolean
  isRunning?: boolean
}

async function open(
  setup: Setup,
  { hasTenants = false, hasRead = false, isRunning = false }: Scene = {},
) {
  return renderPart(
    <SetupNotice
      hasTenants={hasTenants}
      hasRead={hasRead}
      isRunning={isRunning}
      renderFirstTenant={(appearance) => <button>Refresh ({appearance})</button>}
      nothingLeft={<p>Nothing left</p>}
    />,
    { person: administrator, prepare: (server) => server.answer(getSetup, setup) },
  )
}

const steps = () =>
  screen.getAllByRole('listitem').map((step) => within(step).getByRole('heading').textContent)
const next = () => screen.getAllByRole('listitem').find((step) => step.ariaCurrent === 'step')

test('nothing is done at first: the one way on is to connect Microsoft', async () => {
  await open(setupWith([]))
  expect(await screen.findByRole('heading', { name: 'Setup: 0 of 5 done' })).toBeInTheDocument()
  expect(steps()).toEqual([
    'Connect Microsoft: not done',
    'Register the redirect URIs: not done',
    'Grant the permissions: not done',
    'Read the first tenant: not done',
    'Let your colleagues in: not done',
  ])
  expect(screen.getByText('No Microsoft connection is stored yet.')).toBeInTheDocument()
  expect(screen.getByRole('link')).toHaveAttribute('href', '/azure-config')
  expect(screen.getByRole('link')).toHaveAccessibleName('Connect Microsoft')
  expect(screen.queryByRole('button')).not.toBeInTheDocument()
})

test.for([
  { done: ['connect'] as const, name: 'Show redirect URIs', href: '/azure-redirect-setup' },
  { done: ['connect', 'redirectUris'] as const, name: 'Check permissions', href: '/azure-config' },
])('with $done.length done the next step leads to $href', async ({ done, name, href }) => {
  await open(setupWith(done))
  await screen.findByRole('heading', { name: `Setup: ${done.length} of 5 done` })
  expect(within(next()!).getByRole('link', { name })).toHaveAttribute('href', href)
  // What can be done already is in reach, but not in front.
  expect(screen.getByRole('button', { name: 'Refresh (secondary)' })).toBeInTheDocument()
})

test('once the permissions are there, the first tenant is read from here', async () => {
  await open(setupWith(['connect', 'redirectUris', 'permissions']))
  await screen.findByText('Setup: 3 of 5 done')
  expect(within(next()!).getByRole('button', { name: 'Refresh (primary)' })).toBeInTheDocument()
  expect(screen.getByText('All 4 required permissions are granted.')).toBeInTheDocument()
})

test('colleagues are imported before the address is sent to them', async () => {
  const { user } = await open(
    setupWith(['connect', 'redirectUris', 'permissions', 'firstTenant']),
    {
      hasTenants: true,
    },
  )
  expect(await screen.findByRole('link', { name: 'Import users' })).toHaveAttribute(
    'href',
    '/admin-panel?tab=users&dialog=import',
  )
  expect(screen.getByRole('link', { name: 'Role mappings' })).toHaveAttribute(
    'href',
    '/admin-panel?tab=role-mapping',
  )
  await user.click(screen.getByRole('button', { name: 'Copy sign-in address' }))
  expect(await screen.findByText('Copied to Clipboard')).toBeInTheDocument()
  expect(await navigator.clipboard.readText()).toBe(`${location.origin}/login`)
})

test('beside tenants it is a line; what was chosen stays', async () => {
  const setup = setupWith(['connect', 'permissions', 'firstTenant'])
  const scene = { hasTenants: true, hasRead: true }
  const { user } = await open(setup, scene)
  expect(await screen.findByText('Setup: 3 of 5 done')).toBeInTheDocument()
  expect(screen.getByText('Next: Register the redirect URIs')).toBeInTheDocument()
  expect(screen.queryByRole('listitem')).not.toBeInTheDocument()
  const toggle = screen.getByRole('button', { name: 'Show steps' })
  await user.click(toggle)
  expect(steps()).toHaveLength(5)
  expect(toggle).toHaveAttribute('aria-expanded', 'true')
  expect(toggle).toHaveFocus()

  cleanup()
  const { user: later } = await open(setup, scene)
  await screen.findByText('Setup: 3 of 5 done')
  expect(steps()).toHaveLength(5)
  await later.click(screen.getByRole('button', { name: 'Hide setup' }))
  expect(await screen.findByText(/Its steps stay available under Azure Config/)).toBeInTheDocument()

  cleanup()
  const { server } = await open(setup, scene)
  await waitFor(() => expect(server.requestsTo(getSetup)).not.toHaveLength(0))
  expect(screen.queryByText('Setup: 3 of 5 done')).not.toBeInTheDocument()
})

test('until the first tenant was read the steps are open, and they can be folded', async () => {
  const { user } = await open(setupWith(['connect']), { hasTenants: true })
  await screen.findByText('Setup: 1 of 5 done')
  expect(steps()).toHaveLength(5)
  await user.click(screen.getByRole('button', { name: 'Hide steps' }))
  expect(screen.queryByRole('listitem')).not.toBeInTheDocument()
})

test('a setup that is complete is gone', async () => {
  const { server } = await open(setupDone, { hasTenants: true, hasRead: true })
  await waitFor(() => expect(server.requestsTo(getSetup)).not.toHaveLength(0))
  expect(screen.queryByText(/Setup/)).not.toBeInTheDocument()
  cleanup()
  await open(setupDone)
  expect(await screen.findByText('Nothing left')).toBeInTheDocument()
})

test('a setup that cannot be loaded says so and is tried again', async () => {
  const { user, server } = await renderPart(
    <SetupNotice
      hasTenants={false}
      hasRead={false}
      isRunning={false}
      renderFirstTenant={() => null}
      nothingLeft={null}
    />,
    {
      person: administrator,
      prepare: (server) =>
        server.refuse(getSetup, { status: 503, code: 'UNAVAILABLE', message: 'Starting.' }),
    },
  )
  expect(await screen.findByRole('alert')).toHaveTextContent('Starting.')
  server.answer(getSetup, setupWith([]))
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Setup: 0 of 5 done')).toBeInTheDocument()
})

test('during a refresh the setup is polled, and polling does not keep the session alive', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { server } = await open(setupWith(['connect']), { isRunning: true })
  await screen.findByText('Setup: 1 of 5 done')
  server.answer(getSetup, setupWith(['connect', 'permissions']))
  await act(() => vi.advanceTimersByTimeAsync(5_000))
  expect(await screen.findByText('Setup: 2 of 5 done')).toBeInTheDocument()
  for (const { headers } of server.requestsTo(getSetup))
    expect(headers.get('X-Background')).toBe('1')
})

test.for([
  { daysLeft: 12, title: 'The client secret of the Microsoft connection expires in 12 days' },
  { daysLeft: 1, title: 'The client secret of the Microsoft connection expires in 1 day' },
  { daysLeft: 0, title: 'The client secret of the Microsoft connection expires within a day' },
  { daysLeft: -3, title: 'The client secret of the Microsoft connection has expired' },
])('with $daysLeft days left the secret is warned of', async ({ daysLeft, title }) => {
  await renderPart(
    <SetupNotice
      hasTenants
      hasRead
      isRunning={false}
      renderFirstTenant={() => null}
      nothingLeft={null}
    />,
    {
      person: administrator,
      prepare: (server) => {
        server.answer(getSetup, { ...setupDone, credentialDaysLeft: daysLeft })
        server.answer(getAzureConfig, makeAzureConfig())
      },
    },
  )
  expect(await screen.findByText(title)).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Open Azure Config' })).toHaveAttribute(
    'href',
    '/azure-config',
  )
})

test('over the connection only the next step has advice, and none leads to where one is', async () => {
  const { server } = await renderPart(<SetupChecklist />, {
    person: administrator,
    prepare: (fake) => fake.answer(getSetup, setupWith(['connect', 'redirectUris'])),
  })
  await screen.findByText('Setup: 2 of 5 done')
  expect(next()).toHaveTextContent('grant admin consent for your own directory')
  expect(screen.queryByRole('link')).not.toBeInTheDocument()
  expect(screen.queryByRole('button')).not.toBeInTheDocument()
  cleanup()
  await renderPart(<SetupChecklist />)
  expect(server.requestsTo(getSetup)).toHaveLength(1)
  expect(screen.queryByText(/Setup/)).not.toBeInTheDocument()
})
