import { getTenantPolicy } from '@tenantscope/contract/policy-page'
import { getTenantPosture, getTenantPostureCheck } from '@tenantscope/contract/posture'
import type { TenantCheck } from '@tenantscope/contract/posture'
import { getTenantDetails } from '@tenantscope/contract/tenants'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { findDialog } from '../../../testing/dialogs.ts'
import type { FakeServer } from '../../../testing/fake-server.ts'
import { contoso, openSecurity } from '../../../testing/open-security.ts'
import { viewer } from '../../../testing/people.ts'
import { findButton } from '../../../testing/submits/submit.tsx'
import { makeDetails, makeMfaCoverage } from '../../../testing/tenant-details.ts'
import { makeCheck, makeCheckDetails, makePolicyPage } from '../../../testing/tenant-posture.ts'

const POLICY_ID = 'bbbbbbbb-0000-4000-8000-000000000001'
const GROUP_ID = 'bbbbbbbb-0000-4000-8000-000000000002'
const mfa = makeCheck({
  id: 'ca.mfa-all-users',
  title: 'MFA is required of everybody',
  objects: [
    { kind: 'policy', id: POLICY_ID, name: 'MFA for all', isExcepted: false },
    { kind: 'group', id: GROUP_ID, name: 'Sales', isExcepted: false },
    { kind: 'domain', id: 'contoso.com', name: 'contoso.com', isExcepted: true },
  ],
  more: 1_200,
})

const openLinked = (
  check: TenantCheck = mfa,
  prepare?: (server: FakeServer) => void,
  person = viewer,
) => openSecurity([check], { person, search: `&check=${check.id}`, ...(prepare && { prepare }) })

const panel = () => findDialog(mfa.title)
const findNote = async () => await within(await panel()).findByRole('note')

test('a link opens the check with what was found, since when, and how old the data are', async () => {
  await openLinked()
  const drawer = await panel()
  for (const text of [
    'Failed',
    'High',
    mfa.reason,
    'Since',
    'Oct 01, 2026 at 2:00:00 AM PDT',
    'Data as of',
    'Excluded people12',
  ])
    expect(drawer).toHaveTextContent(text)
})

test('the check of MFA for everybody says why the MFA verdict of the tenant is another one', async () => {
  await openLinked()
  expect(await findNote()).toHaveTextContent(
    'The MFA verdict is Required. The check “MFA is required of everybody” is Failed.',
  )
  expect(await findNote()).toHaveTextContent('A later user may have no policy.')
})

test('where both say the same there is no such note', async () => {
  const passed = { ...mfa, verdict: 'passed' as const }
  await openLinked(passed, (server) =>
    server.answer(getTenantDetails, makeDetails(contoso, { mfa: makeMfaCoverage() })),
  )
  expect(await within(await panel()).findByRole('region', { name: 'Evidence' })).toBeVisible()
  expect(screen.queryByRole('note')).not.toBeInTheDocument()
})

test('evidence is linked to the tenant in the portal, excepted objects are marked, the rest is counted', async () => {
  await openLinked()
  const drawer = await panel()
  const link = await within(drawer).findByText('Sales')
  expect(link.closest('a')).toHaveAttribute(
    'href',
    `https://entra.microsoft.com/${contoso.id}/#view/Microsoft_AAD_IAM/GroupDetailsMenuBlade/~/Overview/groupId/${GROUP_ID}`,
  )
  const domain = within(drawer).getByText('contoso.com').closest('li')
  expect(domain).toHaveTextContent('contoso.comAccepted riskDomain')
  expect(domain?.querySelector('a')).toBeNull()
  expect(drawer).toHaveTextContent('And 1,200 more')
})

test('the panel says why it matters, how to fix it, what that costs, and what changed when', async () => {
  await openLinked()
  const drawer = await panel()
  for (const text of [
    'A stolen password is enough to sign in.',
    'Open Conditional Access.Create a policy for all users.',
    'EffortHours',
    'What users noticeUsers register a second factor.',
    'License neededMicrosoft Entra ID P1',
    `References${mfa.references[0]}`,
  ])
    expect(drawer).toHaveTextContent(text)
  const history = within(within(drawer).getByText('History').closest('section') ?? drawer)
  expect(
    history.getAllByRole('listitem', { hidden: true }).map((each) => each.textContent),
  ).toEqual([
    'FailedRegressedFrom Oct 01, 2026 at 2:00:00 AM PDT until nowThe check had passed before and fails again.',
    'PassedFirst resultFrom Jun 01, 2026 at 2:00:00 AM PDT until Oct 01, 2026 at 2:00:00 AM PDTThe first result of this check. It is no change.',
  ])
})

test.each([
  ['notLicensed', 'Not licensed', 'This tenant has no Entra ID P1.'],
  ['noPermission', 'No permission', 'Policy.Read.All is missing.'],
  ['notRead', 'Not read', 'Group members could not be read.'],
] as const)('a check that is %s says why', async (verdict, word, reason) => {
  await openLinked({ ...mfa, verdict, reason, objects: [], more: 0, counts: {} })
  const drawer = await panel()
  expect(drawer).toHaveTextContent(word)
  expect(drawer).toHaveTextContent(reason)
  expect(within(drawer).queryByText('Evidence')).not.toBeInTheDocument()
})

test('a check that was not judged yet still explains itself', async () => {
  await openLinked(mfa, (server) =>
    server.answer(getTenantPostureCheck, makeCheckDetails(mfa, { found: null, history: [] })),
  )
  const drawer = await panel()
  for (const text of ['Not judged yet', 'Why it matters', 'No verdict was stored yet.'])
    expect(drawer).toHaveTextContent(text)
})

test('an unknown check is said, and closing leaves the list', async () => {
  await openLinked(mfa, (server) =>
    server.refuse(getTenantPostureCheck, { status: 404, code: 'NOT_FOUND', message: 'No check.' }),
  )
  expect(await screen.findByText('There is no such check')).toBeInTheDocument()
  fireEvent.click(await findButton('Close'))
  await waitFor(() => expect(location.search).not.toContain('check='))
  expect(await screen.findByRole('button', { name: mfa.title })).toBeInTheDocument()
})

test('a check that could not be loaded can be tried again', async () => {
  const { server, user } = await openLinked(mfa, (each) =>
    each.refuse(getTenantPostureCheck, { status: 500, code: 'INTERNAL', message: 'Broken.' }),
  )
  await screen.findByText('The check could not be loaded')
  server.answer(getTenantPostureCheck, makeCheckDetails(mfa))
  await user.click(screen.getByText('Try again'))
  expect(await panel()).toHaveTextContent('Why it matters')
})

test('a check in a link opens the security tab, also without the name of the tab', async () => {
  const { server } = await openSecurity([mfa], { isTabNamed: false, search: `?check=${mfa.id}` })
  expect(await panel()).toHaveTextContent('Why it matters')
  expect(server.requestsTo(getTenantPosture)).toHaveLength(1)
})

test('a policy of the evidence opens in the place of the check, and closing leads back to it', async () => {
  const { user } = await openLinked(mfa, (server) =>
    server.answer(getTenantPolicy, makePolicyPage({ id: POLICY_ID, checks: [] })),
  )
  await user.click(await within(await panel()).findByText('MFA for all'))
  expect(await findDialog('Members reached')).toHaveTextContent('MFA for all')
  expect(location.search).toContain(`policy=${POLICY_ID}`)
  await waitFor(() => expect(screen.queryByText(mfa.reason)).not.toBeInTheDocument())
  fireEvent.click(await findButton('Close'))
  expect(await panel()).toHaveTextContent(mfa.reason)
  expect(location.search).not.toContain('policy=')
})
