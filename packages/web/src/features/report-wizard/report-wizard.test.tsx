import { getTenantPosture } from '@tenantscope/contract/posture'
import { generateReport } from '@tenantscope/contract/reports'
import type { ReportOrder } from '@tenantscope/contract/reports'
import { act, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'

import { catchDownloads } from '../../testing/downloads.ts'
import {
  contoso,
  nextButton,
  openWizard,
  toLicenses,
  toReview,
  toUsers,
  userOptions,
} from '../../testing/report-wizard.tsx'
import { makePosture } from '../../testing/tenant-posture.ts'

function valueOf(label: string) {
  return screen.getByText(label, { selector: 'dt' }).nextElementSibling?.textContent
}

const userOption = (name: RegExp) => screen.getByRole('option', { name, hidden: true })

test('a report is chosen in five steps, generated, saved and the wizard closed', async () => {
  const downloads = catchDownloads()
  const app = await openWizard()
  await toReview()
  expect(valueOf('Tenant')).toBe('Contoso')
  expect(valueOf('Licenses')).toBe('2Microsoft 365 E5Visio <Plan 2>')
  expect(valueOf('Users')).toBe('3 (1 guest, 1 blocked)')
  expect(valueOf('Assignments')).toBe('4')
  expect(valueOf('Format')).toBe('PDF')
  await app.user.click(screen.getByText('Generate Report'))
  expect(await screen.findByText('Report Generated Successfully')).toBeInTheDocument()
  expect(await screen.findByText('Open again')).toBeInTheDocument()
  expect(downloads.map(({ name }) => name)).toEqual(['contoso.pdf'])
  const { progressId, ...order } = generateReport.body.parse(
    app.server.requestsTo(generateReport)[0]?.body,
  )
  expect(progressId).toBeDefined()
  expect(order).toEqual({
    tenantId: contoso.id,
    reportType: 'user-license',
    licenseIds: ['e5', 'visio'],
    userIds: ['adele', 'guest', 'blocked'],
    format: 'pdf',
  })
  // After success it begins with nothing chosen.
  await app.user.click(screen.getByText('Open again'))
  expect(await screen.findByLabelText(/^User to License Report/)).not.toBeChecked()
})

test('each step says what is missing, and does not go on without it', async () => {
  const app = await openWizard()
  const isNextRefused = async (reason: string) => {
    expect(screen.getByText(reason)).toBeInTheDocument()
    const button = nextButton()
    expect(button).toHaveAttribute('aria-disabled', 'true')
    expect(button).toHaveAccessibleDescription(reason)
    await app.user.click(button)
  }
  expect(screen.getByText('Back')).toBeDisabled()
  await isNextRefused('Please select a report type.')
  expect(screen.getByText('Choose a report type')).toBeInTheDocument()
  await toLicenses()
  await isNextRefused('Please select at least one license.')
  await app.user.click(await screen.findByText('Select all'))
  await app.user.click(nextButton())
  await screen.findByText('0 of 3 users selected')
  await isNextRefused('Please select at least one user to generate this report.')
  await app.user.click(screen.getByText('Select all'))
  await app.user.click(nextButton())
  await screen.findByText('Choose a format')
  await isNextRefused('Please select a format.')
  for (const name of ['PDF', 'CSV', 'JSON', 'Excel'])
    expect(screen.getByLabelText(new RegExp(`^${name} (To|For) .+`))).toBeInTheDocument()
})

test('licenses show name, SKU, seats and type, and are searched by name or SKU', async () => {
  const app = await openWizard()
  await toLicenses()
  const list = await screen.findByLabelText('Licenses of this tenant')
  expect(list.textContent).toBe(
    'Microsoft 365 E5 SPE_E5Paid1,234 / 2,000 assignedVisio <Plan 2> VISIOCLIENTRetired8 / 10 assigned',
  )
  const search = screen.getByLabelText('Search by name or SKU')
  await app.user.type(search, 'visioCL')
  await waitFor(() => expect(list.textContent).not.toContain('E5'))
  await app.user.click(screen.getByText('Select all found'))
  expect(screen.getByText('1 of 2 licenses selected')).toBeInTheDocument()
  await app.user.clear(search)
  await app.user.type(search, 'nothing')
  expect(await screen.findByText('No licenses match your search')).toBeInTheDocument()
  await app.user.clear(search)
  await app.user.click(screen.getByText('Clear all'))
  expect(screen.getByText('0 of 2 licenses selected')).toBeInTheDocument()
})

test('users are those who hold a selected license, guests and blocked ones marked, found by name or email', async () => {
  const app = await openWizard()
  await toUsers()
  await screen.findByText('0 of 3 users selected')
  expect(userOptions().map(({ textContent }) => textContent)).toEqual([
    'Adele Vanceadele@contoso.come5',
    'Grady ArchieGrady@Partner.exampleGuestvisio',
    'Lee Gulee@contoso.comBlockede5, visio',
  ])
  const search = screen.getByLabelText('Search by name or email')
  await app.user.type(search, 'PARTNER.ex')
  await waitFor(() => expect(userOptions()).toHaveLength(1))
  await app.user.click(screen.getByText('Select all found'))
  expect(screen.getByText('1 of 3 users selected')).toBeInTheDocument()
  await app.user.clear(search)
  await app.user.type(search, 'lee')
  await waitFor(() => expect(userOptions()[0]).toHaveTextContent('Lee Gu'))
  await app.user.click(userOption(/Lee Gu/))
  expect(screen.getByText('2 of 3 users selected')).toBeInTheDocument()
  await app.user.clear(search)
  await app.user.type(search, 'no match')
  expect(await screen.findByText('No users found')).toBeInTheDocument()
})

test('the selection is kept when going back; who is no longer eligible leaves it and that is said', async () => {
  const app = await openWizard()
  await toUsers()
  await screen.findByText('0 of 3 users selected')
  await app.user.click(screen.getByText('Select all'))
  await app.user.click(screen.getByText('Back'))
  expect(await screen.findByLabelText(/^Visio/)).toBeChecked()
  await app.user.click(screen.getByLabelText(/^Visio/))
  await app.user.click(nextButton())
  expect(await screen.findByText('2 of 2 users selected')).toBeInTheDocument()
  expect(
    screen.getByText(
      '1 user was removed from the selection: they hold none of the selected licenses.',
    ),
  ).toBeInTheDocument()
  expect(userOptions()).toHaveLength(2)
  expect(within(userOptions()[1]!).getByText('e5')).toBeInTheDocument()
  await app.user.click(userOption(/Adele/))
  expect(screen.queryByText(/from the selection/)).not.toBeInTheDocument()
  expect(screen.getByText('1 of 2 users selected')).toBeInTheDocument()
})

test('steps that are done lead back to themselves, and the heading has the focus', async () => {
  const app = await openWizard()
  await toReview()
  await waitFor(() => expect(screen.getByText('Review and generate')).toHaveFocus())
  const steps = screen.getByLabelText('Steps')
  expect(steps.querySelector('[aria-current=step]')).toHaveTextContent('Review')
  await app.user.click(within(steps).getByText('Licenses'))
  await waitFor(() => expect(screen.getByText('Select licenses')).toHaveFocus())
  await app.user.click(screen.getByText('Clear all'))
  // What follows waits until something is selected again.
  expect(within(steps).getByText('Format').closest('button')).toBeNull()
  await app.user.click(screen.getByText('Select all'))
  await app.user.click(within(steps).getByText('Review'))
  await screen.findByText('Review and generate')
})

test('who may share hands the selection on', async () => {
  const shared: ReportOrder[] = []
  const app = await openWizard(undefined, { onShare: (order) => shared.push(order) })
  await toReview()
  await app.user.click(screen.getByText('Share instead…'))
  expect(shared).toEqual([
    {
      reportType: 'user-license',
      selection: { licenseIds: ['e5', 'visio'], userIds: ['adele', 'guest', 'blocked'] },
    },
  ])
})

test('who may not share is not offered it', async () => {
  await openWizard()
  await toReview()
  expect(screen.queryByText('Share instead…')).not.toBeInTheDocument()
})

async function toChecks(user: UserEvent) {
  await user.click(screen.getByLabelText(/^Security Posture Report/))
  await user.click(nextButton())
  await screen.findByText('Select checks')
}

/** The reviewed and generated order. */
async function generated({ user, server }: Awaited<ReturnType<typeof openWizard>>) {
  await user.click(nextButton())
  await user.click(await screen.findByLabelText(/^Excel/))
  await user.click(nextButton())
  await user.click(await screen.findByText('Generate Report'))
  expect(await screen.findByText('Report Generated Successfully')).toBeInTheDocument()
  const { progressId: _progressId, ...order } = generateReport.body.parse(
    server.requestsTo(generateReport)[0]?.body,
  )
  return order
}

const POSTURE_ORDER = { tenantId: contoso.id, reportType: 'posture', format: 'xlsx' }
const selectedChecks = () =>
  screen
    .getAllByRole('option', { selected: true, hidden: true })
    .filter((option) => option.closest('[role=listbox]'))
    .map((option) => option.querySelector('span:not([aria-hidden]) span')?.textContent)

test('a report of the posture has checks in place of licenses and users, and all of them at first', async () => {
  const app = await openWizard()
  await toChecks(app.user)
  const steps = within(screen.getByLabelText('Steps'))
  expect(steps.getAllByRole('listitem', { hidden: true }).map((step) => step.textContent)).toEqual([
    'Report type (done)',
    '2Checks',
    '3Format',
    '4Review',
  ])
  expect(await screen.findByText('3 of 3 checks selected')).toBeInTheDocument()
  expect(screen.getByLabelText('Checks of this report').textContent).toBe(
    'MFA is required of everybody Conditional Access · CIS 5.2.2.2 · MS.AAD.3.2v2 Critical Failed' +
      'Legacy authentication is blocked Conditional Access · CIS 5.2.2.3 High Not read' +
      'SPF is set Mail protection (DNS) · MS.EXO.2.2v3 Low Passed',
  )
  expect(await generated(app)).toEqual(POSTURE_ORDER)
})

test('a report of the savings has licenses and no users', async () => {
  const app = await openWizard()
  const { user } = app
  await user.click(await screen.findByLabelText(/^License Savings Report/))
  await user.click(nextButton())
  const steps = within(screen.getByLabelText('Steps'))
  expect(steps.getAllByRole('listitem', { hidden: true }).map((step) => step.textContent)).toEqual([
    'Report type (done)',
    '2Licenses',
    '3Format',
    '4Review',
  ])
  await user.click(await screen.findByText('Select all'))
  const { licenseIds, ...order } = await generated(app)
  expect(order).toEqual({ tenantId: contoso.id, reportType: 'savings', format: 'xlsx' })
  expect(licenseIds?.length).toBeGreaterThan(0)
})

test('checks are chosen by severity, area, framework, words or one by one, and are kept when going back', async () => {
  const shared: ReportOrder[] = []
  const app = await openWizard(undefined, { onShare: (order) => shared.push(order) })
  const { user } = app
  await toChecks(user)
  await screen.findByText('3 of 3 checks selected')
  await user.selectOptions(screen.getByLabelText('Severity'), 'Critical')
  await user.click(screen.getByText('Select only found'))
  expect(screen.getByText('1 of 3 checks selected')).toBeInTheDocument()
  await user.selectOptions(screen.getByLabelText('Severity'), 'All Severities')
  await user.selectOptions(screen.getByLabelText('Area'), 'Mail protection (DNS)')
  await user.click(screen.getByText('Select all found'))
  expect(selectedChecks()).toEqual(['SPF is set'])
  expect(screen.getByText('2 of 3 checks selected')).toBeInTheDocument()
  await user.selectOptions(screen.getByLabelText('Area'), 'All Areas')
  await user.selectOptions(screen.getByLabelText('Framework'), 'SCuBA')
  await user.click(screen.getByText('Clear all found'))
  expect(screen.getByText('0 of 3 checks selected')).toBeInTheDocument()
  expect(nextButton()).toHaveAccessibleDescription('Please select at least one check.')
  await user.selectOptions(screen.getByLabelText('Framework'), 'All Frameworks')
  const search = screen.getByLabelText('Search by title or benchmark')
  await user.type(search, '5.2.2.3')
  await waitFor(() => expect(selectedChecks()).toEqual([]))
  await user.click(screen.getByText('Select all found'))
  await user.clear(search)
  await user.type(search, 'no match')
  expect(await screen.findByText('No check matches your search')).toBeInTheDocument()
  await user.clear(search)
  await user.click(await screen.findByText('SPF is set'))
  await user.click(screen.getByText('Back'))
  await user.click(nextButton())
  expect(await screen.findByText('2 of 3 checks selected')).toBeInTheDocument()
  expect(selectedChecks()).toEqual(['Legacy authentication is blocked', 'SPF is set'])
  await user.click(nextButton())
  await user.click(await screen.findByLabelText(/^PDF/))
  await user.click(nextButton())
  await screen.findByText('Review and generate')
  expect(valueOf('Checks')).toBe('2 of 3Legacy authentication is blockedSPF is set')
  await user.click(screen.getByText('Share instead…'))
  const checkIds = ['ca.block-legacy', 'dns.spf']
  expect(shared).toEqual([{ reportType: 'posture', selection: { checkIds } }])
  await user.click(screen.getByText('Generate Report'))
  await screen.findByText('Report Generated Successfully')
  const [request] = app.server.requestsTo(generateReport)
  expect(request?.body).toMatchObject({ reportType: 'posture', checkIds })
})

test('the list of checks is one stop of the Tab key: arrows move, and Space selects', async () => {
  const { user } = await openWizard()
  await toChecks(user)
  const list = await screen.findByLabelText('Checks of this report')
  act(() => list.focus())
  await user.keyboard('{ArrowDown} ')
  expect(selectedChecks()).toEqual(['MFA is required of everybody', 'SPF is set'])
  await user.keyboard('{End} {Home}')
  expect(selectedChecks()).toEqual(['MFA is required of everybody'])
  expect(list).toHaveAttribute(
    'aria-activedescendant',
    screen.getByRole('option', { name: /^MFA is required/, hidden: true }).id,
  )
  await user.keyboard('{Control>}a{/Control}')
  expect(screen.getByText('3 of 3 checks selected')).toBeInTheDocument()
})

test('checks that cannot be loaded leave a report of every check', async () => {
  const app = await openWizard((server) =>
    server.refuse(getTenantPosture, { status: 503, code: 'UNAVAILABLE', message: 'Try later.' }),
  )
  await toChecks(app.user)
  expect(await screen.findByText(/^Failed to load the checks\./)).toBeInTheDocument()
  expect(await generated(app)).toEqual(POSTURE_ORDER)
})

test('a tenant that was not judged yet is said, and the wizard stays where it is', async () => {
  const { user } = await openWizard((server) => {
    server.answer(getTenantPosture, makePosture([], { judgedAt: null }))
    server.refuse(generateReport, { status: 409, code: 'CONFLICT', message: 'Not judged yet.' })
  })
  await toChecks(user)
  expect(
    await screen.findByText('The checks of this tenant have not been judged yet'),
  ).toBeInTheDocument()
  await user.click(nextButton())
  await user.click(await screen.findByLabelText(/^PDF/))
  await user.click(nextButton())
  await user.click(await screen.findByText('Generate Report'))
  expect(await screen.findByText('Report Generation Failed')).toBeInTheDocument()
  expect(screen.getByText('Not judged yet.')).toBeInTheDocument()
  expect(screen.getByText('Review and generate')).toBeInTheDocument()
})
