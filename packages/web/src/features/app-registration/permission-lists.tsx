import type { ConsentCheck } from '@tenantscope/contract/azure'

import type { Permissions } from '../../lib/permissions.ts'
import { AdditionalPermissions } from './additional-permissions.tsx'
import { MoreThanNeeded } from './more-than-needed.tsx'
import { RequiredPermissions } from './required-permissions.tsx'
import { UnknownPermissions } from './unknown-permissions.tsx'

interface PermissionListsProps {
  registration: Permissions
  check: ConsentCheck | null
}

/** Every permission by name: what is needed, what is there besides, and what should not be. */
export function PermissionLists({ registration, check }: PermissionListsProps) {
  const { permissions, portalUrl } = registration
  const ofKind = (kind: string) => permissions.filter((each) => each.kind === kind)
  return (
    <>
      <RequiredPermissions permissions={ofKind('required')} check={check} />
      <MoreThanNeeded permissions={ofKind('moreThanNeeded')} />
      <UnknownPermissions permissions={ofKind('unknown')} portalUrl={portalUrl} />
      <AdditionalPermissions registration={registration} check={check} />
    </>
  )
}
