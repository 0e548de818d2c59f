import {
  countAudit,
  exportAudit,
  listAudit,
  listLoginAudit,
  verifyAudit,
} from '@tenantscope/contract/audit'
import type { AuditEntry, AuditVerification, LoginLog } from '@tenantscope/contract/audit'
import { TenantId, UserId } from '@tenantscope/contract/ids'
import { listTenants } from '@tenantscope/contract/tenants'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import type { FakeServer } from '../../../testing/fake-server.ts'
import { administrator } from '../../../testing/people.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { listOf, noTenants } from '../../../testing/tenant-lists.ts'
import { makeTenant } from '../../../testing/tenants.ts'

const tenantId = TenantId.parse('11111111-2222-4333-8444-555555555555')

const entry = (id: number, part: Partial<AuditEntry> = {}): AuditEntry => ({
  id,
  timestamp: '2026-11-20T17:05:03.000Z',
  type: 'user',
  action: 'role changed',
  changedBy: 'ada',
  changedByUserId: UserId.parse(1),
  targetUser: null,
  targetUserId: null,
  tenantId: null,
  tenantName: null,
  oldValue: null,
  newValue: null,
  details: null,
  ipAddress: '198.51.100.7',
  userAgent: 'Mozilla/5.0',
  ...part,
})

const login = (id: number, part: Partial<LoginLog> = {}): LoginLog => ({
  id,
  timestamp: '2026-11-20T17:05:03.000Z',
  email: `person-${id}@partner.example`,
  method: 'local',
  success: true,
  ipAddress: '198.51.100.7',
  userAgent: 'x'.repeat(60),
  sessionId: '0123456789abcdef',
  errorMessage: null,
  ...part,
})

const COUNTS = {
  since: '2026-10-22T00:00:00.000Z',
  userLogins: 1_234,
  adminActions: 5,
  failedAttempts: 6,
  apiCalls: 78_910,
}
const page = (entries: AuditEntry[]) => ({ entries, total: entries.length, nextCursor: null })

function open(prepare: (server: FakeServer) => void, at = '') {
  return renderApp({
    person: administrator,
    at: `/admin-panel?tab=audit${at}`,
    prepare: (server) => {
      server.answer(countAudit, COUNTS)
      server.answer(listTenants, noTenants)
      server.answer(listAudit, page([entry(1)]))
      prepare(server)
    },
  })
}

const asked = (server: FakeServer) =>
  server.requestsTo(listAudit).map(({ query }) => Object.fromEntries(query))
const rowsOf = async (name: string) => {
  const table = await screen.findByRole('table', { name })
  return within(table).getAllByRole('row').slice(1)
}
const only = (row: HTMLElement | undefined) => within(row ?? document.body)

test('the counts of the last 30 days are shown, and a failure of theirs leaves the entries', async () => {
  const { server, user } = await open((fake) =>
    fake.refuse(countAudit, { status: 500, code: 'INTERNAL', message: 'Broken.' }),
  )
  expect(await screen.findByText('The counts could not be loaded')).toBeInTheDocument()
  expect(await screen.findByText('Role changed')).toBeInTheDocument()
  server.answer(countAudit, COUNTS)
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  for (const [name, value] of [
    ['User logins', '1,234'],
    ['Admin actions', '5'],
    ['Failed attempts', '6'],
    ['API calls', '78,910'],
  ] as const)
    await waitFor(() => expect(screen.getByText(name).nextElementSibling).toHaveTextContent(value))
})

test('an entry says when, who, what, to whom, to which tenant and from where', async () => {
  await open((server) =>
    server.answer(
      listAudit,
      page([
        entry(3, { targetUser: '<b>bob</b>', oldValue: 'viewer', newValue: 'admin' }),
        entry(2, { action: 'tenant opened', type: 'data', tenantId, tenantName: 'Fabrikam' }),
        entry(1, { tenantId, ipAddress: null, details: 'alias' }),
      ]),
    ),
  )
  const [first, second, third] = await rowsOf('Audit entries, newest first')
  expect(first).toHaveTextContent(
    /Nov 20, 2026 at 9:05:03 AM PST.*ada.*Role changed.*<b>bob<\/b>.*Viewer → Administrator.*198\.51\.100\.7/,
  )
  const link = only(second).getByRole('link', { name: 'Fabrikam' })
  expect(link).toHaveAttribute('href', `/tenant/${tenantId}`)
  // Of a tenant that was erased the id is left.
  expect(third).toHaveTextContent(tenantId)
  expect(only(third).queryByRole('link')).toBeNull()
})

test('filters are kept in the URL and applied by the server', async () => {
  const { server, user } = await open(() => undefined, `&tenant=${tenantId}`)
  await screen.findByText('Role changed')
  expect(asked(server)).toMatchObject([{ type: 'all', tenantId }])
  await user.selectOptions(
    screen.getByRole('combobox', { name: 'Type' }),
    'Access to customer data',
  )
  await user.type(screen.getByRole('searchbox', { name: /^Search users, actions/ }), 'ada')
  await waitFor(() =>
    expect(asked(server).at(-1)).toMatchObject({ type: 'data', q: 'ada', tenantId }),
  )
  expect(location.search).toContain('type=data')
  expect(location.search).toContain('q=ada')
  await user.click(screen.getByRole('button', { name: 'Show all tenants' }))
  await waitFor(() => expect(asked(server).at(-1)).not.toHaveProperty('tenantId'))
  expect(location.search).not.toContain('tenant=')
})

test('entries wait for the names of the tenants in them', async () => {
  const release: { now?: () => void } = {}
  const { server } = await open((fake) => {
    fake.answer(listAudit, page([entry(1, { type: 'access' })]))
    release.now = fake.hold(listTenants)
  })
  await waitFor(() => expect(server.requestsTo(listTenants)).toHaveLength(1))
  expect(screen.getByText('Loading the audit...')).toBeInTheDocument()
  expect(screen.queryByRole('table', { name: /Audit entries/ })).not.toBeInTheDocument()
  release.now?.()
  expect(await screen.findByRole('table', { name: /Audit entries/ })).toBeInTheDocument()
})

test('the way through the pages stays while the names of tenants are read for one of them', async () => {
  const { server, user } = await open(
    (fake) =>
      fake.answerWith(listAudit, ({ query }) => ({
        entries: query.has('cursor')
          ? [entry(7, { type: 'access' })]
          : Array.from({ length: 50 }, (_, index) => entry(100 - index)),
        total: 52,
        nextCursor: '51',
      })),
    `&tenant=${tenantId}`,
  )
  const release = server.hold(listTenants)
  await user.click(await screen.findByRole('button', { name: 'Next' }))
  expect(await screen.findByText('Loading the audit...')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Next' })).toHaveFocus()
  release()
  expect(await rowsOf('Audit entries, newest first')).toHaveLength(1)
  expect(screen.getByRole('button', { name: 'Next' })).toHaveFocus()
})

test('a tenant and days are chosen; days are whole ones of the reader', async () => {
  const { server, user } = await open((fake) =>
    fake.answer(listTenants, listOf([makeTenant({ id: tenantId, displayName: 'Fabrikam' })])),
  )
  await user.click(await screen.findByRole('combobox', { name: 'Tenant' }))
  await user.click(await screen.findByRole('option', { name: /Fabrikam/ }))
  await waitFor(() => expect(asked(server).at(-1)).toMatchObject({ tenantId }))
  expect(screen.getByRole('button', { name: 'Show all tenants' })).toHaveFocus()
  fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-11-02' } })
  fireEvent.change(screen.getByLabelText('To'), { target: { value: '2026-11-02' } })
  await waitFor(() =>
    expect(asked(server).at(-1)).toMatchObject({
      tenantId,
      from: '2026-11-02T08:00:00.000Z',
      to: '2026-11-03T08:00:00.000Z',
    }),
  )
  expect(location.search).toContain('from=2026-11-02')
  // A year that is still being typed is not asked for.
  const before = asked(server).length
  fireEvent.change(screen.getByLabelText('To'), { target: { value: '0202-11-05' } })
  fireEvent.change(screen.getByLabelText('To'), { target: { value: '' } })
  await waitFor(() => expect(asked(server).at(-1)).not.toHaveProperty('to'))
  expect(asked(server)).toHaveLength(before + 1)
})

test('nothing found and nothing yet are said differently, and a failed read can be tried again', async () => {
  const { server, user } = await open((fake) =>
    fake.refuse(listAudit, { status: 500, code: 'INTERNAL', message: 'Broken.' }),
  )
  expect(await screen.findByText('The audit could not be loaded')).toBeInTheDocument()
  server.answer(listAudit, page([]))
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Nothing has been recorded yet')).toBeInTheDocument()
  await user.selectOptions(screen.getByRole('combobox', { name: 'Type' }), 'System')
  expect(await screen.findByText('No entries match this filter')).toBeInTheDocument()
})

test('Next and Previous go through the pages, and a filter begins at the first', async () => {
  const { server, user } = await open((fake) =>
    fake.answerWith(listAudit, ({ query }) => {
      const isSecond = query.get('cursor') === '51'
      return {
        entries: isSecond
          ? [entry(7)]
          : Array.from({ length: 50 }, (_, index) => entry(100 - index)),
        total: query.get('type') === 'all' ? 51 : 1,
        nextCursor: isSecond ? null : '51',
      }
    }),
  )
  expect(await screen.findByText('Showing 1–50 of 51')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Previous' })).toHaveAttribute('aria-disabled', 'true')
  await user.click(screen.getByRole('button', { name: 'Next' }))
  expect(await screen.findByText('Showing 51–51 of 51')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Next' })).toHaveAttribute('aria-disabled', 'true')
  await user.click(screen.getByRole('button', { name: 'Previous' }))
  expect(await screen.findByText('Showing 1–50 of 51')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Next' }))
  await screen.findByText('Showing 51–51 of 51')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Type' }), 'System')
  await waitFor(() => expect(asked(server).at(-1)).not.toHaveProperty('cursor'))
})

test('Export saves what is filtered', async () => {
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: vi.fn() }),
  )
  const { server, user } = await open(
    (fake) => fake.answerFile(exportAudit, { name: 'audit-2026-11-20.csv', content: 'Time' }),
    '&type=data',
  )
  await user.click(await screen.findByRole('button', { name: 'Export' }))
  expect(await screen.findByText('audit-2026-11-20.csv')).toBeInTheDocument()
  expect(saved).toHaveBeenCalledOnce()
  expect(server.requestsTo(exportAudit)[0]?.query.get('type')).toBe('data')
  server.refuse(exportAudit, { status: 500, code: 'INTERNAL', message: 'Broken.' })
  await user.click(screen.getByRole('button', { name: 'Export' }))
  expect(await screen.findByText('Export Failed')).toBeInTheDocument()
})

const trail = (part: Partial<AuditVerification['trails'][number]> = {}) => ({
  trail: 'login' as const,
  records: 1_200,
  removed: 0,
  lastNumber: 1_200,
  witnesses: ['this host’s data directory'],
  problems: [],
  ...part,
})

test('Verify shows for each trail whether it is intact, and where it is not', async () => {
  const { server, user } = await open((fake) =>
    fake.answer(verifyAudit, {
      checkedAt: '2026-11-20T17:05:03.000Z',
      isIntact: false,
      unusedBackups: [],
      trails: [
        trail(),
        trail({
          trail: 'changes',
          removed: 30,
          problems: [{ kind: 'altered', number: 31, message: 'Record 31 was altered.' }],
        }),
      ],
    }),
  )
  await user.click(await screen.findByRole('button', { name: 'Verify' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('The audit trails are not intact.')
  const result = screen.getByRole('region', { name: 'Verification' })
  expect(result).toHaveTextContent(
    'Sign-insIntact1,200 records checked; end compared with this host’s data directory',
  )
  expect(result).toHaveTextContent('30 removed by retention')
  expect(result).toHaveTextContent('Record 31 was altered.')
  expect(result).not.toHaveTextContent('backup')
  const unused = 'The trails were not compared with the backup of yesterday: it was changed.'
  server.answer(verifyAudit, {
    checkedAt: COUNTS.since,
    isIntact: true,
    unusedBackups: [unused],
    trails: [trail()],
  })
  await user.click(screen.getByRole('button', { name: 'Verify' }))
  expect(await screen.findByText('The audit trails are intact.')).toBeInTheDocument()
  expect(screen.getByText('A backup could not be used')).toBeInTheDocument()
  expect(screen.getByText(unused)).toBeInTheDocument()
})

test('the Login Activity Audit Trail filters at the server as one types, and reads again', async () => {
  const { server, user } = await open((fake) =>
    fake.answerWith(listLoginAudit, ({ query }) => {
      const logs =
        query.get('email') === 'unknown'
          ? []
          : [
              login(2),
              login(1, { success: false, sessionId: null, errorMessage: 'Wrong password' }),
            ]
      return { logs, total: logs.length, nextCursor: null }
    }),
  )
  await user.click(await screen.findByRole('button', { name: 'View Login Activity' }))
  const dialog = await screen.findByRole('dialog', { name: 'Login Activity Audit Trail' })
  const [first, second] = await rowsOf('Login activity, newest first')
  expect(
    within(dialog)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Timestamp',
    'Email',
    'Method',
    'Status',
    'IP Address',
    'User Agent',
    'Session ID',
    'Error',
  ])
  expect(first).toHaveTextContent(/person-2@partner\.example.*Local.*Success.*198\.51\.100\.7/)
  const agent = only(first).getByTitle('x'.repeat(60))
  expect(agent).toHaveTextContent(`${'x'.repeat(40)}…`)
  expect(only(first).getByText('01234567')).toBeInTheDocument()
  expect(second).toHaveTextContent(/Failed.*Wrong password/)
  const before = server.requestsTo(listLoginAudit).length
  await user.click(within(dialog).getByRole('button', { name: 'Refresh' }))
  await waitFor(() => expect(server.requestsTo(listLoginAudit).length).toBe(before + 1))
  await user.type(within(dialog).getByRole('searchbox', { name: 'Filter by email' }), 'unknown')
  expect(await within(dialog).findByText('No login activity found')).toBeInTheDocument()
  await user.click(within(dialog).getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
