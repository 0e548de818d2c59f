import { listTenantLicenses } from '@tenantscope/contract/licenses'
import { refreshTenant } from '@tenantscope/contract/sync'
import {
  getTenantSettings,
  saveTenantSettings,
  setTenantReading,
} from '@tenantscope/contract/tenant-settings'
import type { StoredTenantSettings } from '@tenantscope/contract/tenant-settings'
import { listTenants } from '@tenantscope/contract/tenants'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'

import type { FakeServer } from '../../../testing/fake-server.ts'
import { administrator, technician, viewer } from '../../../testing/people.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { RUN_ID } from '../../../testing/sync-runs.ts'
import { makeLicense } from '../../../testing/tenant-details.ts'
import { listOf } from '../../../testing/tenant-lists.ts'
import { makeTenant } from '../../../testing/tenants.ts'
import { setWindowWidth } from '../../../testing/window-width.ts'

beforeEach(() => setWindowWidth(1_440))

const contoso = makeTenant({ displayName: 'Contoso', directoryName: 'Contoso' })
const other = makeTenant({ displayName: 'Other', tags: ['Gold'] })
const e3 = makeLicense({ skuId: 'e3', displayName: 'Office 365 E3', availableUnits: 7 })
const free = makeLicense({ skuId: 'free', displayName: 'Power BI Free', savings: null })

const stored: StoredTenantSettings = {
  settings: {
    alias: null,
    tags: ['North'],
    spareSeats: [{ skuId: 'gone-sku', seats: 3, reason: 'Term until May' }],
  },
  version: 4,
  updatedBy: null,
  updatedAt: null,
  isReadingStopped: false,
}

interface Scene {
  person?: typeof administrator
  prepare?: (server: FakeServer) => void
}

async function open({ person = technician, prepare }: Scene = {}) {
  const app = await renderApp({
    person,
    at: '/dashboard',
    prepare: (server) => {
      server.answer(listTenants, listOf([contoso, other]))
      server.answer(getTenantSettings, stored)
      server.answer(listTenantLicenses, {
        licenses: [e3, free],
        hiddenLicenses: 0,
        dataAsOf: null,
        failure: null,
      })
      prepare?.(server)
    },
  })
  const opener = await screen.findByRole('button', { name: 'Settings of Contoso' })
  await app.user.click(opener)
  const dialog = within(await screen.findByRole('dialog', { hidden: true }))
  // Without a layout Fluent finds nothing in it to focus, and hides it from screen readers.
  act(() => dialog.getByLabelText('Close').focus())
  expect(screen.getByRole('dialog')).toHaveAccessibleName('Settings of Contoso')
  return { ...app, opener, dialog }
}

/** What typing leads to, without the cost of each key. */
function write(field: HTMLElement, value: string) {
  act(() => field.focus())
  fireEvent.change(field, { target: { value } })
}

test('alias, tags and spare seats are saved together, and the table is updated before the toast appears', async () => {
  const { user, server, dialog } = await open()
  write(await dialog.findByLabelText('Alias'), 'Best one')
  const tags = dialog.getByLabelText('Tags')
  write(tags, ' Gold ')
  await user.type(tags, '{Enter}')
  write(tags, 'north')
  await user.type(tags, '{Enter}')
  expect(dialog.getByText('This tag already exists')).toBeInTheDocument()
  write(tags, '')
  await user.click(dialog.getByRole('button', { name: 'Remove tag North' }))
  expect(dialog.getByText('No longer among the licenses of this tenant')).toBeVisible()

  const choice = await dialog.findByRole('combobox', { name: 'License to keep spare seats of' })
  expect(Array.from(choice.children, (option) => option.textContent)).toEqual([
    'Choose a license',
    'Office 365 E3 (7 unassigned)',
  ])
  await user.selectOptions(choice, 'e3')
  await user.click(dialog.getByRole('button', { name: 'Add' }))
  const seats = within(dialog.getByRole('group', { name: 'Office 365 E3' }))
  write(seats.getByLabelText(/^Seats/), '0')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(seats.getByText('Enter at least 1 seat')).toBeInTheDocument()
  expect(seats.getByText('Enter a reason for keeping these seats')).toBeInTheDocument()
  expect(server.requestsTo(saveTenantSettings)).toEqual([])

  write(seats.getByLabelText(/^Seats/), '5')
  write(seats.getByLabelText(/^Reason/), 'Hires')
  const settings = {
    alias: 'Best one',
    tags: ['Gold'],
    spareSeats: [
      { skuId: 'gone-sku', seats: 3, reason: 'Term until May' },
      { skuId: 'e3', seats: 5, reason: 'Hires' },
    ],
  }
  server.answer(saveTenantSettings, { ...stored, settings, version: 5 })
  server.answer(
    listTenants,
    listOf([{ ...contoso, displayName: 'Best one', tags: ['Gold'] }, other]),
  )
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Settings saved')).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Best one', hidden: true })).toBeInTheDocument()
  expect(server.requestsTo(saveTenantSettings)[0]?.body).toEqual({ settings, version: 4 })
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
})

test('what the server refuses is said at its field, and the fields keep what was typed', async () => {
  const { user, server, dialog } = await open()
  write(await dialog.findByLabelText('Alias'), 'Other')
  server.refuse(saveTenantSettings, {
    status: 400,
    code: 'BAD_REQUEST',
    message: 'Another tenant has this alias.',
    fields: [{ field: 'body.settings.alias', message: 'Another tenant has this alias' }],
  })
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText('Another tenant has this alias')).toBeInTheDocument()
  expect(dialog.getByLabelText('Alias')).toHaveValue('Other')
})

test('who was slower sees whose change it is and can load the newer settings', async () => {
  const { user, server, dialog } = await open()
  write(await dialog.findByLabelText('Alias'), 'Mine')
  server.refuse(saveTenantSettings, {
    status: 409,
    code: 'CONFLICT',
    message: 'changed by Megan Bowen at 2026-11-20T17:05:03.000Z',
    changed: { by: 'Megan Bowen', at: '2026-11-20T17:05:03.000Z' },
  })
  server.fail(getTenantSettings)
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText('Changed by another user')).toBeInTheDocument()
  expect(
    dialog.getByText(/Changed by Megan Bowen on Nov 20, 2026 at 9:05:03 AM PST/),
  ).toBeInTheDocument()
  await user.click(dialog.getByRole('button', { name: 'Load newer' }))
  const again = await dialog.findByRole('button', { name: 'Try again' })
  expect(dialog.getByLabelText('Alias')).toHaveValue('Mine')
  server.answer(getTenantSettings, {
    ...stored,
    settings: { ...stored.settings, alias: 'Theirs' },
    version: 5,
  })
  await user.click(again)
  await waitFor(() => expect(dialog.getByLabelText('Alias')).toHaveValue('Theirs'))
  expect(dialog.queryByText('Changed by another user')).not.toBeInTheDocument()
})

test('unsaved changes are asked about before the dialog closes', async () => {
  const { user, opener, dialog } = await open()
  write(await dialog.findByLabelText('Alias'), 'Half')
  await user.keyboard('{Escape}')
  const question = await screen.findByRole('alertdialog', { hidden: true })
  expect(question).toHaveTextContent('Discard your changes?')
  await user.click(within(question).getByText('Keep editing'))
  await waitFor(() =>
    expect(screen.queryByRole('alertdialog', { hidden: true })).not.toBeInTheDocument(),
  )
  expect(dialog.getByLabelText('Alias')).toHaveValue('Half')

  // By its words: without a layout Fluent may still hide it as if the question were open.
  await user.click(dialog.getByText('Cancel'))
  await user.click(await screen.findByText('Discard'))
  await waitFor(() =>
    expect(screen.queryByRole('dialog', { hidden: true })).not.toBeInTheDocument(),
  )
  await user.click(opener)
  expect(await screen.findByLabelText('Alias')).toHaveValue('')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
})

test('while the settings are saved, their fields do not change and the dialog cannot be closed', async () => {
  const { user, server, dialog } = await open()
  write(await dialog.findByLabelText('Alias'), 'Best one')
  const settings = { ...stored.settings, alias: 'Best one' }
  server.answer(saveTenantSettings, { ...stored, settings, version: 5 })
  const release = server.hold(saveTenantSettings)
  await user.click(dialog.getByText('Save'))
  write(dialog.getByLabelText('Alias'), 'Better one')
  expect(dialog.getByLabelText('Alias')).toHaveValue('Best one')
  const fields = dialog.getByLabelText('Alias').closest('fieldset')
  expect(fields).toHaveAttribute('aria-disabled', 'true')
  expect(fields).not.toContainElement(dialog.getByText('Refresh now'))
  await user.keyboard('{Escape}')
  await user.click(dialog.getByText('Cancel'))
  expect(screen.queryByText('Discard your changes?')).not.toBeInTheDocument()
  expect(dialog.getByLabelText('Alias')).toHaveValue('Best one')
  release()
  await screen.findByText('Settings saved')
  await waitFor(() =>
    expect(screen.queryByRole('dialog', { hidden: true })).not.toBeInTheDocument(),
  )
})

test('a viewer reads the settings and can change none', async () => {
  const { dialog } = await open({ person: viewer })
  expect(
    await dialog.findByText('Technicians and administrators can change these.'),
  ).toBeInTheDocument()
  expect(dialog.getByText('North')).toBeInTheDocument()
  expect(dialog.getByText('gone-sku: 3, Term until May')).toBeInTheDocument()
  expect(dialog.queryByRole('textbox')).not.toBeInTheDocument()
  for (const name of ['Save', 'Refresh now', 'Stop reading'])
    expect(dialog.queryByRole('button', { name })).not.toBeInTheDocument()
})

test('a technician refreshes the tenant now, and cannot stop its reading', async () => {
  const { user, server, dialog } = await open({
    prepare: (server) => server.answer(refreshTenant, { runId: RUN_ID }),
  })
  await user.click(await dialog.findByRole('button', { name: 'Refresh now' }))
  expect(await dialog.findByRole('button', { name: 'Refreshing...' })).toBeInTheDocument()
  expect(server.requestsTo(refreshTenant)[0]?.params).toEqual({ tenantId: contoso.id })
  expect(dialog.queryByRole('button', { name: 'Stop reading' })).not.toBeInTheDocument()
})

test('an administrator stops the reading after an explanation', async () => {
  const { user, server, dialog } = await open({ person: administrator })
  await user.click(await dialog.findByRole('button', { name: 'Stop reading' }))
  const question = within(await screen.findByRole('alertdialog', { hidden: true }))
  expect(question.getByText('Stop reading this tenant?')).toBeInTheDocument()
  expect(question.getByText(/Its last data stays in lists/)).toBeInTheDocument()
  expect(server.requestsTo(setTenantReading)).toEqual([])
  server.answer(setTenantReading, { isReadingStopped: true })
  server.answer(listTenants, listOf([{ ...contoso, isReadingStopped: true }, other]))
  await user.click(question.getByText('Stop reading'))
  expect(await screen.findByText('Reading stopped')).toBeInTheDocument()
  expect(server.requestsTo(setTenantReading)[0]?.body).toEqual({ isStopped: true })
  expect(await screen.findByText('Read again')).toBeInTheDocument()
  expect(screen.getByText('Refresh now').closest('button')).toHaveAttribute('aria-disabled', 'true')
})

test('a reading that cannot be stopped is said, and it goes on', async () => {
  const { user, dialog } = await open({
    person: administrator,
    prepare: (server) =>
      server.refuse(setTenantReading, {
        status: 503,
        code: 'UNAVAILABLE',
        message: 'The database is starting.',
      }),
  })
  await user.click(await dialog.findByRole('button', { name: 'Stop reading' }))
  const question = within(await screen.findByRole('alertdialog', { hidden: true }))
  await user.click(question.getByText('Stop reading'))
  expect(await screen.findByText('Update Failed')).toBeInTheDocument()
  expect(screen.getByText('The database is starting.')).toBeInTheDocument()
})

test('settings that cannot be loaded say why and can be asked for again', async () => {
  const { user, server, dialog } = await open({
    prepare: (server) =>
      server.refuse(getTenantSettings, { status: 404, code: 'NOT_FOUND', message: 'Not found.' }),
  })
  expect(await dialog.findByText('Failed to load the settings')).toBeInTheDocument()
  server.answer(getTenantSettings, stored)
  await user.click(dialog.getByText('Try again'))
  expect(await dialog.findByLabelText('Alias')).toHaveValue('')
})

test('spare seats can be changed also where the licenses cannot be listed', async () => {
  const { dialog } = await open({
    prepare: (server) =>
      server.refuse(listTenantLicenses, { status: 500, code: 'INTERNAL', message: 'Sorry.' }),
  })
  expect(
    await dialog.findByText('Failed to load licenses. Please try refreshing the page.'),
  ).toBeInTheDocument()
  const kept = within(dialog.getByRole('group', { name: 'gone-sku' }))
  expect(kept.getByLabelText(/^Seats/)).toHaveValue('3')
  expect(kept.queryByText(/any more/)).not.toBeInTheDocument()
})
