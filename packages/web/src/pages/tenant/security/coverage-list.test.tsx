import { getTenantCoverage } from '@tenantscope/contract/coverage'
import type { CoveredPerson, TenantCoverage } from '@tenantscope/contract/coverage'
import { recordExport } from '@tenantscope/contract/exports'
import { getTenantPolicy } from '@tenantscope/contract/policy-page'
import { getTenantDetails } from '@tenantscope/contract/tenants'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { findDialog } from '../../../testing/dialogs.ts'
import { catchDownloads, cellsOf } from '../../../testing/downloads.ts'
import { contoso, openSecurity } from '../../../testing/open-security.ts'
import { viewer } from '../../../testing/people.ts'
import { findButton } from '../../../testing/submits/submit.tsx'
import { makeDetails, makeMfaCoverage } from '../../../testing/tenant-details.ts'
import {
  coverageOf,
  makeCheck,
  makeCovered,
  makePolicyPage,
} from '../../../testing/tenant-posture.ts'

const adele = makeCovered({ displayName: 'Adele Vance', userPrincipalName: 'adele@contoso.com' })
const unreached = makeCovered({
  displayName: 'Alex Wilber',
  situations: [{ ...situationOf(2), excludedFrom: [] }],
})
const unknown = makeCovered({
  displayName: 'Ben Walters',
  coverage: 'notKnown',
  situations: [
    { ...situationOf(2), coverage: 'notKnown', excludedFrom: [], notKnown: ['policy-mfa'] },
  ],
})

function situationOf(number: number): CoveredPerson['situations'][number] {
  const found = adele.situations.find(({ situation }) => situation === number)
  if (found === undefined) throw new Error(`There is no situation ${number}`)
  return found
}

const open = (coverage: TenantCoverage, people = 'notCovered') =>
  openSecurity([makeCheck()], {
    person: viewer,
    search: `&people=${people}`,
    prepare: (server) => server.answer(getTenantCoverage, coverage),
  })

async function rowOf(name: string): Promise<HTMLElement> {
  const row = (await screen.findByRole('button', { name })).closest('tr')
  if (row === null) throw new Error(`${name} has no row`)
  return row
}

test('the overview of a tenant leads to who is not covered and why, in one step', async () => {
  const { server, user } = await openSecurity([makeCheck()], { person: viewer, isTabNamed: false })
  server.answer(getTenantCoverage, coverageOf([adele]))
  await user.click(await screen.findByRole('link', { name: 'See who is not covered and why' }))
  expect(await rowOf('Adele Vance')).toHaveTextContent('Excluded from MFA for all')
})

test('a row says the outcome in each situation, and why the person is not covered', async () => {
  await open(coverageOf([adele, unreached, unknown]))
  const row = await rowOf('Adele Vance')
  expect(row).toHaveTextContent('adele@contoso.com')
  expect(row).toHaveTextContent('Not covered')
  const situations = within(within(row).getByRole('list', { name: 'Situations' }))
  expect(situations.getAllByRole('listitem').map(({ title }) => title)).toEqual([
    'Managed device: Nothing required',
    'Browser: Nothing required',
    'Desktop app: Nothing required',
    'Mobile app: Nothing required',
    'Legacy sign-in: Blocked',
    'Admin portals: Nothing required',
    'Device code: Nothing required',
  ])
  expect(await rowOf('Alex Wilber')).toHaveTextContent('No policy applies')
  expect(await rowOf('Ben Walters')).toHaveTextContent(
    'Not known whether the policy applies: MFA for all',
  )
})

test('the legend names all situations, those that do not count, and the symbols', async () => {
  await open(coverageOf([adele]))
  const legend = await screen.findByText('Situations and symbols')
  const lists = within(legend.parentElement ?? document.body)
  const [situations] = lists.getAllByRole('list')
  expect(within(situations ?? document.body).getAllByRole('listitem')).toHaveLength(7)
  expect(situations).toHaveTextContent('7Device code')
  expect(lists.getAllByText(/shown, not counted/u)).toHaveLength(2)
  expect(lists.getByRole('list', { name: 'Symbols' })).toHaveTextContent('Phishing-resistant MFA')
})

test('a person opens with every situation and the policies that it concerns', async () => {
  const { user } = await open(coverageOf([adele]))
  await user.click(await screen.findByRole('button', { name: 'Adele Vance' }))
  const panel = await findDialog('5. Legacy sign-in')
  expect(panel).toHaveTextContent(
    '5. Legacy sign-inOffice 365 with legacy authentication, which cannot request MFA and must be blockedBlockedBy Block legacy',
  )
  expect(panel).toHaveTextContent('6. Admin portals')
})

test('the policy that would cover a person without an exclusion is named in the list and the panel', async () => {
  const person = makeCovered({
    displayName: 'Isaiah Langer',
    remedies: [
      {
        policyId: 'policy-mfa',
        without: { kind: 'group', id: 'group-1', name: 'Service accounts' },
        situations: [2, 3],
        coversAll: true,
      },
      {
        policyId: 'policy-legacy',
        without: { kind: 'condition', condition: 'client' },
        situations: [6],
        coversAll: false,
      },
    ],
  })
  const { user } = await open(coverageOf([person]))
  const row = await rowOf('Isaiah Langer')
  const byGroup =
    'Would be covered by MFA for all without the exclusion of the group \u2068Service accounts\u2069'
  expect(row).toHaveTextContent(byGroup)
  expect(row).not.toHaveTextContent('Block legacy')
  await user.click(within(row).getByRole('button', { name: 'Isaiah Langer' }))
  const items = within(await findDialog('6. Admin portals')).getAllByRole('listitem', {
    hidden: true,
  })
  const itemOf = (name: string) => items.find(({ textContent }) => textContent.startsWith(name))
  expect(itemOf('3. Desktop app')).toHaveTextContent(byGroup)
  expect(itemOf('4. Mobile app')).not.toHaveTextContent('Would be covered')
  expect(itemOf('6. Admin portals')).toHaveTextContent(
    'Would be covered by Block legacy without its condition for client apps',
  )
})

test('more people are loaded page by page; a failed page can be tried again', async () => {
  const second = coverageOf([unreached], { total: 2 })
  const { server, user } = await open(coverageOf([adele], { total: 2, nextCursor: 'page-2' }))
  expect(await screen.findByText('Showing 1 of 2 people')).toBeInTheDocument()
  server.fail(getTenantCoverage)
  await user.click(screen.getByRole('button', { name: 'Load more' }))
  await screen.findByText('More people could not be loaded')
  server.answer(getTenantCoverage, second)
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Showing 2 of 2 people')).toBeInTheDocument()
  expect(await rowOf('Adele Vance')).toBeInTheDocument()
  expect(server.requestsTo(getTenantCoverage).at(-1)?.query.get('cursor')).toBe('page-2')
  expect(screen.queryByRole('button', { name: 'Load more' })).not.toBeInTheDocument()
})

test('a refresh between two pages repeats no person, and its policies have names', async () => {
  const again = { ...adele, coverage: 'notKnown' } as const
  const next = { ...unreached, situations: [{ ...situationOf(2), excludedFrom: ['new'] }] }
  const policies = [{ id: 'new', displayName: 'New policy' }]
  const { server, user } = await open(coverageOf([adele], { total: 2, nextCursor: 'page-2' }))
  await rowOf('Adele Vance')
  server.answer(getTenantCoverage, coverageOf([again, next], { total: 2, policies }))
  await user.click(screen.getByRole('button', { name: 'Load more' }))
  expect(await rowOf('Alex Wilber')).toHaveTextContent('Excluded from New policy')
  expect(await rowOf('Adele Vance')).toHaveTextContent('Not known')
})

test('the filter is in the address, and back leads to the tab', async () => {
  const { server, user } = await open(coverageOf([adele]))
  await rowOf('Adele Vance')
  await user.selectOptions(screen.getByLabelText('People'), 'Everybody')
  await waitFor(() => expect(location.search).toContain('people=all'))
  await waitFor(() =>
    expect(server.requestsTo(getTenantCoverage).at(-1)?.query.get('filter')).toBe('all'),
  )
  await user.click(screen.getByRole('link', { name: 'Back to Security' }))
  expect(await screen.findByRole('region', { name: 'Checks' })).toBeInTheDocument()
})

test('the file has the people of all pages with their reasons', async () => {
  const { server, user } = await open(coverageOf([adele], { total: 2, nextCursor: 'page-2' }))
  await rowOf('Adele Vance')
  server.answerWith(getTenantCoverage, ({ query }) =>
    query.get('cursor') === null
      ? coverageOf([adele], { total: 2, nextCursor: 'page-2' })
      : coverageOf([unreached], { total: 2 }),
  )
  const downloads = catchDownloads()
  await user.click(screen.getByRole('button', { name: 'Export CSV' }))
  await waitFor(() => expect(downloads).toHaveLength(1))
  const [download] = downloads
  if (download === undefined) throw new Error('Nothing was saved')
  const cells = await cellsOf(download)
  expect(cells.map(([name]) => name)).toEqual(['Person', 'Adele Vance', 'Alex Wilber'])
  expect(cells[1]?.slice(3, 7)).toEqual([
    'Member',
    'Not covered',
    'Nothing required',
    'Nothing required',
  ])
  expect(cells[1]).toContain('Excluded from MFA for all')
  expect(server.requestsTo(recordExport)[0]?.body).toEqual({
    table: 'mfa-coverage',
    rows: 2,
    tenantId: contoso.id,
  })
})

test('a tenant where everybody is covered says so', async () => {
  await open(coverageOf([]))
  expect(await screen.findByText('Everybody is covered by MFA')).toBeInTheDocument()
})

test('a coverage that is not known says why', async () => {
  const mfa = {
    verdict: 'notKnown',
    counts: null,
    reasons: [{ kind: 'notRead', part: 'groups' }],
  } satisfies TenantCoverage['mfa']
  await open(coverageOf([], { mfa }))
  expect(await screen.findByText('No people are listed')).toBeInTheDocument()
  expect(screen.getByText(/could not be read\.$/u)).toBeInTheDocument()
})

test('a list that cannot be loaded can be tried again', async () => {
  const { server, user } = await openSecurity([makeCheck()], {
    search: '&people=all',
    prepare: (each) =>
      each.refuse(getTenantCoverage, { status: 500, code: 'INTERNAL', message: 'Broken.' }),
  })
  await screen.findByText('The coverage could not be loaded')
  server.answer(getTenantCoverage, coverageOf([adele]))
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await rowOf('Adele Vance')).toBeInTheDocument()
})

test('the card of the tab counts members apart from guests, and links to the list', async () => {
  await openSecurity([makeCheck()], {
    prepare: (server) =>
      server.answer(getTenantDetails, makeDetails(contoso, { mfa: makeMfaCoverage(3) })),
  })
  const card = await screen.findByRole('region', { name: 'MFA coverage' })
  expect(card).toHaveTextContent('Partial (3 people not covered)')
  expect(card).toHaveTextContent('Guests: 1 of 2 covered.')
  expect(
    within(card).getByRole('link', { name: 'See who is not covered and why' }),
  ).toHaveAttribute('href', `/tenant/${contoso.id}?tab=security&people=notCovered`)
})

test('where the check of the policies passes and people are not covered, the card says why', async () => {
  const check = makeCheck({
    id: 'ca.mfa-all-users',
    title: 'MFA is required of everybody',
    verdict: 'passed',
    counts: { excluded: 3 },
  })
  await openSecurity([check])
  const note = await screen.findByRole('note', {
    name: 'Why the MFA verdict and the check differ',
  })
  expect(note).toHaveTextContent(
    'The MFA verdict is Partial. The check “MFA is required of everybody” is Passed.',
  )
  expect(note).toHaveTextContent('Excluded here: 3.')
})

test('a policy among the reasons of a person opens, and closing leads back to the person', async () => {
  const { server, user } = await open(coverageOf([adele]))
  server.answer(
    getTenantPolicy,
    makePolicyPage({ id: 'policy-legacy', displayName: 'Block legacy' }),
  )
  await user.click(await screen.findByRole('button', { name: 'Adele Vance' }))
  const person = await findDialog('5. Legacy sign-in')
  await user.click(within(person).getByText('Block legacy'))
  expect(await screen.findByText('Members reached')).toBeInTheDocument()
  expect(location.search).toContain('people=notCovered')
  expect(server.requestsTo(getTenantPolicy)[0]?.params['policyId']).toBe('policy-legacy')
  history.back()
  expect(await findDialog('5. Legacy sign-in')).toBeInTheDocument()
})

const openLinked = (person: TenantCoverage) =>
  openSecurity([makeCheck()], {
    person: viewer,
    search: '&people=notCovered&person=user-9',
    prepare: (server) =>
      server.answerWith(getTenantCoverage, ({ query }) =>
        query.get('userId') === null ? coverageOf([adele], { total: 60 }) : person,
      ),
  })

test('a link opens a person who is not on the first page, with the way to the licenses', async () => {
  const zoe = makeCovered({ userId: 'user-9', displayName: 'Zoe Ash' })
  const { server, user } = await openLinked(coverageOf([zoe]))
  const panel = await findDialog('Zoe Ash')
  expect(panel).toHaveTextContent('Excluded from MFA for all')
  const asked = server.requestsTo(getTenantCoverage).map(({ query }) => query.get('userId'))
  expect(asked).toEqual([null, 'user-9'])
  expect(
    within(panel)
      .getByText(/^Licenses and sign-in/u)
      .closest('a'),
  ).toHaveAttribute('href', `/tenant/${contoso.id}?tab=organization&person=user-9`)
  await user.click(await findButton('Close'))
  await waitFor(() => expect(location.search).toBe('?tab=security&people=notCovered'))
})

test('a link to a person without a coverage says so', async () => {
  await openLinked(coverageOf([]))
  expect(await findDialog('There is no coverage of this person')).toBeInTheDocument()
})
