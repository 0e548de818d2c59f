import { listTenantLicenses, listTenantUsers } from '@tenantscope/contract/licenses'
import { compareReportSnapshots, listReportSnapshots } from '@tenantscope/contract/reports'
import type { ReportSnapshot } from '@tenantscope/contract/reports'
import { getTenantDetails } from '@tenantscope/contract/tenants'
import type { TenantDetails } from '@tenantscope/contract/tenants'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'

import { findDialog } from '../../testing/dialogs.ts'
import { technician, viewer } from '../../testing/people.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { licensesOf } from '../../testing/report-wizard.tsx'
import { makeComparison, makeSnapshot } from '../../testing/reports.ts'
import { makeDetails, makeUnreadDetails } from '../../testing/tenant-details.ts'
import { makeUser, pageOf } from '../../testing/tenant-users.ts'
import { makeTenant } from '../../testing/tenants.ts'
import { comparedIn } from './reports-tab.tsx'

const contoso = makeTenant({ displayName: 'Contoso' })
const comparison = makeComparison()
const { before, after } = comparison

interface Scene {
  person?: typeof viewer
  search?: string
  details?: TenantDetails
  snapshots?: ReportSnapshot[]
}

async function open(scene: Scene = {}) {
  const { person = viewer, search = '?tab=reports', snapshots = [after, before] } = scene
  const details = scene.details ?? makeDetails(contoso)
  const app = await renderApp({
    person,
    at: `/tenant/${contoso.id}${search}`,
    prepare: (server) => {
      server.answer(getTenantDetails, details)
      server.answer(listTenantUsers, pageOf([makeUser()]))
      server.answer(listTenantLicenses, licensesOf())
      server.answer(listReportSnapshots, { snapshots, nextCursor: null, retentionMonths: 12 })
      server.answer(compareReportSnapshots, comparison)
    },
  })
  await screen.findByRole('heading', { level: 1, name: 'Contoso' })
  return app
}

test('the last view of a tenant holds its reports', async () => {
  const { user } = await open({ search: '' })
  const tabs = screen.getByRole('navigation', { name: 'Views of this tenant' })
  expect(tabs).toHaveTextContent(
    'Organization OverviewLicense OverviewLicense MatrixSecurityReports',
  )
  await user.click(screen.getByRole('link', { name: 'Reports' }))
  expect(await screen.findByText('Reports are kept for 12 months.')).toBeInTheDocument()
  expect(location.search).toBe('?tab=reports')
})

test('two reports are compared under an address of their own, which leads back to the list', async () => {
  const { user } = await open()
  for (const box of await screen.findAllByLabelText(/^Compare the report of/)) await user.click(box)
  await user.click(screen.getByRole('button', { name: 'Compare' }))
  expect(await screen.findByText('Nothing changed')).toBeInTheDocument()
  expect(new URLSearchParams(location.search).get('compare')).toBe(`${after.id},${before.id}`)
  await user.click(screen.getByRole('button', { name: 'All reports' }))
  expect(await screen.findByText('Reports are kept for 12 months.')).toBeInTheDocument()
})

test('a link to a comparison opens it', async () => {
  await open({ search: `?compare=${before.id},${after.id}` })
  expect(await screen.findByText('Nothing changed')).toBeInTheDocument()
})

test('an address that does not name two reports shows the list', () => {
  const [one, other] = [makeSnapshot().id, makeSnapshot().id]
  expect(comparedIn(`${one},${other}`)).toEqual([one, other])
  for (const text of [undefined, '', one, `${one},${one}`, `${one},x`, `${one},${other},${one}`])
    expect(comparedIn(text)).toBeUndefined()
})

test('a viewer runs reports and is not offered to share them', async () => {
  const { user } = await open({ snapshots: [] })
  await screen.findByText('No reports yet')
  const buttons = screen.getAllByRole('button', { name: 'Run report' })
  expect(buttons).toHaveLength(2)
  expect(screen.queryByRole('button', { name: 'Share report' })).not.toBeInTheDocument()
  await user.click(buttons[1]!)
  expect(await findDialog('Choose a report type')).toHaveTextContent('Contoso')
})

test('a technician may share and schedule them too', async () => {
  await open({ person: technician })
  expect(await screen.findByRole('button', { name: 'Share report' })).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Schedule' })).toBeInTheDocument()
})

test('of a tenant that was never read no report is offered', async () => {
  const unread = { ...contoso, dataAsOf: null, figures: null }
  await open({ details: makeUnreadDetails(unread), person: technician })
  await waitFor(() =>
    expect(screen.getByText('This tenant has not been read yet')).toBeInTheDocument(),
  )
  expect(screen.queryByRole('button', { name: 'Run report' })).not.toBeInTheDocument()
})
