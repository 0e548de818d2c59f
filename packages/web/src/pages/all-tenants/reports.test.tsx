import { signInLocally } from '@tenantscope/contract/auth'
import { getReportSettings } from '@tenantscope/contract/branding'
import type { ReportSettings } from '@tenantscope/contract/branding'
import { listTenantLicenses, listTenantUsers } from '@tenantscope/contract/licenses'
import { getMailSettings } from '@tenantscope/contract/mail'
import type { MailSettings } from '@tenantscope/contract/mail'
import { listReportSchedules } from '@tenantscope/contract/report-schedules'
import { listMyShares } from '@tenantscope/contract/shares'
import { listTenants } from '@tenantscope/contract/tenants'
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { findDialog } from '../../testing/dialogs.ts'
import { administrator, technician, viewer } from '../../testing/people.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { licensesOf } from '../../testing/report-wizard.tsx'
import { listOf } from '../../testing/tenant-lists.ts'
import { pageOf } from '../../testing/tenant-users.ts'
import { makeTenant } from '../../testing/tenants.ts'
import { setWindowWidth } from '../../testing/window-width.ts'

const alpha = makeTenant({ displayName: 'Alpha' })
const unread = makeTenant({ displayName: 'Unread', dataAsOf: null, figures: null })

const REPORT_SETTINGS: ReportSettings = {
  branding: { name: null, accentColor: '#02717a', footer: null, logo: null },
  retentionMonths: 12,
  version: 1,
  updatedAt: null,
  updatedBy: null,
}
const NO_MAIL: MailSettings = { settings: null, version: 1, updatedAt: null, updatedBy: null }

async function open({ person = viewer, width = 1_440, at = '/dashboard' } = {}) {
  setWindowWidth(width)
  const app = await renderApp({
    person,
    at,
    prepare: (server) => {
      server.answer(listTenants, listOf([alpha, unread]))
      server.answer(listTenantLicenses, licensesOf())
      server.answer(listMyShares, { shares: [] })
      server.answer(listReportSchedules, { schedules: [], isMailConfigured: false })
      server.answer(getReportSettings, REPORT_SETTINGS)
      server.answer(getMailSettings, NO_MAIL)
    },
  })
  // By labels here: names of roles are slow to find in a page as large as this.
  await screen.findByLabelText('Tenants')
  return app
}

test('a row runs a report of its tenant, for viewers too', async () => {
  const { user } = await open()
  await user.click(screen.getByLabelText('Run report for Alpha'))
  const dialog = await findDialog('Run report')
  expect(dialog).toHaveTextContent('Alpha')
  await user.click(screen.getByLabelText('Close'))
  await waitFor(() => expect(screen.queryByText('Choose a report type')).not.toBeInTheDocument())
})

test('a tenant that was never read says why there is nothing to report', async () => {
  const { user } = await open()
  const button = screen.getByLabelText('Run report for Unread')
  expect(button).toHaveAttribute('aria-disabled', 'true')
  expect(button).toHaveAttribute(
    'title',
    'There is nothing to report: this tenant has not been read yet',
  )
  await user.click(button)
  expect(screen.queryByRole('dialog', { hidden: true })).not.toBeInTheDocument()
})

test('on a phone the report is in the row menu', async () => {
  const { user } = await open({ width: 400 })
  await user.click(screen.getByLabelText('Actions for Unread'))
  expect(await screen.findByRole('menuitem', { name: /^Run report/ })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await user.keyboard('{Escape}')
  await user.click(screen.getByLabelText('Actions for Alpha'))
  await user.click(await screen.findByRole('menuitem', { name: 'Run report' }))
  expect(await findDialog('Run report')).toHaveTextContent('Alpha')
})

test('a report is shared from the row’s menu, by those who may', async () => {
  const { server, user } = await open({ person: technician, width: 400 })
  server.answer(listTenantUsers, pageOf([]))
  await user.click(screen.getByLabelText('Actions for Alpha'))
  await user.click(await screen.findByRole('menuitem', { name: 'Share report' }))
  expect(await findDialog('Share report')).toHaveTextContent('Alpha')
})

test('viewers are not offered to share from the row’s menu', async () => {
  const { user } = await open({ width: 400 })
  await user.click(screen.getByLabelText('Actions for Alpha'))
  await screen.findByRole('menuitem', { name: 'Run report' })
  expect(screen.queryByRole('menuitem', { name: 'Share report' })).not.toBeInTheDocument()
})

test('the links of everyone are listed after a fresh sign-in', async () => {
  const { server, user } = await open({ person: administrator, at: '/dashboard?reports=links' })
  const links = within(await findDialog('Shared links'))
  server.refuse(listMyShares, {
    status: 403,
    code: 'FRESH_SIGN_IN_REQUIRED',
    message: 'Please sign in again',
  })
  await user.click(await links.findByLabelText('Links of all users'))
  const question = within(await findDialog('Confirm your identity'))
  server.answer(listMyShares, { shares: [] })
  server.answer(signInLocally, { user: administrator })
  await user.type(question.getByLabelText(/^Password of/u), 'Right-Password-1{Enter}')
  expect(await screen.findByText('No shared reports yet')).toBeInTheDocument()
})

test('the shared links open from the Reports menu and by their address; back closes them', async () => {
  const { user } = await open({ person: technician })
  const button = screen.getByRole('button', { name: 'Reports' })
  // Its icon, and the arrow of a menu.
  expect(button.querySelectorAll('svg')).toHaveLength(2)
  await user.click(button)
  const entries = await screen.findAllByRole('menuitem')
  expect(entries.map(({ textContent }) => textContent)).toEqual([
    'Shared links',
    'Scheduled reports',
  ])
  await user.click(entries[0]!)
  await findDialog('Shared links')
  expect(location.search).toBe('?reports=links')
  act(() => history.back())
  await waitFor(() => expect(screen.queryByText('Shared links')).not.toBeInTheDocument())
})

test('a link to the shared links opens them, and closing takes them out of the address', async () => {
  const { user } = await open({ person: technician, at: '/dashboard?reports=links' })
  await findDialog('Shared links')
  await user.click(screen.getAllByText('Close').at(-1)!)
  await waitFor(() => expect(location.search).toBe(''))
})

test('administrators find the settings of reports', async () => {
  const { user } = await open({ person: administrator })
  await user.click(screen.getByRole('button', { name: 'Reports' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Report settings' }))
  await findDialog('Report settings')
  expect(location.search).toBe('?reports=settings')
})

/** So that a dialog which must not open would be there by the time that the table is. */
const loadDialogs = () =>
  Promise.all([
    import('./reports-dialogs.tsx'),
    import('../../features/report-settings/report-settings-dialog.tsx'),
    import('../../features/share-report/shared-links.tsx'),
  ])

test('a technician’s link to the settings of reports shows none', async () => {
  await loadDialogs()
  const { user, server } = await open({ person: technician, at: '/dashboard?reports=settings' })
  // What opens later than the settings would have: by then they would have been read.
  await user.click(screen.getByRole('button', { name: 'Reports', hidden: true }))
  await user.click(await screen.findByText('Scheduled reports'))
  await findDialog('Scheduled reports')
  expect(server.requestsTo(getReportSettings)).toHaveLength(0)
  expect(screen.queryByText('Report settings')).not.toBeInTheDocument()
})

test('viewers have no Reports menu, and a link to the shared links shows none', async () => {
  await loadDialogs()
  await open({ at: '/dashboard?reports=links' })
  expect(screen.queryByRole('button', { name: 'Reports' })).not.toBeInTheDocument()
  expect(screen.queryByText('Shared links')).not.toBeInTheDocument()
})

test.each([
  ['schedules', 'Scheduled reports'],
  ['settings', 'Report settings'],
])('the address ?reports=%s opens %s for administrators', async (address, title) => {
  await open({ person: administrator, at: `/dashboard?reports=${address}` })
  expect(await findDialog(title)).toBeInTheDocument()
})
