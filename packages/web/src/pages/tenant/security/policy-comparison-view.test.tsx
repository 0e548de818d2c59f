import { getTenantCoverage } from '@tenantscope/contract/coverage'
import { compareTenantPolicies } from '@tenantscope/contract/policy-comparison'
import type { PolicyComparison } from '@tenantscope/contract/policy-comparison'
import { getTenantPolicy } from '@tenantscope/contract/policy-page'
import { listTenants } from '@tenantscope/contract/tenants'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { findDialog } from '../../../testing/dialogs.ts'
import type { FakeServer } from '../../../testing/fake-server.ts'
import { contoso, openSecurity } from '../../../testing/open-security.ts'
import { viewer } from '../../../testing/people.ts'
import { listOf } from '../../../testing/tenant-lists.ts'
import { coverageOf, makeCheck, makePolicyPage } from '../../../testing/tenant-posture.ts'
import { makeTenant } from '../../../testing/tenants.ts'

const fabrikam = makeTenant({ displayName: 'Fabrikam', defaultDomainName: 'fabrikam.com' })
const READ = { dataAsOf: '2026-11-20T09:00:00.000Z', isRead: true, malformed: 0 }
const headOf = (id: string, displayName: string) => ({ id, displayName, state: 'enabled' })

const COMPARISON: PolicyComparison = {
  here: { tenantId: contoso.id, displayName: 'Contoso', ...READ },
  there: { tenantId: fabrikam.id, displayName: 'Fabrikam', ...READ },
  policies: {
    pairs: [
      {
        here: headOf('h1', 'MFA for all'),
        there: headOf('t1', 'MFA for all'),
        matchedBy: 'name',
        differences: [
          { aspect: 'excluded', here: ['Groups: Break glass'], there: [] },
          { aspect: 'state', here: ['Enabled'], there: ['Report Only'] },
        ],
        notCompared: ['controls'],
      },
      {
        here: headOf('h2', 'Block legacy'),
        there: headOf('t2', 'CA002'),
        matchedBy: 'settings',
        differences: [],
        notCompared: [],
      },
    ],
    onlyHere: [
      {
        ...headOf('h3', 'Admins'),
        lines: ['Roles: Global Administrator'],
      },
    ],
    onlyThere: [{ ...headOf('t3', 'Guests'), lines: [] }],
  },
}

const open = (
  compareWith: string,
  prepare: (server: FakeServer) => void = (server) =>
    server.answer(compareTenantPolicies, COMPARISON),
) =>
  openSecurity([makeCheck()], {
    person: viewer,
    search: `&compareWith=${compareWith}`,
    prepare: (server) => {
      server.answer(listTenants, listOf([contoso, fabrikam]))
      server.answer(getTenantCoverage, coverageOf([]))
      prepare(server)
    },
  })

const findCard = (name: string) => screen.findByRole('region', { name })

test('the tab leads to a comparison with a tenant that is chosen, at an address of its own', async () => {
  const { server, user } = await openSecurity([makeCheck()], {
    person: viewer,
    prepare: (each) => each.answer(listTenants, listOf([contoso, fabrikam])),
  })
  server.answer(compareTenantPolicies, COMPARISON)
  await user.click(
    await screen.findByRole('link', { name: 'Compare policies with another tenant' }),
  )
  const box = await screen.findByRole('combobox', { name: 'Tenant to compare with' })
  await user.click(box)
  const names = screen.getAllByRole('option').map(({ textContent }) => textContent)
  expect(names).toEqual(['Fabrikam (fabrikam.com)'])
  await user.click(screen.getByRole('option', { name: /^Fabrikam/u }))
  expect(await findCard('In both tenants, with differences (1)')).toBeInTheDocument()
  expect(location.search).toBe(`?tab=security&compareWith=${fabrikam.id}`)
  const [asked] = server.requestsTo(compareTenantPolicies)
  expect([asked?.params['tenantId'], asked?.query.get('compareWith')]).toEqual([
    contoso.id,
    fabrikam.id,
  ])
  history.back()
  await waitFor(() => expect(location.search).toMatch(/compareWith=(?:%22%22)?$/u))
})

test('differences are side by side, in words, with what could not be compared', async () => {
  await open(fabrikam.id)
  const card = await findCard('In both tenants, with differences (1)')
  const table = within(card).getByRole('table')
  const heads = within(table).getAllByRole('columnheader')
  expect(heads.map(({ textContent }) => textContent)).toEqual(['Setting', 'Contoso', 'Fabrikam'])
  const rows = within(table).getAllByRole('row').slice(1)
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'ExcludedGroups: Break glassNone',
    'StateEnabledReport Only',
  ])
  expect(card).toHaveTextContent('Not compared completely: Controls')
})

test('policies of one tenant alone, and those without a difference, are listed', async () => {
  await open(fabrikam.id)
  expect(await findCard('Only in Contoso (1)')).toHaveTextContent(
    'AdminsEnabledRoles: Global Administrator',
  )
  const there = within(await findCard('Only in Fabrikam (1)'))
  expect(there.getByRole('link', { name: 'Guests' })).toHaveAttribute(
    'href',
    `/tenant/${fabrikam.id}?tab=security&policy=t3`,
  )
  expect(await findCard('In both tenants, no difference found (1)')).toHaveTextContent(
    'Block legacyIn Fabrikam: CA002, with the same users, resources, conditions and controls',
  )
})

test('a policy opens over the comparison, and back closes it', async () => {
  const { server, user } = await open(fabrikam.id)
  server.answer(getTenantPolicy, makePolicyPage({ id: 'h3', displayName: 'Admins' }))
  await user.click(await screen.findByRole('link', { name: 'Admins' }))
  expect(await findDialog('Members reached')).toBeInTheDocument()
  expect(location.search).toBe(`?tab=security&compareWith=${fabrikam.id}&policy=h3`)
  history.back()
  await waitFor(() => expect(location.search).not.toContain('policy='))
  expect(await findCard('Only in Contoso (1)')).toBeInTheDocument()
})

test('a tenant whose policies are not known is named, and nothing is compared', async () => {
  const unread = { ...COMPARISON.there, isRead: false, dataAsOf: null }
  const here = { ...COMPARISON.here, malformed: 2 }
  await open(fabrikam.id, (server) =>
    server.answer(compareTenantPolicies, { here, there: unread, policies: null }),
  )
  expect(await screen.findByText('The policies of Fabrikam are not known')).toBeInTheDocument()
  expect(screen.getByText('2 policies of Contoso could not be read')).toBeInTheDocument()
  expect(screen.queryByText(/Only in/u)).not.toBeInTheDocument()
})

test('a tenant that the reader may not see is answered as one that does not exist', async () => {
  await open('someone-else', (server) =>
    server.refuse(compareTenantPolicies, {
      status: 404,
      code: 'NOT_FOUND',
      message: 'Tenant not found',
    }),
  )
  expect(await screen.findByText('There is no such tenant')).toBeInTheDocument()
})

test('a comparison that failed can be tried again', async () => {
  const { server, user } = await open(fabrikam.id, (each) =>
    each.refuse(compareTenantPolicies, { status: 500, code: 'INTERNAL', message: 'Broken.' }),
  )
  await screen.findByText('The policies could not be compared')
  server.answer(compareTenantPolicies, COMPARISON)
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await findCard('Only in Contoso (1)')).toBeInTheDocument()
})

test('two tenants without a policy are said', async () => {
  const policies = { pairs: [], onlyHere: [], onlyThere: [] }
  await open(fabrikam.id, (server) =>
    server.answer(compareTenantPolicies, { ...COMPARISON, policies }),
  )
  expect(
    await screen.findByText('Neither tenant has a Conditional Access policy'),
  ).toBeInTheDocument()
})
