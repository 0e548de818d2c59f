import { deactivateShare, listMyShares, listShareViews } from '@tenantscope/contract/shares'
import type { ReportShare } from '@tenantscope/contract/shares'
import { act, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'

import { findDialog } from '../../testing/dialogs.ts'
import type { FakeServer } from '../../testing/fake-server.ts'
import { holdReading } from '../../testing/hold-reading.ts'
import { administrator, technician } from '../../testing/people.ts'
import { renderPart } from '../../testing/render-part.tsx'
import { makeShare, makeShareView } from '../../testing/shares.ts'
import { setWindowWidth } from '../../testing/window-width.ts'
import { SharedLinksDialog } from './shared-links.tsx'

const NOW = '2026-11-21T10:00:00.000Z'
const HOSTILE = '<b>Fabrikam</b> \u202Egnp'

const active = makeShare({
  tenantName: 'Contoso',
  createdAt: '2026-11-21T09:00:00.000Z',
  expiresAt: '2026-11-28T09:00:00.000Z',
  accessCount: 2,
  maxAccess: 5,
  lastViewedAt: '2026-11-21T09:30:00.000Z',
})
const masked = makeShare({
  tenantName: HOSTILE,
  createdAt: '2026-11-19T09:00:00.000Z',
  expiresAt: '2026-11-26T09:00:00.000Z',
  masksNames: true,
  hasPassphrase: true,
})

beforeEach(() => {
  vi.useFakeTimers({ now: new Date(NOW), toFake: ['Date'] })
  setWindowWidth(1_440)
})

function Opened({ tenantId }: { tenantId?: ReportShare['tenantId'] }) {
  const [isOpen, setIsOpen] = useState(true)
  if (!isOpen) return 'Closed'
  return <SharedLinksDialog {...(tenantId && { tenantId })} onClose={() => setIsOpen(false)} />
}

interface Scene {
  person?: typeof administrator
  tenantId?: ReportShare['tenantId']
  prepare?: (server: FakeServer) => void
}

async function open(shares: readonly ReportShare[], scene: Scene = {}) {
  const { person = technician, tenantId, prepare } = scene
  const app = await renderPart(<Opened {...(tenantId && { tenantId })} />, {
    person,
    prepare: (server) => {
      server.answer(listMyShares, { shares: [...shares] })
      server.answer(listShareViews, { views: [], total: 0 })
      prepare?.(server)
    },
  })
  await findDialog('Shared links')
  return app
}

const rowOf = async (name: string) => {
  const row = (await screen.findByText(name)).closest('tr')
  if (row === null) throw new Error(`${name} is in no row`)
  return row
}

test('links are listed with all that is known of them, the newest first', async () => {
  await open([masked, active])
  const row = await rowOf('Contoso')
  expect(row).toHaveTextContent('5 licenses, 40 people')
  expect(row).toHaveTextContent('Nov 21, 2026 at 9:00:00 AM UTC')
  expect(within(row).getByText('Active')).toBeInTheDocument()
  expect(row).toHaveTextContent('in 7 days Nov 28, 2026 at 9:00:00 AM UTC')
  expect(row).toHaveTextContent('2 of 5 views')
  expect(row).toHaveTextContent('30 minutes ago Nov 21, 2026 at 9:30:00 AM UTC')
  expect(row).not.toHaveTextContent('Names masked')
  expect(row).not.toHaveTextContent('Megan Bowen')
  const other = await rowOf(HOSTILE)
  expect(other).toHaveTextContent('Names maskedPassphrase')
  expect(other).toHaveTextContent('0 views')
  expect(other).toHaveTextContent('Never')
  expect(row.compareDocumentPosition(other)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

test.for([
  {
    changes: { isActive: false, endReason: 'deactivated' },
    status: 'Inactive',
    text: /Deactivated/,
  },
  {
    changes: { isActive: false, endReason: 'maker-disabled' },
    status: 'Inactive',
    text: /account of its creator was disabled/,
  },
  {
    changes: { isActive: false, endReason: 'tenant-lost' },
    status: 'Inactive',
    text: /lost access to the tenant/,
  },
  {
    changes: { isExpired: true, expiresAt: '2026-11-20T09:00:00.000Z' },
    status: 'Expired',
    text: 'yesterday',
  },
  {
    changes: { isAccessLimitReached: true, accessCount: 5 },
    status: 'Limit Reached',
    text: '5 of 5 views',
  },
] as const)('a link that is $status can be neither opened nor copied', async (each) => {
  await open([makeShare({ ...active, ...each.changes })])
  const row = await rowOf('Contoso')
  expect(within(row).getByText(each.status)).toBeInTheDocument()
  expect(row).toHaveTextContent(each.text)
  expect(within(row).queryByText('Open')).not.toBeInTheDocument()
  expect(within(row).queryByText('Copy')).not.toBeInTheDocument()
  expect(within(row).getByText('View log')).toBeInTheDocument()
  expect(within(row).queryAllByText('Deactivate')).toHaveLength(
    each.status === 'Limit Reached' ? 1 : 0,
  )
})

test('an active link is opened in a tab of its own, and copied', async () => {
  const { user } = await open([active])
  const which = 'link to Contoso, created Nov 21, 2026 at 9:00:00 AM UTC'
  const anchor = await screen.findByLabelText(`Open ${which}`)
  expect(anchor).toHaveAttribute('href', active.shareUrl)
  expect(anchor).toHaveAttribute('target', '_blank')
  expect(anchor).toHaveAttribute('rel', 'noreferrer')
  await user.click(screen.getByLabelText(`Copy ${which}`))
  expect(await navigator.clipboard.readText()).toBe(active.shareUrl)
  expect(await screen.findByText('Copied to Clipboard')).toBeInTheDocument()
})

test('a link is deactivated only after a question', async () => {
  const { server, user } = await open([active])
  await user.click(await screen.findByText('Deactivate'))
  const question = await findDialog('Deactivate this link?')
  expect(question).toHaveTextContent('The link to Contoso can no longer be opened')
  await user.click(within(question).getByText('Cancel'))
  expect(server.requestsTo(deactivateShare)).toHaveLength(0)

  server.answer(deactivateShare, { success: true, message: 'Deactivated.' })
  server.answer(listMyShares, {
    shares: [{ ...active, isActive: false, endReason: 'deactivated', endedAt: NOW }],
  })
  await waitFor(() => expect(screen.queryByText('Deactivate this link?')).not.toBeInTheDocument())
  await user.click(screen.getByText('Deactivate'))
  const again = await findDialog('Deactivate this link?')
  const letRead = holdReading(server, listMyShares)
  await user.click(within(again).getByText('Deactivate'))
  await letRead()
  expect(await screen.findByText('Share Link Deactivated')).toBeInTheDocument()
  // By its id: a token would appear in logs.
  expect(server.requestsTo(deactivateShare).map(({ params }) => params)).toEqual([
    { share: active.id },
  ])
  expect(screen.getByText('Inactive')).toBeInTheDocument()
  expect(screen.getByText('Deactivated, Nov 21, 2026 at 10:00:00 AM UTC')).toBeInTheDocument()
  // Its end of old is no event to come.
  expect(screen.queryByText(/in 7 days/)).not.toBeInTheDocument()
  await waitFor(() => expect(screen.getByText('View log')).toHaveFocus())
})

test('a link that cannot be deactivated says why, and its state is read again', async () => {
  const { server, user } = await open([active])
  await user.click(await screen.findByText('Deactivate'))
  server.refuse(deactivateShare, { status: 404, code: 'NOT_FOUND', message: 'It is gone.' })
  server.answer(listMyShares, { shares: [] })
  await user.click(within(await findDialog('Deactivate this link?')).getByText('Deactivate'))
  expect(await screen.findByText('Failed to Deactivate')).toBeInTheDocument()
  expect(screen.getByText('It is gone.')).toBeInTheDocument()
  expect(await screen.findByText('You have not shared a report yet')).toBeInTheDocument()
})

test('the counts are read again when the reader comes back to the window', async () => {
  const { server } = await open([active])
  await screen.findByText('2 of 5 views')
  server.answer(listMyShares, {
    shares: [{ ...active, accessCount: 5, isAccessLimitReached: true }],
  })
  act(() => void window.dispatchEvent(new Event('focus')))
  expect(await screen.findByText('5 of 5 views')).toBeInTheDocument()
  expect(screen.getByText('Limit Reached')).toBeInTheDocument()
})

test('counts that cannot be read again stay, and that is said', async () => {
  const { server } = await open([active])
  await screen.findByText('2 of 5 views')
  server.refuse(listMyShares, { status: 503, code: 'UNAVAILABLE', message: 'It is starting.' })
  act(() => void window.dispatchEvent(new Event('focus')))
  expect(await screen.findByText('The links could not be loaded again')).toBeInTheDocument()
  expect(screen.getByText('2 of 5 views')).toBeInTheDocument()
})

test('only administrators can switch to the links of all users, each with its creator', async () => {
  const first = await open([active])
  await screen.findByText('Contoso')
  expect(screen.queryByLabelText('Links of all users')).not.toBeInTheDocument()
  first.unmount()
  const { server, user } = await open([active], { person: administrator })
  await screen.findByText('Contoso')
  server.answer(listMyShares, { shares: [{ ...masked, createdBy: 'Alex Wilber', isMine: false }] })
  await user.click(screen.getByLabelText('Links of all users'))
  expect(await rowOf(HOSTILE)).toHaveTextContent('by Alex Wilber')
  expect(screen.queryByText('Contoso')).not.toBeInTheDocument()
  expect(server.requestsTo(listMyShares).map(({ query }) => query.get('scope'))).toEqual([
    'mine',
    'everyone',
  ])
})

test('of one tenant only its links are asked for, and it is not named in each', async () => {
  const { server } = await open([active], { tenantId: active.tenantId })
  expect(await screen.findByText('2 of 5 views')).toBeInTheDocument()
  expect(screen.queryByText('Contoso')).not.toBeInTheDocument()
  expect(server.requestsTo(listMyShares)[0]?.query.get('tenantId')).toBe(active.tenantId)
})

const many = Array.from({ length: 60 }, (_, index) =>
  makeShare({ tenantName: `Branch ${index + 1}`, isActive: index % 10 !== 0 }),
)

test('ten links need no search; more are found by tenant and status', async () => {
  const few = await open(many.slice(0, 10))
  await screen.findByText('Branch 1')
  expect(screen.queryByLabelText('Search by tenant')).not.toBeInTheDocument()
  few.unmount()
  const { user } = await open(many.slice(0, 12))
  await user.type(await screen.findByLabelText('Search by tenant'), 'H 12')
  expect(await screen.findByText('1 link')).toBeInTheDocument()
  expect(screen.getByText('Branch 12')).toBeInTheDocument()
  await user.selectOptions(screen.getByLabelText('Status'), 'Expired')
  expect(await screen.findByText('No links match your search')).toBeInTheDocument()
  await user.clear(screen.getByLabelText('Search by tenant'))
  await user.selectOptions(screen.getByLabelText('Status'), 'Inactive')
  expect(await screen.findByText('2 links')).toBeInTheDocument()
})

test('of very many links the first 50 are drawn', async () => {
  const { user } = await open(many)
  expect(await screen.findAllByText('View log')).toHaveLength(50)
  await user.click(screen.getByText('Show 10 more'))
  expect(screen.getAllByText('View log')).toHaveLength(60)
})

test('without links it says so, of whom and of what', async () => {
  const { server, user } = await open([], { person: administrator, tenantId: active.tenantId })
  expect(
    await screen.findByText('You have not shared a report of this tenant yet'),
  ).toBeInTheDocument()
  expect(server.requestsTo(listMyShares)).toHaveLength(1)
  await user.click(screen.getByLabelText('Links of all users'))
  expect(await screen.findByText('No shared reports of this tenant yet')).toBeInTheDocument()
})

test('while they are loaded it says so; links that cannot be loaded can be tried again', async () => {
  const { server, user } = await open([], {
    prepare: (fake) => {
      fake.refuse(listMyShares, { status: 500, code: 'INTERNAL', message: 'Broken.' })
    },
  })
  const alert = await screen.findByRole('alert', { hidden: true })
  expect(alert).toHaveTextContent('The links could not be loadedBroken.')
  server.answer(listMyShares, { shares: [active] })
  const release = server.hold(listMyShares)
  await user.click(within(alert).getByText('Try again'))
  release()
  expect(await screen.findByText('Contoso')).toBeInTheDocument()
})

test('where it is narrow each link is a card: its cells carry their headings', async () => {
  const { user } = await open([{ ...active, createdBy: HOSTILE }], { person: administrator })
  await user.click(await screen.findByLabelText('Links of all users'))
  const made = (await screen.findByText(HOSTILE)).closest('td')
  expect(made).toHaveAttribute('data-heading', 'Made')
  const cells = [...made!.parentElement!.children].map((cell) => cell.getAttribute('data-heading'))
  expect(cells).toEqual(['Tenant', 'Made', 'Status', 'Expires', 'Views', 'Last view', 'Actions'])
  expect(screen.getByText('Deactivate')).toBeInTheDocument()
})

test('the view log opens over the list; an Escape closes only the log, and counts are read again', async () => {
  const { server, user } = await open([active], {
    prepare: (fake) => fake.answer(listShareViews, { views: [makeShareView()], total: 1 }),
  })
  await user.click(await screen.findByText('View log'))
  const title = await screen.findByText('View log', { selector: 'h2' })
  expect(title.parentElement).toHaveTextContent(
    'Link to Contoso, created Nov 21, 2026 at 9:00:00 AM UTC',
  )
  expect(await screen.findByText('203.0.113.7')).toBeInTheDocument()
  server.answer(listMyShares, { shares: [{ ...active, accessCount: 3 }] })
  await user.keyboard('{Escape}')
  expect(await screen.findByText('3 of 5 views')).toBeInTheDocument()
  expect(screen.getByText('Shared links', { selector: 'h2' })).toBeInTheDocument()
})
