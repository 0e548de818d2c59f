import { licenseNameOf } from '@tenantscope/analysis/license-names'
import type { CallReply } from '@tenantscope/contract/endpoint'
import type {
  HolderKind,
  listLicenseHolders,
  listTenantLicenses,
  listTenantUsers,
} from '@tenantscope/contract/licenses'
import { LICENSE_HOLDERS, REFRESH } from '@tenantscope/contract/limits'
import { z } from 'zod'

import { AppError } from '../../lib/app-error.ts'
import type { Clock } from '../../lib/clock.ts'
import { pageCursor, placeOf } from '../../lib/page-cursor.ts'
import type { TenantAccess } from '../../lib/tenant-access.ts'
import { partNumberOf, skuKeyOf } from './licenses.rules.ts'
import type { ChosenSku } from './licenses.rules.ts'
import type { LicensesService } from './licenses.service.ts'
import type { ReadGeneration, TenantLicensesRepo } from './tenant-licenses.repo.ts'
import type { TenantPeopleRepo } from './tenant-people.repo.ts'
import { toHolder, toTenantUser } from './tenant-people.rules.ts'
import type { ShownSku } from './tenant-people.rules.ts'
import type { TenantSeatsService } from './tenant-seats.service.ts'

/** The start of a list's next page: its generation, and the number of users before it. */
const Cursor = z.strictObject({
  generationId: z.int().positive(),
  offset: z.int().positive().max(2_147_483_647),
})
type Cursor = z.infer<typeof Cursor>

export type TenantLicensesService = ReturnType<typeof createTenantLicensesService>

/** Provides the licenses of one tenant and their holders; hidden licenses are never returned. */
export function createTenantLicensesService(deps: {
  licenses: Pick<LicensesService, 'choices'>
  seats: Pick<TenantSeatsService, 'judgeOne'>
  repo: TenantLicensesRepo
  people: TenantPeopleRepo
  clock: Clock
}) {
  const { licenses, seats, repo, people, clock } = deps

  /** Returns the generation of the previous page while it is stored, else the current one. */
  async function generationFor(
    access: TenantAccess,
    cursor: Cursor | null,
  ): Promise<ReadGeneration | undefined> {
    if (cursor === null) return repo.findCurrent(access)
    const replacedAfter = new Date(clock.now().getTime() - READABLE_MS)
    const generation = await repo.findReadable(access, cursor.generationId, replacedAfter)
    if (generation === undefined)
      throw new AppError('CONFLICT', 'The list has changed. Please reload it.')
    return generation
  }

  /** Returns the visible SKUs that the tenant has or its users hold, by name. */
  async function shownSkus(access: TenantAccess, generationId: number): Promise<ShownSku[]> {
    const [seen, { listed, held }] = await Promise.all([
      licenses.choices(),
      repo.readSkuNames(access, generationId),
    ])
    const skuById = new Map(
      [
        ...held.map(({ skuId }) => ({ skuId, skuPartNumber: unlistedPartNumber(seen, skuId) })),
        // Later entries win: the tenant's own spelling and part number.
        ...listed,
      ].map((sku) => [sku.skuId.toLowerCase(), sku]),
    )
    const visible = [...skuById].filter(([key]) => seen.get(key)?.isVisible !== false)
    return visible
      .map(([key, sku]) => ({
        key,
        skuId: sku.skuId,
        name: licenseNameOf(sku, seen.get(key)?.friendlyName, seen.get(key)?.productName),
      }))
      .toSorted((a, b) => BY_NAME.compare(a.name, b.name) || (a.key < b.key ? -1 : 1))
  }

  return {
    async licensesOf(access: TenantAccess): Promise<CallReply<typeof listTenantLicenses>> {
      const generation = await repo.findCurrent(access)
      if (generation === undefined)
        return { licenses: [], hiddenLicenses: 0, dataAsOf: null, failure: null }
      const { generationId, dataAsOf, isInactive } = generation
      const [failure, usersFailure] = await Promise.all([
        repo.findFailure(access, generationId, 'licenses'),
        repo.findFailure(access, generationId, 'users'),
      ])
      const { visible, hiddenLicenses } = await seats.judgeOne({
        tenantId: access.tenantId,
        generationId,
        hasPeople: usersFailure === undefined,
        isInactive,
      })
      return {
        licenses: visible,
        hiddenLicenses,
        dataAsOf: dataAsOf.toISOString(),
        failure: failure ?? null,
      }
    },

    async usersOf(
      access: TenantAccess,
      page: { limit: number; cursor?: string | undefined },
    ): Promise<CallReply<typeof listTenantUsers>> {
      const cursor = page.cursor === undefined ? null : knownCursor(page.cursor)
      const generation = await generationFor(access, cursor)
      if (generation === undefined)
        return { users: [], total: 0, nextCursor: null, dataAsOf: null, failure: null }
      const { generationId, dataAsOf } = generation
      const offset = cursor?.offset ?? 0
      const [skus, failure] = await Promise.all([
        shownSkus(access, generationId),
        repo.findFailure(access, generationId, 'users'),
      ])
      const skuIds = skus.map(({ key }) => key)
      const read = await people.readPage(access, generationId, {
        skuIds,
        offset,
        limit: page.limit,
      })
      const end = offset + read.people.length
      const isMore = read.people.length > 0 && end < read.total
      return {
        users: read.people.map((person) => toTenantUser(person, skus)),
        total: read.total,
        nextCursor: isMore ? pageCursor({ generationId, offset: end }) : null,
        dataAsOf: dataAsOf.toISOString(),
        failure: failure ?? null,
      }
    },

    /** Returns no holders for a hidden or unknown SKU. */
    async holdersOf(
      access: TenantAccess,
      asked: { skuId: string; kind: HolderKind },
    ): Promise<CallReply<typeof listLicenseHolders>> {
      const skuId = skuKeyOf(asked.skuId)
      const [seen, generation, signIns] = await Promise.all([
        licenses.choices(),
        repo.findCurrent(access),
        people.findSignIns(access),
      ])
      const common = {
        dataAsOf: generation?.dataAsOf.toISOString() ?? null,
        signInsAsOf: signIns.asOf?.toISOString() ?? null,
      }
      if (generation === undefined || seen.get(skuId)?.isVisible === false)
        return { holders: [], total: 0, ...common }
      const { holders, total } = await people.readHolders(access, generation.generationId, {
        skuId,
        kind: asked.kind,
        limit: LICENSE_HOLDERS.shown,
        signInsId: signIns.readingId,
      })
      return { holders: holders.map(toHolder), total, ...common }
    },
  }
}

/** A little less than the sweep's delay, so that no data is deleted while it is read. */
const READABLE_MS = (REFRESH.oldGenerationMinutes - 1) * 60_000

const BY_NAME = new Intl.Collator('en')

function knownCursor(text: string): Cursor {
  const cursor = placeOf(Cursor, text)
  if (cursor !== undefined) return cursor
  const message = 'Not a valid page cursor'
  throw new AppError('BAD_REQUEST', `cursor ${message.toLowerCase()}`, {
    fields: [{ field: 'query.cursor', message }],
  })
}

function unlistedPartNumber(seen: ReadonlyMap<string, ChosenSku>, skuId: string): string {
  const sku = seen.get(skuId.toLowerCase())
  return sku === undefined ? '' : partNumberOf(sku)
}
