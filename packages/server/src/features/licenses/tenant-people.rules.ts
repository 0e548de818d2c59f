import type { LicenseHolder, TenantUser } from '@tenantscope/contract/licenses'
import type { Selectable } from 'kysely'

import type { DirectoryTables } from '../../db/directory-tables.ts'

type UserRow = Selectable<DirectoryTables['directoryUsers']>

/** A stored user with the columns of the contract, and those that it shows under another name. */
export type PersonRow = Readonly<
  Pick<UserRow, (keyof TenantUser & keyof UserRow) | 'mail' | 'onPremisesSyncEnabled'>
> & {
  readonly name: string
  /** Indexes of the user's licenses in the requested list, from 1, in its order. */
  readonly held: readonly number[]
}

export type HolderRow = Omit<LicenseHolder, 'lastSignInAt'> & { readonly lastSignInAt: Date | null }

/** A visible SKU of a tenant with its shown name. */
export interface ShownSku {
  /** The id in lower case. */
  readonly key: string
  readonly skuId: string
  readonly name: string
}

/** `skus` in the order of the row's indexes. */
export function toTenantUser(row: PersonRow, skus: readonly ShownSku[]): TenantUser {
  const { mail, onPremisesSyncEnabled, held, ...shown } = row
  const licenses = held.flatMap((place) => skus[place - 1] ?? [])
  const isADSynced = onPremisesSyncEnabled === true
  return {
    ...shown,
    email: mail,
    isADSynced,
    isCloudOnly: !isADSynced,
    licenses: licenses.map(({ name }) => name),
    licenseSkuIds: licenses.map(({ skuId }) => skuId),
  }
}

export function toHolder({ lastSignInAt, ...row }: HolderRow): LicenseHolder {
  return { ...row, lastSignInAt: lastSignInAt?.toISOString() ?? null }
}
