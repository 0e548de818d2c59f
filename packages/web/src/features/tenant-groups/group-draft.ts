import type { TenantId } from '@tenantscope/contract/ids'
import { TenantGroupInput } from '@tenantscope/contract/tenant-groups'
import type { TenantGroup } from '@tenantscope/contract/tenant-groups'

import { ApiError } from '../../lib/api-error.ts'

/** A group as it stands in the fields. */
export interface GroupDraft {
  name: string
  tenantIds: ReadonlySet<TenantId>
}

/** The fields of a group; of a new one (null) they are empty. */
export function draftOf(group: TenantGroup | null): GroupDraft {
  return { name: group?.name ?? '', tenantIds: new Set(group?.tenantIds) }
}

/** Whether there is something to save. */
export function isSameDraft(a: GroupDraft, b: GroupDraft): boolean {
  return a.name === b.name && areEqual(a.tenantIds, b.tenantIds)
}

function areEqual(a: ReadonlySet<TenantId>, b: ReadonlySet<TenantId>): boolean {
  return a.size === b.size && [...a].every((id) => b.has(id))
}

/** The group to save, or what is wrong with its name. */
export function readDraft({ name, tenantIds }: GroupDraft): TenantGroupInput | string {
  const read = TenantGroupInput.safeParse({ name, tenantIds: [...tenantIds] })
  return read.success ? read.data : (read.error.issues[0]?.message ?? '')
}

/** What the server says of the name; undefined where it is not the name's fault. */
export function nameProblemIn(error: unknown): string | undefined {
  const fields = error instanceof ApiError ? error.body?.fields : undefined
  return fields?.find(({ field }) => field === 'body.name')?.message
}
