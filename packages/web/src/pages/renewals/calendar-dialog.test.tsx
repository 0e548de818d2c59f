import {
  createRenewalCalendar,
  getRenewalCalendar,
  removeRenewalCalendar,
} from '@tenantscope/contract/renewal-calendar'
import { listRenewals } from '@tenantscope/contract/renewals'
import { listTenants } from '@tenantscope/contract/tenants'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { findDialog } from '../../testing/dialogs.ts'
import type { FakeServer } from '../../testing/fake-server.ts'
import { viewer } from '../../testing/people.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { renewalsOf } from '../../testing/renewals.ts'
import { noTenants } from '../../testing/tenant-lists.ts'

const made = { createdAt: '2026-11-20T08:00:00.000Z', lastReadAt: null }
const url = 'https://tenantscope.example/api/renewal-calendars/abc/renewals.ics'

async function open(prepare: (server: FakeServer) => void) {
  const app = await renderApp({
    person: viewer,
    at: '/renewals',
    prepare: (server) => {
      server.answer(listTenants, noTenants)
      server.answer(listRenewals, renewalsOf([]))
      prepare(server)
    },
  })
  await app.user.click(await screen.findByRole('button', { name: 'Subscribe in a calendar' }))
  const dialog = await findDialog('Subscribe in a calendar')
  return { ...app, dialog: within(dialog) }
}

test('a link is made and its address shown once; after closing only its dates are left', async () => {
  const { server, user, dialog } = await open((server) => {
    server.answer(getRenewalCalendar, { calendar: null })
    server.answer(createRenewalCalendar, { calendar: made, url })
  })
  const make = await dialog.findByRole('button', { name: 'Make a link' })
  server.answer(getRenewalCalendar, { calendar: made })
  await user.dblClick(make)
  expect(await dialog.findByRole('textbox', { name: 'Calendar link' })).toHaveValue(url)
  expect(dialog.getByText(/No calendar has read it yet/u)).toBeVisible()
  expect(server.requestsTo(createRenewalCalendar)).toHaveLength(1)
  await user.click(dialog.getAllByRole('button', { name: 'Close' })[0] ?? make)
  await user.click(await screen.findByRole('button', { name: 'Subscribe in a calendar' }))
  const again = within(await findDialog('Subscribe in a calendar'))
  expect(await again.findByText(/^Made on Nov 20, 2026/u)).toBeVisible()
  expect(again.queryByRole('textbox')).not.toBeInTheDocument()
})

test('replacing and removing ask first; a failure is shown and leaves the link', async () => {
  const { server, user, dialog } = await open((server) => {
    server.answer(getRenewalCalendar, {
      calendar: { ...made, lastReadAt: '2026-11-21T08:00:00.000Z' },
    })
    server.refuse(createRenewalCalendar, { status: 500, code: 'INTERNAL', message: 'Sorry.' })
    server.answer(removeRenewalCalendar, {})
  })
  await user.click(await dialog.findByRole('button', { name: 'Replace link' }))
  const replacing = await findDialog('Replace your calendar link?')
  await user.click(within(replacing).getByText('Replace'))
  expect(await screen.findByText('The link was not made')).toBeInTheDocument()
  await waitFor(() => expect(replacing).not.toBeInTheDocument())
  expect(dialog.getByText(/A calendar read it last on Nov 21, 2026/u)).toBeInTheDocument()
  await user.click(await dialog.findByRole('button', { name: 'Remove link' }))
  const removing = within(await findDialog('Remove your calendar link?'))
  await user.click(removing.getByText('Remove'))
  expect(await dialog.findByRole('button', { name: 'Make a link' })).toBeVisible()
  await waitFor(() => expect(server.requestsTo(removeRenewalCalendar)).toHaveLength(1))
})

test('a link that cannot be loaded is said, and asked for again', async () => {
  const { server, user, dialog } = await open((server) =>
    server.refuse(getRenewalCalendar, { status: 500, code: 'INTERNAL', message: 'Sorry.' }),
  )
  expect(await dialog.findByText('Failed to load your link')).toBeVisible()
  server.answer(getRenewalCalendar, { calendar: null })
  await user.click(dialog.getByRole('button', { name: 'Try again' }))
  expect(await dialog.findByRole('button', { name: 'Make a link' })).toBeVisible()
})
