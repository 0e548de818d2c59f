import { getPosture, getPostureChanges } from '@tenantscope/contract/posture'
import { listTenants } from '@tenantscope/contract/tenants'
import { act, fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { viewer } from '../../testing/people.ts'
import { guestCheck, makePostureTenant, mfaCheck } from '../../testing/posture.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { noTenants } from '../../testing/tenant-lists.ts'

const tenants = Array.from({ length: 300 }, (_, index) =>
  makePostureTenant(`Tenant ${index + 1}`, ['failed', 'passed'], { score: 40, grade: 'F' }),
)
const fresh = makePostureTenant('Zoo', null, { dataAsOf: null })

const members = { covered: 0, notCovered: 0, notKnown: 0, tenantsNotKnown: 301 }

function open(search: string) {
  return renderApp({
    person: viewer,
    at: `/posture${search}`,
    prepare: (server) => {
      server.answer(listTenants, noTenants)
      server.answer(getPosture, {
        checks: [mfaCheck, guestCheck],
        tenants: [...tenants, fresh],
        inactiveTenants: 0,
        members,
      })
      server.answer(getPostureChanges, {
        more: 0,
        changes: tenants.map(({ tenantId, displayName }) => ({
          tenantId,
          displayName,
          checkId: mfaCheck.id,
          title: mfaCheck.title,
          severity: mfaCheck.severity,
          change: 'new' as const,
          verdict: 'failed' as const,
          at: '2026-11-19T09:00:00.000Z',
        })),
      })
    },
  })
}

test('only the rows in sight exist, and the keyboard reaches the others', async () => {
  const { user } = await open('')
  const grid = await screen.findByRole('grid')
  expect(grid).toHaveAttribute('aria-rowcount', '302')
  expect(within(grid).getAllByRole('row').length).toBeLessThan(40)
  act(() => within(grid).getByRole('link', { name: 'Tenant 1 40% (F)' }).focus())
  await user.keyboard('{Control>}{End}{/Control}')
  expect(document.activeElement).toHaveAccessibleName(
    'Zoo, Guests who do not sign in are blocked, Not judged yet',
  )
})

test('paper has every tenant with its failed checks by name', async () => {
  await open('')
  await screen.findByRole('grid')
  fireEvent(window, new Event('beforeprint'))
  const rows = within(screen.getByRole('table')).getAllByRole('row')
  expect(rows).toHaveLength(302)
  expect(rows[1]).toHaveTextContent(/^Tenant 140% \(F\)MFA is required of everybodyPassed: 1$/)
  expect(rows[301]).toHaveTextContent(/^ZooNot judged yetNot knownNot judged yet: 2$/)
  fireEvent(window, new Event('afterprint'))
  expect(screen.getByRole('grid')).toBeInTheDocument()
})

test('a long list of changes is extended on request', async () => {
  const { user } = await open('?view=changes')
  expect(await screen.findByText('Showing 100 of 300')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Show more' }))
  expect(screen.getByText('Showing 200 of 300')).toBeInTheDocument()
  expect(screen.getAllByRole('rowheader')).toHaveLength(200)
})
