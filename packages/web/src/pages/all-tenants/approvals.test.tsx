import { useQuery } from '@tanstack/react-query'
import { decideTenantApproval } from '@tenantscope/contract/consent'
import { listTenants } from '@tenantscope/contract/tenants'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { tenantListQuery } from '../../lib/tenant-list.ts'
import { findDialog } from '../../testing/dialogs.ts'
import { holdReading } from '../../testing/hold-reading.ts'
import { administrator } from '../../testing/people.ts'
import { renderPart } from '../../testing/render-part.tsx'
import { listOf } from '../../testing/tenant-lists.ts'
import { makeTenant } from '../../testing/tenants.ts'
import { ApprovalsBar } from './approvals-bar.tsx'

const makeInvited = (displayName: string) =>
  makeTenant({
    displayName,
    defaultDomainName: `${displayName.toLowerCase()}.com`,
    status: 'Pending',
    consent: { state: 'awaitingApproval', since: '2026-11-20T09:00:00.000Z' },
  })
const contoso = makeInvited('Contoso')
const fabrikam = makeInvited('Fabrikam')

function Bar() {
  const { data } = useQuery(tenantListQuery({ isQuiet: true }))
  return <ApprovalsBar tenants={data?.tenants ?? []} />
}

async function open(tenants = [contoso, fabrikam]) {
  const scene = await renderPart(<Bar />, {
    person: administrator,
    prepare: (server) => server.answer(listTenants, listOf(tenants)),
  })
  await screen.findByText(/for your approval/)
  return scene
}

test('the tenants that wait are named with their domains', async () => {
  await open()
  const bar = screen.getByRole('group', { name: '2 tenants are waiting for your approval' })
  expect(within(bar).getByRole('link', { name: 'Contoso' })).toHaveAttribute(
    'href',
    `/tenant/${contoso.id}`,
  )
  expect(bar).toHaveTextContent('fabrikam.com')
})

test('an accepted tenant leaves the bar and is read', async () => {
  const { server, user } = await open()
  server.answer(decideTenantApproval, { isAccepted: true })
  server.answer(listTenants, listOf([fabrikam]))
  const letRead = holdReading(server, listTenants)
  await user.click(screen.getByRole('button', { name: 'Accept Contoso' }))
  await letRead()
  expect(await screen.findByText('Tenant accepted')).toBeInTheDocument()
  expect(screen.getByText('Contoso is being read now.')).toBeInTheDocument()
  expect(screen.getByText('1 tenant is waiting for your approval')).toBeInTheDocument()
  expect(server.requestsTo(decideTenantApproval)).toEqual([
    expect.objectContaining({ params: { tenantId: contoso.id }, body: { isAccepted: true } }),
  ])
})

test('a tenant is declined only after a question that says what stays', async () => {
  const { server, user } = await open()
  await user.click(screen.getByRole('button', { name: 'Decline Contoso' }))
  const question = await findDialog('Decline this tenant?')
  expect(question).toHaveTextContent(
    "The consent in the customer's directory stays until they remove it there",
  )
  await user.click(within(question).getByRole('button', { name: 'Cancel', hidden: true }))
  await waitFor(() =>
    expect(screen.queryByRole('alertdialog', { hidden: true })).not.toBeInTheDocument(),
  )
  expect(server.requestsTo(decideTenantApproval)).toHaveLength(0)

  server.answer(decideTenantApproval, { isAccepted: false })
  server.answer(listTenants, listOf([fabrikam]))
  await user.click(screen.getByRole('button', { name: 'Decline Contoso' }))
  await user.click(
    within(await findDialog('Decline this tenant?')).getByRole('button', {
      name: 'Decline',
      hidden: true,
    }),
  )
  expect(await screen.findByText('Tenant declined')).toBeInTheDocument()
  expect(await screen.findByText('1 tenant is waiting for your approval')).toBeInTheDocument()
  expect(server.requestsTo(decideTenantApproval)[0]?.body).toEqual({ isAccepted: false })
})

test('what another administrator has decided meanwhile is said and shown', async () => {
  const { server, user } = await open()
  server.refuse(decideTenantApproval, { status: 409, code: 'CONFLICT', message: 'It was decided.' })
  server.answer(listTenants, listOf([fabrikam]))
  await user.click(screen.getByRole('button', { name: 'Accept Contoso' }))
  expect(await screen.findByText('Approval failed')).toBeInTheDocument()
  expect(screen.getByText('It was decided.')).toBeInTheDocument()
  expect(await screen.findByText('1 tenant is waiting for your approval')).toBeInTheDocument()
})

test('many tenants are folded and unfold on demand', async () => {
  const { user } = await open(['A', 'B', 'C', 'D', 'E'].map(makeInvited))
  expect(screen.getAllByRole('button', { name: /^Accept/ })).toHaveLength(3)
  await user.click(screen.getByRole('button', { name: 'Show 2 more' }))
  expect(screen.getAllByRole('button', { name: /^Accept/ })).toHaveLength(5)
})
