import { decodeCspLicenses } from '@tenantscope/contract/csp-decode'
import type { CspDecodeResult } from '@tenantscope/contract/csp-decode'
import { listTenantUsers } from '@tenantscope/contract/licenses'
import { getTenantDetails, getTenantHistory } from '@tenantscope/contract/tenants'
import type { TenantListItem } from '@tenantscope/contract/tenants'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { administrator, technician, viewer } from '../../testing/people.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { makeDetails } from '../../testing/tenant-details.ts'
import { pageOf } from '../../testing/tenant-users.ts'
import { makeTenant } from '../../testing/tenants.ts'

const contoso = makeTenant({ displayName: 'Contoso' })

const agreed: CspDecodeResult = {
  decodedAt: '2026-11-20T10:00:00.000Z',
  endpointsTested: [],
  additionalLicenses: [],
  unheldLicenses: [],
  businessPremiumVariants: [],
  isComplete: { additionalLicenses: true, unheldLicenses: true, businessPremiumVariants: true },
  recommendations: [],
}

const found: CspDecodeResult = {
  ...agreed,
  endpointsTested: [
    {
      endpoint: 'GET /subscribedSkus',
      description: 'Subscribed SKUs',
      outcome: 'answered',
      found: 1_204,
      code: null,
      message: null,
      durationMs: 1_310,
    },
    {
      endpoint: 'GET /directory/subscriptions',
      description: 'Subscriptions',
      outcome: 'refused',
      found: null,
      code: 'PERMISSION_MISSING',
      message: 'A permission is missing.',
      durationMs: 40,
    },
  ],
  additionalLicenses: [
    {
      skuId: 'a',
      skuPartNumber: '<b>X</b>',
      productName: '=HYPERLINK("x")',
      foundIn: 'Users (1 holder)',
      holders: 1,
    },
    {
      skuId: 'b',
      skuPartNumber: 'B',
      productName: 'B',
      foundIn: 'Subscriptions',
      holders: null,
    },
  ],
  unheldLicenses: [
    {
      skuId: 'c',
      skuPartNumber: 'C',
      productName: 'C',
      foundIn: 'Subscribed SKUs',
      holders: 0,
      enabledUnits: 1_000_000,
    },
  ],
  businessPremiumVariants: [
    {
      skuId: 'spb',
      productName: 'Microsoft 365 Business Premium',
      skuPartNumber: 'SPB',
      foundIn: 'Subscribed SKUs, people',
      prepaidUnits: { enabled: null },
      consumedUnits: 12,
    },
  ],
  recommendations: [{ message: 'Grant it.', suggestion: 'Ask for consent.' }],
}

async function open(person = technician, tenant: TenantListItem = contoso) {
  const app = await renderApp({
    person,
    at: `/tenant/${tenant.id}`,
    prepare: (server) => {
      server.answer(getTenantDetails, makeDetails(tenant))
      server.answer(listTenantUsers, pageOf([]))
      server.answer(getTenantHistory, { days: [] })
      server.answer(decodeCspLicenses, found)
    },
  })
  await screen.findByRole('heading', { level: 1, name: 'Contoso' })
  return app
}

const decoderButton = () => screen.queryByRole('button', { name: 'CSP License Decoder' })

test('a viewer cannot decode', async () => {
  await open(viewer)
  expect(decoderButton()).not.toBeInTheDocument()
})

test.each([
  ['ended', makeTenant({ displayName: 'Contoso', status: 'Inactive' })],
  ['stopped', makeTenant({ displayName: 'Contoso', isReadingStopped: true })],
])('a tenant whose reading is %s is not decoded', async (_, tenant) => {
  await open(administrator, tenant)
  expect(decoderButton()).not.toBeInTheDocument()
})

test('decoding shows its progress, moves the focus to its card and shows all that it found', async () => {
  const { server, user } = await open()
  const release = server.hold(decodeCspLicenses)
  await user.click(decoderButton()!)
  const card = await screen.findByRole('region', { name: 'CSP License Analysis' })
  expect(card.parentElement).toHaveFocus()
  expect(card).toHaveTextContent('Querying every Microsoft endpoint')
  expect(screen.getByRole('button', { name: 'Decoding...' })).toBeInTheDocument()
  release()
  expect(await within(card).findByText('Endpoints tested')).toBeInTheDocument()
  for (const text of [
    'Grant it.Ask for consent.',
    '=HYPERLINK("x")<b>X</b>Found in: Users (1 holder)1 holder',
    'Found in: SubscriptionsHolders not known',
    '1,000,000 usable seats',
    'Found in: Subscribed SKUs, peopleAssigned 12, usable not known',
    'Subscribed SKUsGET /subscribedSkusAnswered1,204 found, 1,310 ms',
    'Refused',
    'A permission is missing.40 ms',
    'Decoded Nov 20, 2026 at 2:00:00 AM PST.',
  ])
    expect(card).toHaveTextContent(text)

  // The result stays while the reader looks at another view of the same tenant.
  await user.click(screen.getByRole('link', { name: 'License Overview' }))
  expect(await screen.findByText('Seats and people over time')).toBeInTheDocument()
  expect(screen.getByText('Grant it.')).toBeInTheDocument()

  server.answer(decodeCspLicenses, agreed)
  await user.click(screen.getByRole('button', { name: 'Run again' }))
  expect(await screen.findByText('No recommendations: all sources agree.')).toBeInTheDocument()
  expect(screen.getByText('None were found.')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Close CSP License Analysis' }))
  expect(screen.queryByText('CSP License Analysis')).not.toBeInTheDocument()
  expect(decoderButton()).toHaveFocus()
})

test('where sources were refused an empty list is not known, never none', async () => {
  const { server, user } = await open()
  const unread = {
    additionalLicenses: false,
    unheldLicenses: false,
    businessPremiumVariants: false,
  }
  server.answer(decodeCspLicenses, { ...agreed, isComplete: unread })
  await user.click(decoderButton()!)
  const card = await screen.findByRole('region', { name: 'CSP License Analysis' })
  expect(await within(card).findAllByText(/^Not known: not every source/u)).toHaveLength(3)
  expect(card).not.toHaveTextContent('None')
  expect(card).not.toHaveTextContent('all sources agree')
})

test('a decoder that fails says what to do and what the server said, and can be tried again', async () => {
  const { server, user } = await open()
  server.refuse(decodeCspLicenses, {
    status: 503,
    code: 'UNAVAILABLE',
    message: 'Microsoft did not answer in time.',
  })
  await user.click(decoderButton()!)
  const failed = await screen.findByText('CSP Decoder Failed:')
  expect(failed.parentElement).toHaveTextContent(
    'CSP Decoder Failed: Unable to decode CSP licenses. Check permissions and try again. Microsoft did not answer in time.',
  )
  server.answer(decodeCspLicenses, agreed)
  await user.click(screen.getByRole('button', { name: 'Try Again' }))
  await waitFor(() => expect(screen.queryByText('CSP Decoder Failed:')).not.toBeInTheDocument())
  expect(await screen.findByText('No recommendations: all sources agree.')).toBeInTheDocument()
})
