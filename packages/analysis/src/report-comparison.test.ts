import { LicenseReport } from '@tenantscope/contract/report-document'
import type { ReportLicense, ReportUser } from '@tenantscope/contract/report-document'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { compareReports } from './report-comparison.ts'
import { reportLicense } from './testing/report-license.ts'

const license = (skuId: string, over: Partial<ReportLicense> = {}): ReportLicense =>
  reportLicense({
    skuId,
    skuPartNumber: skuId.toUpperCase(),
    friendlyName: `Product ${skuId}`,
    ...over,
  })

const user = (
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

function report(licenses: readonly ReportLicense[], users: readonly ReportUser[]): LicenseReport {
  return LicenseReport.parse({
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

test('added, removed and changed licenses and users are listed separately, by name', () => {
  const more = license('e3', { enabledUnits: 120, reportedUsers: 2 })
  const before = report([e3, e5], [user('anna', [e3]), user('bob', [e3, e5]), user('eve', [e5])])
  const after = report(
    [more, teams],
    [user('anna', [more]), user('bob', [more, teams]), user('cora', [teams])],
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
          enabledUnits: { before: 100, after: 120 },
          consumedUnits: { before: 70, after: 70 },
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

test('a renamed license or another spelling of its id is neither gained nor lost', () => {
  const renamed = license('e3', { skuId: 'E3', friendlyName: 'Our E3' })
  const compared = compareReports(
    report([e3], [user('anna', [e3])]),
    report([renamed], [user('anna', [renamed])]),
  )
  expect(compared.licenses).toEqual({ added: [], removed: [], changed: [] })
  expect(compared.users).toEqual({ added: [], removed: [], changed: [], unchanged: 1 })
})

test('losing one of two licenses with the same name is reported', () => {
  const copy = license('e3-copy', {
    friendlyName: e3.friendlyName,
    skuPartNumber: e3.skuPartNumber,
  })
  const compared = compareReports(
    report([e3, copy], [user('anna', [e3, copy])]),
    report([e3, copy], [user('anna', [e3])]),
  )
  expect(compared.users.changed).toMatchObject([{ gained: [], lost: ['Product e3'] }])
})

test.each([
  [{ displayName: 'Anna Long' }, 'Name anna'],
  [{ userPrincipalName: 'anna.long@contoso.example' }, 'anna@contoso.example'],
  [{ userPrincipalName: null }, 'anna@contoso.example'],
])('a user who is now %o was %s', (over, previousName) => {
  const compared = compareReports(
    report([e3], [user('anna', [e3])]),
    report([e3], [user('anna', [e3], over)]),
  )
  expect(compared.users.changed).toMatchObject([{ previousName, gained: [], lost: [] }])
})

test('users with the same name are different users', () => {
  const same = { displayName: 'Anna Long', userPrincipalName: null }
  const compared = compareReports(
    report([e3], [user('one', [e3], same), user('two', [e3], same)]),
    report([e3], [user('two', [e3], same), user('three', [e3], same)]),
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
      user(id, held, { displayName }),
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

test('in reverse order, added becomes removed and gained becomes lost', () => {
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

test('every user is in exactly one list, and the lists turn one report into the other', () => {
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
