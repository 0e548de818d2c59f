import type {
  LicenseReport,
  ReportLicense,
  ReportUser,
} from '@tenantscope/contract/report-document'
import type { ReportComparison } from '@tenantscope/contract/reports'

/** The differences of two reports, without their identity. */
export type ReportDifferences = Omit<ReportComparison, 'before' | 'after'>

type Change = ReportDifferences['summary']['totalUsers']

/** Compares two reports; licenses and users are matched by id, so a rename is a change of the same user. */
export function compareReports(before: LicenseReport, after: LicenseReport): ReportDifferences {
  const changeOf = (name: keyof LicenseReport['summary']): Change => ({
    before: before.summary[name],
    after: after.summary[name],
  })
  return {
    summary: {
      totalUsers: changeOf('totalUsers'),
      totalLicenses: changeOf('totalLicenses'),
      totalAssignments: changeOf('totalAssignments'),
    },
    licenses: compareLicenses(before.licenses, after.licenses),
    users: compareUsers(before, after),
  }
}

const NAMES = new Intl.Collator('en')

function compareLicenses(
  before: readonly ReportLicense[],
  after: readonly ReportLicense[],
): ReportDifferences['licenses'] {
  const { added, removed, kept } = paired(before, after, licenseKey)
  const changed = kept.flatMap(([was, is]) => {
    const changeOf = (figure: 'enabledUnits' | 'consumedUnits' | 'reportedUsers'): Change => ({
      before: was[figure],
      after: is[figure],
    })
    const figures = {
      enabledUnits: changeOf('enabledUnits'),
      consumedUnits: changeOf('consumedUnits'),
      reportedUsers: changeOf('reportedUsers'),
    }
    const isSame = Object.values(figures).every((figure) => figure.before === figure.after)
    return isSame ? [] : [{ ...named(is), ...figures }]
  })
  return {
    added: byLicenseName(added.map(named)),
    removed: byLicenseName(removed.map(named)),
    changed: byLicenseName(changed),
  }
}

const named = ({ friendlyName, skuPartNumber }: ReportLicense) => ({
  friendlyName,
  skuPartNumber,
})

const byLicenseName = <Item extends { friendlyName: string }>(items: readonly Item[]): Item[] =>
  items.toSorted((a, b) => NAMES.compare(a.friendlyName, b.friendlyName))

function compareUsers(before: LicenseReport, after: LicenseReport): ReportDifferences['users'] {
  const { added, removed, kept } = paired(before.users, after.users, userKey)
  const [heldBefore, heldAfter] = [heldBy(before.licenses), heldBy(after.licenses)]
  const changed = kept.flatMap(([was, is]) => {
    const [had, has] = [heldBefore(was), heldAfter(is)]
    const gained = namesWithout(has, had)
    const lost = namesWithout(had, has)
    const previousName = previousNameOf(was, is)
    const isSame = gained.length === 0 && lost.length === 0 && previousName === null
    const { displayName, userPrincipalName } = is
    return isSame ? [] : [{ displayName, userPrincipalName, previousName, gained, lost }]
  })
  return {
    added: byUserName(added.map(listedUser)),
    removed: byUserName(removed.map(listedUser)),
    changed: byUserName(changed),
    unchanged: kept.length - changed.length,
  }
}

const byUserName = <Item extends { displayName: string }>(items: readonly Item[]): Item[] =>
  items.toSorted((a, b) => NAMES.compare(a.displayName, b.displayName))

const listedUser = ({ displayName, userPrincipalName, assignedLicenses }: ReportUser) => ({
  displayName,
  userPrincipalName,
  licenses: assignedLicenses.map(({ friendlyName }) => friendlyName),
})

/** Returns the previous name, else the previous address; null when both are unchanged or none was stored. */
function previousNameOf(was: ReportUser, is: ReportUser): string | null {
  if (was.displayName !== is.displayName) return was.displayName
  return was.userPrincipalName === is.userPrincipalName ? null : was.userPrincipalName
}

type Held = ReportUser['assignedLicenses'][number]

/**
 * Returns a user's license names keyed by license. Assigned licenses have no id in reports, so it is
 * taken from the report's list, since names may change between reports. Licenses that share both names
 * are matched in their order.
 */
function heldBy(licenses: readonly ReportLicense[]): (user: ReportUser) => Map<string, string> {
  const keysByNames = Map.groupBy(licenses, namesKey)
  return ({ assignedLicenses }) => {
    const seen = new Map<string, number>()
    return new Map(
      assignedLicenses.map((held) => {
        const names = namesKey(held)
        const index = seen.get(names) ?? 0
        seen.set(names, index + 1)
        const license = keysByNames.get(names)?.[index]
        return [
          license === undefined ? `${names} ${index}` : licenseKey(license),
          held.friendlyName,
        ]
      }),
    )
  }
}

const namesWithout = (
  held: ReadonlyMap<string, string>,
  others: ReadonlyMap<string, string>,
): string[] => Array.from(held).flatMap(([key, name]) => (others.has(key) ? [] : [name]))

const namesKey = ({ friendlyName, skuPartNumber }: Held): string =>
  JSON.stringify([friendlyName, skuPartNumber])

/** Only shared reports have no ids, and those are not compared. */
const licenseKey = ({ skuId, ...license }: ReportLicense): string =>
  skuId?.toLowerCase() ?? namesKey(license)
const userKey = ({ id, userPrincipalName, displayName }: ReportUser): string =>
  id ?? userPrincipalName ?? displayName

/** Returns the items that were added, removed and kept. */
function paired<Item>(
  before: readonly Item[],
  after: readonly Item[],
  keyOf: (item: Item) => string,
): { added: Item[]; removed: Item[]; kept: [Item, Item][] } {
  const left = new Map(before.map((item) => [keyOf(item), item]))
  const added: Item[] = []
  const kept: [Item, Item][] = []
  for (const item of after) {
    const was = left.get(keyOf(item))
    if (was === undefined) added.push(item)
    else kept.push([was, item])
    left.delete(keyOf(item))
  }
  return { added, removed: [...left.values()], kept }
}
