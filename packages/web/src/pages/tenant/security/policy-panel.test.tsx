import { getTenantPolicy } from '@tenantscope/contract/policy-page'
import type { TenantPolicyPage } from '@tenantscope/contract/policy-page'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { findDialog } from '../../../testing/dialogs.ts'
import type { FakeServer } from '../../../testing/fake-server.ts'
import { contoso, openSecurity } from '../../../testing/open-security.ts'
import { viewer } from '../../../testing/people.ts'
import { findButton } from '../../../testing/submits/submit.tsx'
import { makeCheck, makePolicyPage } from '../../../testing/tenant-posture.ts'

const listed = makeCheck({ title: 'Legacy authentication is blocked' })

const openLinked = (
  changes: Partial<TenantPolicyPage> = {},
  prepare: (server: FakeServer) => void = (server) =>
    server.answer(getTenantPolicy, makePolicyPage(changes)),
) => openSecurity([listed], { person: viewer, search: '&policy=policy-1', prepare })

const panel = () => findDialog('MFA for all')

test('a link opens the policy with its state, its dates and its settings in words', async () => {
  const { server } = await openLinked()
  const drawer = await panel()
  for (const text of [
    'Enabled',
    'Last changedOct 01, 2026 at 2:00:00 AM PDT',
    'Applies toUsersAll users',
    'ExcludedGroupsService accounts',
    'ResourcesAll resources',
    'ConditionsNone',
    'AccessRequire multifactor authentication',
    'Session controlsNone',
  ])
    expect(drawer).toHaveTextContent(text)
  expect(server.requestsTo(getTenantPolicy)[0]?.params).toEqual({
    tenantId: contoso.id,
    policyId: 'policy-1',
  })
})

test('it counts the members and guests whom the policy reaches and excludes', async () => {
  await openLinked()
  const drawer = await panel()
  expect(drawer).toHaveTextContent('Members reached1,040 of 1,052Members excluded12 of 1,052')
  expect(drawer).toHaveTextContent('Guests reached2 of 2')
  expect(drawer).not.toHaveTextContent('Emergency accounts')
})

test('a reach that is not known is said', async () => {
  await openLinked({ reach: null })
  expect(await panel()).toHaveTextContent('Members reachedNot knownMembers excludedNot known')
})

test('a policy that is not enforced says that its reach is what it would be', async () => {
  await openLinked({ state: 'enabledForReportingButNotEnforced' })
  const drawer = await panel()
  expect(drawer).toHaveTextContent('Report Only')
  expect(drawer).toHaveTextContent('The policy is not enforced.')
})

test('an object without a stored name is shown by its id, and the rest of a list is counted', async () => {
  const excluded = [{ label: 'Users', items: [{ id: 'user-9', name: null }], more: 1_200 }]
  const { sections } = makePolicyPage()
  await openLinked({ sections: { ...sections, excluded } })
  const drawer = await panel()
  expect(drawer).toHaveTextContent('user-9 (name not known)')
  expect(drawer).toHaveTextContent('And 1,200 more')
})

test('the checks that name the policy are linked, and so is its page in the portal', async () => {
  await openLinked()
  const drawer = await panel()
  const check = within(drawer).getByText('MFA is required of everybody')
  expect(check.closest('a')).toHaveAttribute(
    'href',
    `/tenant/${contoso.id}?tab=security&check=ca.mfa-all-users`,
  )
  expect(check.closest('li')).toHaveTextContent('FailedCritical')
  expect(within(drawer).getByText('Open in Microsoft Entra').closest('a')?.href).toContain(
    'PolicyBlade/policyId/',
  )
})

test('a policy that no check names says so', async () => {
  await openLinked({ checks: [] })
  expect(await panel()).toHaveTextContent('No check names this policy as evidence.')
})

test('an unknown policy is said, and closing leaves the tab', async () => {
  await openLinked({}, (server) =>
    server.refuse(getTenantPolicy, { status: 404, code: 'NOT_FOUND', message: 'No policy.' }),
  )
  expect(await screen.findByText('There is no such policy')).toBeInTheDocument()
  fireEvent.click(await findButton('Close'))
  await waitFor(() => expect(location.search).not.toContain('policy='))
  expect(await screen.findByRole('button', { name: listed.title })).toBeInTheDocument()
})

test('a policy that could not be loaded can be tried again', async () => {
  const { server, user } = await openLinked({}, (each) =>
    each.refuse(getTenantPolicy, { status: 500, code: 'INTERNAL', message: 'Broken.' }),
  )
  await screen.findByText('The policy could not be loaded')
  server.answer(getTenantPolicy, makePolicyPage())
  await user.click(screen.getByText('Try again'))
  expect(await panel()).toHaveTextContent('Applies to')
})
