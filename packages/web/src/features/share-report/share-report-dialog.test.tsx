import { listTenantLicenses, listTenantUsers } from '@tenantscope/contract/licenses'
import type { ReportSelection } from '@tenantscope/contract/reports'
import { createShare, listMyShares } from '@tenantscope/contract/shares'
import { screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'

import { findDialog } from '../../testing/dialogs.ts'
import type { FakeServer } from '../../testing/fake-server.ts'
import { renderPart } from '../../testing/render-part.tsx'
import { makeShare } from '../../testing/shares.ts'
import { makeLicense } from '../../testing/tenant-details.ts'
import { makeUser, pageOf } from '../../testing/tenant-users.ts'
import { makeTenant } from '../../testing/tenants.ts'
import { ShareReportDialog } from './share-report-dialog.tsx'

const HOSTILE = '<b>Contoso</b> \u202Egnp'
const contoso = makeTenant({ displayName: HOSTILE })
const chosen: ReportSelection = { licenseIds: ['sku-1', 'sku-2'], userIds: ['user-1'] }
const link = makeShare({
  tenantId: contoso.id,
  maxAccess: 5,
  shareUrl: 'https://scope.example/shared/abc',
})

interface Scene {
  tenant?: typeof contoso
  selection?: ReportSelection | null
  onChoose?: () => void
  prepare?: (server: FakeServer) => void
}

function Opened({ tenant = contoso, selection = chosen, onChoose }: Scene) {
  const [isOpen, setIsOpen] = useState(true)
  if (!isOpen) return 'Closed'
  return (
    <ShareReportDialog
      tenant={tenant}
      {...(selection && { order: { reportType: 'user-license', selection } })}
      {...(onChoose && { onChoose })}
      onClose={() => setIsOpen(false)}
    />
  )
}

async function open({ prepare, ...scene }: Scene = {}) {
  const app = await renderPart(<Opened {...scene} />, {
    prepare: (server) => {
      server.answer(createShare, { success: true, shareUrl: link.shareUrl, share: link })
      server.answer(listMyShares, { shares: [link] })
      prepare?.(server)
    },
  })
  await findDialog('Share report')
  const create = () => app.user.click(screen.getByText('Create link'))
  return { ...app, create }
}

/** The label of a tab is rendered twice: once to reserve the width of the selected state. */
const tab = (name: RegExp) => screen.getByRole('tab', { name, hidden: true })
const byLabel = (label: string | RegExp) => screen.getByLabelText(label)

test('it says what is shared, what the customer sees and what never leaves', async () => {
  await open()
  expect(screen.getByText('User to License Report')).toBeInTheDocument()
  expect(screen.getByText(HOSTILE)).toBeInTheDocument()
  expect(screen.getByText('2 licenses, 1 person')).toBeInTheDocument()
  const sees = screen.getByText('Your customer sees').closest('section')
  expect(sees).toHaveTextContent("People's names")
  expect(sees).toHaveTextContent('Addresses, masked: a•••@f•••.com')
  const kept = screen.getByText('Never shared').closest('section')
  expect(kept).toHaveTextContent(/IDs of the tenant.*Domains.*Prices.*Your name/)
  expect(screen.queryByText('Choose licenses and users…')).not.toBeInTheDocument()
})

test('without a selection all assigned licenses are shared with their holders', async () => {
  const held = makeLicense({ skuId: 'held' })
  const spare = makeLicense({ skuId: 'spare' })
  const holder = makeUser({ licenseSkuIds: ['held'] })
  const { server, create } = await open({
    selection: null,
    prepare: (fake) => {
      fake.answer(listTenantLicenses, {
        licenses: [held, spare],
        hiddenLicenses: 1,
        dataAsOf: '2026-11-20T09:00:00.000Z',
        failure: null,
      })
      fake.answer(listTenantUsers, pageOf([holder, makeUser({ licenseSkuIds: [] })]))
    },
  })
  expect(await screen.findByText('1 license, 1 person')).toBeInTheDocument()
  await create()
  await screen.findByText('The link is ready')
  expect(server.requestsTo(createShare)[0]?.body).toMatchObject({
    reportData: JSON.stringify({ licenseIds: ['held'], userIds: [holder.id] }),
  })
})

const noLicenses = { licenses: [], hiddenLicenses: 0, dataAsOf: null, failure: null }

test.for([
  { what: 'no licenses', licenses: noLicenses, text: /No licenses available for this tenant/ },
  {
    what: 'no holder of a license',
    licenses: { ...noLicenses, licenses: [makeLicense()] },
    text: 'This tenant has no eligible users',
  },
])('with $what nothing can be shared, and why is said', async ({ licenses, text }) => {
  const { server, user } = await open({
    selection: null,
    prepare: (fake) => {
      fake.answer(listTenantLicenses, licenses)
      fake.answer(listTenantUsers, pageOf([makeUser()]))
    },
  })
  expect(await screen.findByText(text)).toBeInTheDocument()
  expect(screen.getByText('Create link').closest('button')).toHaveAttribute('aria-disabled', 'true')
  // Nor with Enter in a field.
  await user.type(byLabel('Access limit'), '3{Enter}')
  expect(server.requestsTo(createShare)).toHaveLength(0)
})

test('of a tenant that was never read nothing is asked for', async () => {
  const { server } = await open({ selection: null, tenant: makeTenant({ dataAsOf: null }) })
  expect(screen.getByText(/This tenant has not been read yet/)).toBeInTheDocument()
  expect(server.requestsTo(listTenantUsers)).toHaveLength(0)
})

test('licenses and people that cannot be loaded say why and can be tried again', async () => {
  const { server, user } = await open({
    selection: null,
    prepare: (fake) => {
      fake.refuse(listTenantLicenses, { status: 503, code: 'UNAVAILABLE', message: 'Starting.' })
      fake.answer(listTenantUsers, pageOf([makeUser({ licenseSkuIds: ['held'] })]))
    },
  })
  expect(await screen.findByText(/Starting\. Request ID: request-1/)).toBeInTheDocument()
  server.answer(listTenantLicenses, {
    ...noLicenses,
    licenses: [makeLicense({ skuId: 'held' })],
  })
  await user.click(screen.getByText('Try again'))
  expect(await screen.findByText('1 license, 1 person')).toBeInTheDocument()
})

test('each expiry names the moment at which it would end, 7 days are recommended', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-20T10:00:00.000Z'), toFake: ['Date'] })
  await open()
  expect(screen.getAllByRole('radio', { hidden: true })).toHaveLength(5)
  expect(byLabel(/7 days \(recommended\)/)).toBeChecked()
  expect(byLabel(/7 days/)).toHaveAccessibleName(/Nov 27, 2026 at 10:00:00 AM UTC/)
  for (const label of [/^1 day Nov 21/, /3 days Nov 23/, /14 days Dec 04/, /30 days Dec 20/])
    expect(byLabel(label)).not.toBeChecked()
})

test('a link is made as it was asked for, shown and copied', async () => {
  const { server, user, create } = await open()
  await user.click(byLabel(/30 days/))
  await user.type(byLabel('Access limit'), '5')
  await user.click(byLabel("Mask people's names"))
  expect(screen.getByText("Users' initials: A••• B•••")).toBeInTheDocument()
  await user.type(byLabel('Passphrase (optional)'), 'keep it secret')
  const release = server.hold(createShare)
  await create()
  expect(await screen.findByText('Creating...')).toBeInTheDocument()
  // Twice is once.
  await user.click(screen.getByText('Creating...'))
  release()
  expect(await screen.findByText('Share Link Created')).toBeInTheDocument()
  expect(server.requestsTo(createShare).map(({ body }) => body)).toEqual([
    {
      tenantId: contoso.id,
      reportType: 'user-license',
      reportData: JSON.stringify(chosen),
      expirationDays: 30,
      maxAccess: 5,
      maskNames: true,
      passphrase: 'keep it secret',
    },
  ])
  const field = byLabel('Share link')
  expect(field).toHaveValue(link.shareUrl)
  expect(field).toHaveFocus()
  expect(field).toHaveAttribute('readonly')
  expect(screen.getByText(/It can be opened until/)).toHaveTextContent('at most 5 times')
  expect(screen.getByText('Open').closest('a')).toHaveAttribute('href', link.shareUrl)
  await user.click(screen.getByText('Copy link'))
  expect(await navigator.clipboard.readText()).toBe(link.shareUrl)
  expect(await screen.findByText('Copied to Clipboard')).toBeInTheDocument()
  expect(byLabel('Passphrase')).toHaveValue('keep it secret')
  await user.click(screen.getByText('Copy passphrase'))
  expect(await navigator.clipboard.readText()).toBe('keep it secret')
  // Nothing is lost now: nothing is asked.
  await user.click(byLabel('Close'))
  expect(await screen.findByText('Closed')).toBeInTheDocument()
})

test('where the clipboard is closed, the link is to be selected and copied manually', async () => {
  const { user, create } = await open()
  await create()
  await screen.findByText('The link is ready')
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'))
  await user.click(screen.getByText('Copy link'))
  expect(await screen.findByText('Copy Failed')).toBeInTheDocument()
  expect(screen.getByText(/select and copy manually/)).toBeInTheDocument()
})

test('another link begins with empty fields', async () => {
  const { user, create } = await open()
  await user.type(byLabel('Access limit'), '5')
  await create()
  await user.click(await screen.findByText('Create another link'))
  expect(byLabel('Access limit')).toHaveValue('')
  expect(screen.queryByText('The link is ready')).not.toBeInTheDocument()
})

test('what is wrong is said at its field, which takes the focus, and nothing is sent', async () => {
  const { server, user, create } = await open()
  await user.type(byLabel('Access limit'), '1001')
  await user.type(byLabel('Passphrase (optional)'), 'short')
  await create()
  expect(
    await screen.findByText(
      'Access limit must be a whole number from 1 to 1000, or blank for no limit',
    ),
  ).toBeInTheDocument()
  expect(screen.getByText('Passphrase must be at least 8 characters')).toBeInTheDocument()
  expect(byLabel('Access limit')).toBeInvalid()
  expect(byLabel('Access limit')).toHaveFocus()
  expect(byLabel('Passphrase (optional)')).toBeInvalid()
  expect(server.requestsTo(createShare)).toHaveLength(0)
  await user.type(byLabel('Access limit'), '{Backspace}')
  expect(byLabel('Access limit')).toBeValid()
})

test.for([
  { field: 'body.passphrase', label: 'Passphrase (optional)' },
  { field: 'body.maxAccess', label: 'Access limit' },
])('what the server refuses of $field is said at its field', async ({ field, label }) => {
  const message = 'Not like this.'
  const { create } = await open({
    prepare: (server) =>
      server.refuse(createShare, {
        status: 400,
        code: 'BAD_REQUEST',
        message: 'The request was refused.',
        fields: [{ field, message }],
      }),
  })
  await create()
  expect(await screen.findByText(message)).toBeInTheDocument()
  expect(byLabel(label)).toHaveAccessibleDescription(expect.stringContaining(message))
  await waitFor(() => expect(byLabel(label)).toHaveFocus())
  expect(screen.getAllByText('Failed to Create Share Link')).toHaveLength(1)
})

test('a selection that the server refuses shows the error at the selection', async () => {
  const { create } = await open({
    prepare: (server) =>
      server.refuse(createShare, {
        status: 400,
        code: 'BAD_REQUEST',
        message: 'Hidden licenses cannot be shared.',
        fields: [{ field: 'body.reportData', message: 'Hidden licenses cannot be shared.' }],
      }),
  })
  await create()
  const title = await screen.findByText('This selection cannot be shared')
  expect(title.parentElement).toHaveTextContent('Hidden licenses cannot be shared.')
})

test.for([
  { status: 409, code: 'CONFLICT', message: 'The data changed meanwhile.' },
  { status: 503, code: 'UNAVAILABLE', message: 'It is starting.' },
] as const)('after a $status nothing that was typed is lost', async (refusal) => {
  const { server, user, create } = await open({
    prepare: (fake) => fake.refuse(createShare, refusal),
  })
  await user.type(byLabel('Access limit'), '7')
  await user.type(byLabel('Passphrase (optional)'), 'keep it secret')
  await user.click(byLabel(/14 days/))
  await create()
  // In a toast and, when that has gone, above the fields.
  await waitFor(() => expect(screen.getAllByText('Failed to Create Share Link')).toHaveLength(2))
  expect(screen.getAllByText(new RegExp(refusal.message))).toHaveLength(2)
  expect(byLabel('Access limit')).toHaveValue('7')
  expect(byLabel('Passphrase (optional)')).toHaveValue('keep it secret')
  expect(byLabel(/14 days/)).toBeChecked()
  server.answer(createShare, { success: true, shareUrl: link.shareUrl, share: link })
  await create()
  expect(await screen.findByText('The link is ready')).toBeInTheDocument()
})

test('a passphrase is hidden until it is to be seen, or made up', async () => {
  const { user } = await open()
  const field = byLabel('Passphrase (optional)')
  expect(field).toHaveAttribute('type', 'password')
  expect(field).toHaveAccessibleDescription(/separately from the link/)
  await user.click(byLabel('Show passphrase'))
  expect(field).toHaveAttribute('type', 'text')
  await user.click(byLabel('Hide passphrase'))
  await user.click(byLabel('Generate passphrase'))
  expect(field).toHaveAttribute('type', 'text')
  expect(field).toHaveDisplayValue(/^\w{4}-\w{4}-\w{4}$/)
})

test('what was entered is not lost by an Escape', async () => {
  const { user } = await open()
  await user.type(byLabel('Access limit'), '5{Escape}')
  expect(await screen.findByText('Discard this link?')).toBeInTheDocument()
  await user.click(screen.getByText('Keep editing'))
  expect(byLabel('Access limit')).toHaveValue('5')
  await user.click(byLabel('Close'))
  await user.click(await screen.findByText('Discard'))
  expect(await screen.findByText('Closed')).toBeInTheDocument()
})

test('nothing entered is nothing to ask about', async () => {
  const { user } = await open()
  await user.type(byLabel('Access limit'), '5{Backspace}{Escape}')
  expect(await screen.findByText('Closed')).toBeInTheDocument()
})

test('choosing others leads away, after a question where something was entered', async () => {
  const onChoose = vi.fn<() => void>()
  const { user } = await open({ onChoose })
  await user.click(screen.getByText('Choose licenses and users…'))
  expect(onChoose).toHaveBeenCalledTimes(1)
  await user.click(byLabel("Mask people's names"))
  await user.click(screen.getByText('Choose licenses and users…'))
  expect(onChoose).toHaveBeenCalledTimes(1)
  await user.click(await screen.findByText('Discard'))
  expect(onChoose).toHaveBeenCalledTimes(2)
})

test("the tenant's links are in the other tab, and entered values are kept", async () => {
  const { server, user } = await open()
  await user.type(byLabel('Access limit'), '5')
  await user.click(tab(/Links of this tenant/))
  expect(await screen.findByText('0 of 5 views')).toBeInTheDocument()
  expect(server.requestsTo(listMyShares)[0]?.query.get('tenantId')).toBe(contoso.id)
  const dialog = await findDialog('Share report')
  expect(within(dialog).queryByText('Create link')).not.toBeInTheDocument()
  await user.click(tab(/New link/))
  expect(byLabel('Access limit')).toHaveValue('5')
})

test('without a selection the posture can be shared instead, which names no people', async () => {
  const { user, server, create } = await open({ selection: null, onChoose: () => undefined })
  await user.selectOptions(byLabel('Report'), 'Security Posture Report')
  expect(screen.getByText('The score and every check')).toBeInTheDocument()
  const never = screen.getByText('Never shared').closest('section')
  expect(never).toHaveTextContent('Names and IDs of policies, groups, applications and devices')
  expect(screen.queryByLabelText("Mask people's names")).not.toBeInTheDocument()
  expect(screen.queryByText('Choose licenses and users…')).not.toBeInTheDocument()
  expect(screen.getByText('Choose checks…')).toBeInTheDocument()
  await create()
  await screen.findByText('The link is ready')
  expect(server.requestsTo(createShare)[0]?.body).toMatchObject({
    reportType: 'posture',
    reportData: '{}',
    maskNames: false,
  })
})
