import { listLicenseVisibilityLog } from '@tenantscope/contract/license-management'
import type { LicenseVisibilityEntry } from '@tenantscope/contract/license-management'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import type { FakeServer } from '../../testing/fake-server.ts'
import { administrator, technician } from '../../testing/people.ts'
import { renderApp } from '../../testing/render-app.tsx'

const entry = (id: number, part: Partial<LicenseVisibilityEntry> = {}): LicenseVisibilityEntry => ({
  id,
  skuId: `sku-${id}`,
  displayName: `License ${id}`,
  action: 'HIDDEN',
  changedBy: 'admin',
  timestamp: '2026-11-20T17:05:03.000Z',
  ipAddress: '198.51.100.7',
  userAgent: 'Mozilla/5.0',
  ...part,
})

const open = (prepare: (server: FakeServer) => void, at = '') =>
  renderApp({ person: administrator, at: `/admin/license-audit${at}`, prepare })

const limits = (server: FakeServer) =>
  server.requestsTo(listLicenseVisibilityLog).map(({ query }) => query.get('limit'))

test('others than administrators are denied and nothing is loaded', async () => {
  const { server } = await renderApp({ person: technician, at: '/admin/license-audit' })
  expect(await screen.findByText('Access Denied')).toBeInTheDocument()
  expect(limits(server)).toEqual([])
})

test('each entry says what happened, to which license, by whom, when and from where', async () => {
  await open((server) =>
    server.answer(listLicenseVisibilityLog, [
      entry(2, { action: 'VISIBLE', changedBy: '<b>ada</b>' }),
      entry(1, { displayName: null, ipAddress: null, userAgent: null }),
    ]),
  )
  const list = await screen.findByRole('list', { name: 'Changes of license visibility' })
  const [first, second] = within(list).getAllByRole('listitem')
  expect(first).toHaveTextContent(
    'VisibleLicense 2sku-2<b>ada</b>Nov 20, 2026 at 9:05:03 AM PSTIP address: 198.51.100.7Mozilla/5.0',
  )
  expect(second).toHaveTextContent(/^Hiddensku-1admin.*IP address: not knownBrowser not known$/)
})

test('50 are shown unless another number is chosen, which is kept in the URL; 0 means all', async () => {
  const { server, user } = await open((fake) => fake.answer(listLicenseVisibilityLog, [entry(1)]))
  await screen.findByText('License 1')
  const choice = screen.getByRole('combobox', { name: 'Entries' })
  expect(choice).toHaveDisplayValue('Last 50')
  await user.selectOptions(choice, 'Last 25')
  await waitFor(() => expect(location.search).toBe('?last=25'))
  await user.selectOptions(choice, 'All')
  await waitFor(() => expect(location.search).toBe('?last=all'))
  await waitFor(() => expect(limits(server)).toEqual(['50', '25', '0']))
  await user.selectOptions(choice, 'Last 50')
  await waitFor(() => expect(location.search).toBe(''))
})

test.each([
  ['?last=100', '100'],
  ['?last=all', '0'],
  ['?last=7', '50'],
  ['?last=constructor', '50'],
])('the address %s asks for %s', async (at, limit) => {
  const { server } = await open((fake) => fake.answer(listLicenseVisibilityLog, [entry(1)]), at)
  await screen.findByText('License 1')
  expect(limits(server)).toEqual([limit])
})

test('Refresh reads again', async () => {
  const { server, user } = await open((fake) => fake.answer(listLicenseVisibilityLog, [entry(1)]))
  await screen.findByText('License 1')
  server.answer(listLicenseVisibilityLog, [entry(2), entry(1)])
  await user.click(screen.getByRole('button', { name: 'Refresh' }))
  expect(await screen.findByText('License 2')).toBeInTheDocument()
})

test('nothing yet is said, and a failed read can be tried again', async () => {
  const { server, user } = await open((fake) =>
    fake.refuse(listLicenseVisibilityLog, { status: 500, code: 'INTERNAL', message: 'Broken.' }),
  )
  expect(await screen.findByText('The audit trail could not be loaded')).toBeInTheDocument()
  server.answer(listLicenseVisibilityLog, [])
  await user.click(screen.getByRole('button', { name: /Try again|Retry/ }))
  expect(
    await screen.findByText('No license visibility changes have been recorded yet.'),
  ).toBeInTheDocument()
})

test('of a long trail 500 are drawn, and more on demand', async () => {
  const entries = Array.from({ length: 700 }, (_, index) => entry(700 - index))
  const { user } = await open((server) => server.answer(listLicenseVisibilityLog, entries))
  await screen.findByText('License 700')
  expect(screen.getAllByRole('listitem').length).toBeLessThan(520)
  await user.click(screen.getByRole('button', { name: 'Show 200 more of 200' }))
  expect(screen.getByText('License 1')).toBeInTheDocument()
})
