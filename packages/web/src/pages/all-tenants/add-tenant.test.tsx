import { addTenant } from '@tenantscope/contract/onboarding'
import type { TenantListItem } from '@tenantscope/contract/tenants'
import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'

import type { FakeServer } from '../../testing/fake-server.ts'
import { administrator } from '../../testing/people.ts'
import { renderPart } from '../../testing/render-part.tsx'
import { makeTenant } from '../../testing/tenants.ts'
import { AddTenantDialog } from './add-tenant.tsx'

const HOSTILE = '<b>Fabrikam</b> \u202Egnp'
const read = makeTenant({ displayName: HOSTILE })
const unread = makeTenant({
  displayName: 'fabrikam.com',
  status: 'Pending',
  consent: { state: 'none', since: null },
  dataAsOf: null,
  figures: null,
})

function Scene() {
  const [isOpen, setIsOpen] = useState(true)
  const [tenants, setTenants] = useState<readonly TenantListItem[]>([])
  return (
    <>
      <AddTenantDialog
        tenants={tenants}
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        renderConsentSteps={({ id }) => (
          <button
            onClick={() =>
              setTenants([makeTenant({ id, displayName: 'Fabrikam', dataAsOf: null })])
            }
          >
            Grant consent
          </button>
        )}
      />
      {!isOpen && 'Closed'}
    </>
  )
}

async function open(prepare: (server: FakeServer) => void) {
  const app = await renderPart(<Scene />, { person: administrator, prepare })
  return { ...app, field: await screen.findByLabelText('Domain or tenant ID') }
}

test('a tenant is looked up with Enter and, when it has consented, is read at once', async () => {
  const { user, server, field } = await open((fake) =>
    fake.answer(addTenant, { tenant: read, isNew: true, isConsented: true }),
  )
  expect(field).toHaveFocus()
  const release = server.hold(addTenant)
  await user.type(field, ' Contoso.com {Enter}')
  expect(await screen.findByText('Looking it up...')).toBeInTheDocument()
  // Twice is once, and the dialog stays.
  await user.keyboard('{Enter}{Escape}')
  await user.click(screen.getByText('Cancel'))
  release()
  expect(await screen.findByText('Tenant added')).toBeInTheDocument()
  expect(server.requestsTo(addTenant).map(({ body }) => body)).toEqual([
    { domainOrId: 'Contoso.com' },
  ])
  expect(screen.getByText(/is being read now/)).toBeInTheDocument()
  expect(screen.getByText(HOSTILE).closest('a')).toHaveAttribute('href', `/tenant/${read.id}`)
  expect(screen.queryByText('Grant consent')).not.toBeInTheDocument()
  expect(screen.getByText('Close')).toHaveFocus()
})

test('one that has not consented leads to consent, and says when it is there', async () => {
  const { user, field } = await open((fake) =>
    fake.answer(addTenant, { tenant: unread, isNew: true, isConsented: false }),
  )
  await user.type(field, 'fabrikam.com{Enter}')
  expect(await screen.findByText('Tenant added, consent is missing')).toBeInTheDocument()
  await user.click(screen.getByText('Grant consent'))
  expect(await screen.findByText('Tenant added')).toBeInTheDocument()
  expect(screen.queryByText('Grant consent')).not.toBeInTheDocument()
})

test.for([
  { tenant: read, isConsented: true, text: /with its stored data/ },
  { tenant: unread, isConsented: false, text: /has not granted consent/ },
])('one that is known already is linked: $text', async ({ tenant, isConsented, text }) => {
  const { user, field } = await open((fake) =>
    fake.answer(addTenant, { tenant, isNew: false, isConsented }),
  )
  await user.type(field, 'contoso.com{Enter}')
  expect(await screen.findByText('Already listed')).toBeInTheDocument()
  expect(screen.getByText(text)).toBeInTheDocument()
  expect(screen.getByText(tenant.displayName).closest('a')).toHaveAttribute(
    'href',
    `/tenant/${tenant.id}`,
  )
  await user.click(screen.getByText('Add another'))
  const again = screen.getByLabelText('Domain or tenant ID')
  expect(again).toHaveValue('')
  await waitFor(() => expect(again).toHaveFocus())
})

test('nothing entered is not sent', async () => {
  const { user, server, field } = await open((fake) =>
    fake.answer(addTenant, { tenant: read, isNew: true, isConsented: true }),
  )
  await user.type(field, '  {Enter}')
  expect(await screen.findByText('Enter a domain or a tenant ID')).toBeInTheDocument()
  expect(field).toHaveFocus()
  expect(server.requestsTo(addTenant)).toHaveLength(0)
})

test('what Microsoft does not know is said at the field, until it is changed', async () => {
  const message = 'Microsoft knows no directory for nowhere.example.'
  const { user, field } = await open((fake) =>
    fake.refuse(addTenant, {
      status: 400,
      code: 'BAD_REQUEST',
      message,
      fields: [{ field: 'body.domainOrId', message }],
    }),
  )
  await user.type(field, 'nowhere.example{Enter}')
  expect(await screen.findByText(message)).toBeInTheDocument()
  expect(field).toBeInvalid()
  expect(field).toHaveAccessibleDescription(expect.stringContaining(message))
  expect(screen.queryByText('Not added')).not.toBeInTheDocument()
  await user.type(field, 'x')
  expect(screen.queryByText(message)).not.toBeInTheDocument()
})

test.for([
  {
    status: 409,
    code: 'CONFLICT',
    message: 'Azure configuration not found. Please configure Azure settings first.',
  },
  { status: 503, code: 'UNAVAILABLE', message: 'Microsoft could not be reached.' },
] as const)('a $status is said, and the same can be tried again', async (refusal) => {
  const { user, server, field } = await open((fake) => fake.refuse(addTenant, refusal))
  await user.type(field, 'contoso.com{Enter}')
  expect(await screen.findByText('Not added')).toBeInTheDocument()
  expect(screen.getByText(new RegExp(refusal.message))).toBeInTheDocument()
  expect(field).toBeValid()
  server.answer(addTenant, { tenant: read, isNew: true, isConsented: true })
  await user.click(screen.getByText('Try again'))
  expect(await screen.findByText('Tenant added')).toBeInTheDocument()
})

test('Escape closes it', async () => {
  const { user } = await open((fake) =>
    fake.answer(addTenant, { tenant: read, isNew: true, isConsented: true }),
  )
  await user.keyboard('{Escape}')
  expect(await screen.findByText('Closed')).toBeInTheDocument()
})
