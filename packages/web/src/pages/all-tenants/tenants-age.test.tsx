import { listTenants } from '@tenantscope/contract/tenants'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'

import { administrator } from '../../testing/people.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { listOf } from '../../testing/tenant-lists.ts'
import { makeFailure, makeTenant } from '../../testing/tenants.ts'
import { setWindowWidth } from '../../testing/window-width.ts'

beforeEach(() => setWindowWidth(1_440))

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const tenants = [
  makeTenant({ displayName: 'Current', dataAsOf: ago(3) }),
  makeTenant({ displayName: 'Older', dataAsOf: ago(125) }),
  makeTenant({ displayName: 'Refused', dataAsOf: ago(40), failure: makeFailure() }),
  makeTenant({
    displayName: 'Deleted',
    status: 'Inactive',
    dataAsOf: ago(300),
    end: { reason: 'directoryGone', since: '2026-11-20T09:00:00.000Z' },
    accessLevel: 'unknown',
    figures: null,
  }),
]

async function open(refreshHours = 6) {
  const list = listOf(tenants)
  const app = await renderApp({
    person: administrator,
    at: '/dashboard',
    prepare: (server) =>
      server.answer(listTenants, { ...list, dataAge: { ...list.dataAge, refreshHours } }),
  })
  // By its label: names of roles are slow to find in a page as large as this.
  await screen.findByLabelText('Tenants')
  return app
}

const rowOf = (name: string) => {
  const row = screen.getByText(name, { selector: 'bdi' }).closest('[role=row]')
  if (!(row instanceof HTMLElement)) throw new Error(`No row of ${name}`)
  return row
}

test('the age of the data is the oldest, with the newest and the tenants that cannot be read', async () => {
  await open()
  expect(screen.getByText(/Data as of: oldest/)).toHaveTextContent('oldest 2 hours ago')
  expect(screen.getByText(/· newest/)).toHaveTextContent('newest 3 minutes ago')
  expect(screen.getByText(/^· Not readable:/)).toHaveTextContent(
    'Not readable: \u2068Refused\u2069',
  )
  expect(screen.queryByText('Outdated')).not.toBeInTheDocument()
})

test('data older than two refresh intervals is marked by a word, except that of inactive tenants', async () => {
  await open(1)
  expect(rowOf('Older')).toHaveTextContent('Outdated')
  expect(rowOf('Current')).not.toHaveTextContent('Outdated')
  expect(rowOf('Deleted')).not.toHaveTextContent('Outdated')
})

test('the details of a deleted directory claim neither consent nor permissions', async () => {
  const { user } = await open()
  await user.click(screen.getByLabelText('View details of Deleted'))
  const dialog = await screen.findByRole('dialog', { hidden: true })
  expect(dialog).toHaveTextContent('The directory was deleted, not reachable since Nov 20, 2026')
  expect(within(dialog).getAllByText('No longer checked')).toHaveLength(2)
  expect(dialog).not.toHaveTextContent(/Given|Full Access|are granted|client ID/)
})
