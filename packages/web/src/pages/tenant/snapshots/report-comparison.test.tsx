import { compareReportSnapshots } from '@tenantscope/contract/reports'
import type { ReportComparison } from '@tenantscope/contract/reports'
import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import type { FakeServer } from '../../../testing/fake-server.ts'
import { renderPart } from '../../../testing/render-part.tsx'
import { makeComparison } from '../../../testing/reports.ts'
import { makeTenant } from '../../../testing/tenants.ts'
import { ReportComparisonView } from './report-comparison-view.tsx'

const contoso = makeTenant()
const same = makeComparison()

async function open(prepare: (server: FakeServer) => void) {
  const onLeave = vi.fn()
  const app = await renderPart(
    <ReportComparisonView
      tenantId={contoso.id}
      compared={[same.before.id, same.after.id]}
      onLeave={onLeave}
    />,
    { prepare },
  )
  return { ...app, onLeave }
}

const openWith = (changes: Partial<ReportComparison>) =>
  open((server) => server.answer(compareReportSnapshots, makeComparison(changes)))

const person = (name: string, licenses: string[] = []) => ({
  displayName: name,
  userPrincipalName: `${name}@contoso.com`,
  licenses,
})

const textOf = (name: string) => screen.getByRole('region', { name }).textContent

test('two reports that hold the same say that nothing changed', async () => {
  const { server, onLeave, user } = await openWith({})
  expect(await screen.findByText('Nothing changed')).toBeInTheDocument()
  expect(screen.getByText(/^From Oct 20, 2026 at 9:30:00 AM UTC to Nov 20/)).toBeInTheDocument()
  const [request] = server.requestsTo(compareReportSnapshots)
  expect(request?.query.get('one')).toBe(same.before.id)
  expect(request?.query.get('other')).toBe(same.after.id)
  await waitFor(() => expect(screen.getByText('All reports')).toHaveFocus())
  await user.click(screen.getByText('All reports'))
  expect(onLeave).toHaveBeenCalledOnce()
})

test('counts come first, then additions, removals and changes', async () => {
  await openWith({
    summary: {
      totalUsers: { before: 1_200, after: 1_201 },
      totalLicenses: { before: 3, after: 3 },
      totalAssignments: { before: 20, after: 18 },
    },
    licenses: {
      added: [{ friendlyName: 'Copilot', skuPartNumber: 'COPILOT' }],
      removed: [],
      changed: [
        {
          friendlyName: 'E5',
          skuPartNumber: 'SPE_E5',
          enabledUnits: { before: 100, after: 1_120 },
          consumedUnits: { before: 90, after: 90 },
          reportedUsers: { before: 80, after: 71 },
        },
      ],
    },
    users: {
      added: [person('<i>Ann</i>', ['E5', 'Copilot'])],
      removed: [person('Bob', ['E5'])],
      changed: [
        {
          displayName: 'مريم',
          userPrincipalName: null,
          previousName: 'Maryam',
          gained: ['Copilot'],
          lost: ['E5'],
        },
      ],
      unchanged: 1_199,
    },
  })
  await screen.findByText('1,200 → 1,201')
  expect(textOf('Changes between two reports')).toContain(
    'Users1,200 → 1,201+11 added, 1 removed, 1 changedLicenses3 → 3no change1 added, 1 changedAssignments20 → 18−2',
  )
  expect(textOf('Licenses')).toBe(
    'LicensesAdded (1)Copilot COPILOTChanged (1)E5 SPE_E5Usable seats: 100 → 1,120 (+1,020)Users in the report: 80 → 71 (−9)',
  )
  expect(textOf('Users')).toBe(
    'Users1,199 unchangedAdded (1)<i>Ann</i> <i>Ann</i>@contoso.comE5, CopilotRemoved (1)Bob Bob@contoso.comE5Changed (1)مريمBefore: MaryamGained: CopilotLost: E5',
  )
})

test('where only people differ the licenses say that they are the same', async () => {
  await openWith({ users: { added: [person('Ann')], removed: [], changed: [], unchanged: 1 } })
  expect(await screen.findByText('The same licenses with the same figures')).toBeInTheDocument()
})

test('long lists come part by part', async () => {
  const added = Array.from({ length: 130 }, (_, index) => person(`P${index}`))
  const { user } = await openWith({ users: { added, removed: [], changed: [], unchanged: 0 } })
  const more = await screen.findByText('Show more (110 left)')
  expect(screen.getAllByRole('listitem')).toHaveLength(20)
  await user.click(more)
  expect(screen.getAllByRole('listitem')).toHaveLength(130)
})

test('reports that cannot be compared say why', async () => {
  const { server, user } = await open((each) =>
    each.refuse(compareReportSnapshots, { status: 404, code: 'NOT_FOUND', message: 'It is gone.' }),
  )
  expect(await screen.findByText('The reports could not be compared')).toBeInTheDocument()
  expect(screen.getByText('It is gone.')).toBeInTheDocument()
  server.answer(compareReportSnapshots, same)
  await user.click(screen.getByText('Try again'))
  expect(await screen.findByText('Nothing changed')).toBeInTheDocument()
})
