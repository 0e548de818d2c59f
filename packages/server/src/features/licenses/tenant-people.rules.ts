import type { LicenseHolder, TenantUser } from '@tenantscope/contract/licenses'

export interface PersonRow {
  readonly id: string
  readonly displayName: string | null
  readonly userPrincipalName: string | null
  readonly mail: string | null
  readonly name: string
  readonly onPremisesSyncEnabled: boolean | null
  readonly userType: string | null
  readonly accountEnabled: boolean | null
  /** Places of their licenses in the list that was asked for, from 1, in its order. */
  readonly held: readonly number[]
}

export interface HolderRow {
  readonly id: string
  readonly name: string
  readonly userPrincipalName: string | null
  readonly accountEnabled: boolean | null
  readonly userType: string | null
  readonly isDirectlyAssigned: boolean
  readonly groups: string[]
  readonly lastSignInAt: Date | null
}

/** A visible SKU of a tenant under the name it is shown by. */
export interface ShownSku {
  /** The id in lower case. */
  readonly key: string
  readonly skuId: string
  readonly name: string
}

/** `skus` in the order of the places that the row names. */
export function toTenantUser(row: PersonRow, skus: readonly ShownSku[]): TenantUser {
  const held = row.held.flatMap((place) => skus[place - 1] ?? [])
  const isADSynced = row.onPremisesSyncEnabled === true
  return {
    id: row.id,
    displayName: row.displayName,
    userPrincipalName: row.userPrincipalName,
    name: row.name,
    email: row.mail,
    isADSynced,
    isCloudOnly: !isADSynced,
    userType: row.userType,
    accountEnabled: row.accountEnabled,
    licenses: held.map(({ name }) => name),
    licenseSkuIds: held.map(({ skuId }) => skuId),
  }
}

export function toHolder(row: HolderRow): LicenseHolder {
  return {
    id: row.id,
    name: row.name,
    userPrincipalName: row.userPrincipalName,
    accountEnabled: row.accountEnabled,
    userType: row.userType,
    isDirectlyAssigned: row.isDirectlyAssigned,
    groups: row.groups,
    lastSignInAt: row.lastSignInAt?.toISOString() ?? null,
  }
}
