import { ReportDocument } from '@tenantscope/contract/report-document'
import type { ReportLicense, ReportUser } from '@tenantscope/contract/report-document'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { compareReports } from './report-comparison.ts'

const license = (skuId: string, over: Partial<ReportLicense> = {}): ReportLicense => ({
  skuId,
  skuPartNumber: skuId.toUpperCase(),
  friendlyName: `Product ${skuId}`,
  licenseType: 'paid',
  enabledUnits: 10,
  consumedUnits: 5,
  availableUnits: 5,
  utilizationPercent: 50,
  utilization: 'Some Waste',
  reportedUsers: 1,
  price: null,
  removableSeats: null,
  monthlySavings: null,
  ...over,
})

const person = (
  id: string,
  held: readonly ReportLicense[],
  over: Partial<ReportUser> = {},
): ReportUser => ({
  id,
  displayName: `Name ${id}`,
  userPrincipalName: `${id}@contoso.example`,
  email: null,
  isGuest: false,
  isBlocked: false,
  assignedLicenses: held.map(({ friendlyName, skuPartNumber }) => ({
    friendlyName,
    skuPartNumber,
  })),
  ...over,
})

function report(licenses: readonly ReportLicense[], users: readonly ReportUser[]): ReportDocument {
  return ReportDocument.parse({
    schema: 'tenantscope/report',
    version: 1,
    reportType: 'user-license',
    isRedacted: false,
    tenant: { displayName: 'Contoso', id: 'contoso', defaultDomainName: null },
    createdAt: '2026-11-20T08:00:00.000Z',
    createdBy: 'Anna',
    timeZone: 'UTC',
    dataAsOf: '2026-11-20T07:00:00.000Z',
    summary: {
      totalUsers: users.length,
      totalLicenses: licenses.length,
      totalAssignments: users.flatMap(({ assignedLicenses }) => assignedLicenses).length,
    },
    licenses,
    users,
  })
}

const [e3, e5, teams] = [license('e3'), license('e5'), license('teams')]

test('licenses and people that came, went and changed are told apart, by name', () => {
  const more = license('e3', { enabledUnits: 12, reportedUsers: 2 })
  const before = report(
    [e3, e5],
    [person('anna', [e3]), person('bob', [e3, e5]), person('eve', [e5])],
  )
  const after = report(
    [more, teams],
    [person('anna', [more]), person('bob', [more, teams]), person('cora', [teams])],
  )
  expect(compareReports(before, after)).toEqual({
    summary: {
      totalUsers: { before: 3, after: 3 },
      totalLicenses: { before: 2, after: 2 },
      totalAssignments: { before: 4, after: 4 },
    },
    licenses: {
      added: [{ friendlyName: 'Product teams', skuPartNumber: 'TEAMS' }],
      removed: [{ friendlyName: 'Product e5', skuPartNumber: 'E5' }],
      changed: [
        {
          friendlyName: 'Product e3',
          skuPartNumber: 'E3',
          enabledUnits: { before: 10, after: 12 },
          consumedUnits: { before: 5, after: 5 },
          reportedUsers: { before: 1, after: 2 },
        },
      ],
    },
    users: {
      added: [
        {
          displayName: 'Name cora',
          userPrincipalName: 'cora@contoso.example',
          licenses: ['Product teams'],
        },
      ],
      removed: [
        {
          displayName: 'Name eve',
          userPrincipalName: 'eve@contoso.example',
          licenses: ['Product e5'],
        },
      ],
      changed: [
        {
          displayName: 'Name bob',
          userPrincipalName: 'bob@contoso.example',
          previousName: null,
          gained: ['Product teams'],
          lost: ['Product e5'],
        },
      ],
      unchanged: 1,
    },
  })
})

test('another name of a license or another spelling of its id is no gain and no loss', () => {
  const renamed = license('e3', { skuId: 'E3', friendlyName: 'Our E3' })
  const compared = compareReports(
    report([e3], [person('anna', [e3])]),
    report([renamed], [person('anna', [renamed])]),
  )
  expect(compared.licenses).toEqual({ added: [], removed: [], changed: [] })
  expect(compared.users).toEqual({ added: [], removed: [], changed: [], unchanged: 1 })
})

test('two licenses of one name are two: losing one of them is told', () => {
  const copy = license('e3-copy', {
    friendlyName: e3.friendlyName,
    skuPartNumber: e3.skuPartNumber,
  })
  const compared = compareReports(
    report([e3, copy], [person('anna', [e3, copy])]),
    report([e3, copy], [person('anna', [e3])]),
  )
  expect(compared.users.changed).toMatchObject([{ gained: [], lost: ['Product e3'] }])
})

test.each([
  [{ displayName: 'Anna Long' }, 'Name anna'],
  [{ userPrincipalName: 'anna.long@contoso.example' }, 'anna@contoso.example'],
  [{ userPrincipalName: null }, 'anna@contoso.example'],
])('a person who is now %o was %s', (over, previousName) => {
  const compared = compareReports(
    report([e3], [person('anna', [e3])]),
    report([e3], [person('anna', [e3], over)]),
  )
  expect(compared.users.changed).toMatchObject([{ previousName, gained: [], lost: [] }])
})

test('people of one name are different people', () => {
  const same = { displayName: 'Anna Long', userPrincipalName: null }
  const compared = compareReports(
    report([e3], [person('one', [e3], same), person('two', [e3], same)]),
    report([e3], [person('two', [e3], same), person('three', [e3], same)]),
  )
  expect(compared.users).toMatchObject({ added: [{}], removed: [{}], changed: [], unchanged: 1 })
})

const SKUS = ['a', 'b', 'c', 'd'].map((id) => license(id))
const anyReport = fc
  .dictionary(
    fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'),
    fc.record({
      held: fc.subarray(SKUS, { minLength: 1 }),
      displayName: fc.constantFrom('Anna', 'anna', 'Élodie', ''),
    }),
  )
  .map((people) => {
    const users = Object.entries(people).map(([id, { held, displayName }]) =>
      person(id, held, { displayName }),
    )
    const holders = (sku: ReportLicense): number =>
      users.filter(({ assignedLicenses }) =>
        assignedLicenses.some(({ skuPartNumber }) => skuPartNumber === sku.skuPartNumber),
      ).length
    const held = SKUS.map((sku) => ({ ...sku, reportedUsers: holders(sku) }))
    return report(
      held.filter(({ reportedUsers }) => reportedUsers > 0),
      users,
    )
  })

test('a report does not differ from itself', () => {
  fc.assert(
    fc.property(anyReport, (one) => {
      const { licenses, users } = compareReports(one, one)
      expect(licenses).toEqual({ added: [], removed: [], changed: [] })
      expect(users).toEqual({
        added: [],
        removed: [],
        changed: [],
        unchanged: one.users.length,
      })
    }),
  )
})

test('backwards, what came went and what was gained was lost', () => {
  fc.assert(
    fc.property(anyReport, anyReport, (one, other) => {
      const [there, back] = [compareReports(one, other), compareReports(other, one)]
      expect(back.licenses.added).toEqual(there.licenses.removed)
      expect(sortedTexts(back.users.added)).toEqual(sortedTexts(there.users.removed))
      expect(back.users.unchanged).toBe(there.users.unchanged)
      const turned = there.users.changed.map(({ userPrincipalName, gained, lost }) => ({
        userPrincipalName,
        gained: lost,
        lost: gained,
      }))
      const changed = back.users.changed.map(({ userPrincipalName, gained, lost }) => ({
        userPrincipalName,
        gained,
        lost,
      }))
      expect(sortedTexts(changed)).toEqual(sortedTexts(turned))
    }),
  )
})

test('everybody is in exactly one list, and the lists lead from one report to the other', () => {
  fc.assert(
    fc.property(anyReport, anyReport, (one, other) => {
      const { summary, users } = compareReports(one, other)
      const kept = users.changed.length + users.unchanged
      expect(users.removed.length + kept).toBe(summary.totalUsers.before)
      expect(users.added.length + kept).toBe(summary.totalUsers.after)
      const cameWith = users.added.flatMap(({ licenses }) => licenses).length
      const wentWith = users.removed.flatMap(({ licenses }) => licenses).length
      const gained = users.changed.flatMap((each) => each.gained).length
      const lost = users.changed.flatMap((each) => each.lost).length
      expect(summary.totalAssignments.after).toBe(
        summary.totalAssignments.before + cameWith - wentWith + gained - lost,
      )
    }),
  )
})

const sortedTexts = (items: readonly object[]): string[] =>
  items.map((item) => JSON.stringify(item)).toSorted()
