import { Button } from '@fluentui/react-components'
import { ClipboardCheckmark20Regular } from '@fluentui/react-icons/svg/clipboard-checkmark'
import { useQuery } from '@tanstack/react-query'
import type { CheckId, TenantCheck } from '@tenantscope/contract/posture'
import { roleReaches } from '@tenantscope/contract/roles'
import type { TenantListItem } from '@tenantscope/contract/tenants'

import { useCurrentUser } from '../../../lib/current-user.ts'
import { lazyPart } from '../../../lib/load-part.ts'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { PageSpinner } from '../../../ui/page-spinner.tsx'
import { RETURNS_FOCUS } from '../../../ui/returns-focus.ts'
import { Text } from '../../../ui/text.tsx'
import { useLaterDialog } from '../../../ui/use-later-dialog.tsx'
import { ExceptionList } from './exception-list.tsx'
import { exceptionsQuery } from './posture.queries.ts'

const AcceptRiskDialog = lazyPart(
  async () => (await import('./accept-risk-dialog.tsx')).AcceptRiskDialog,
)

interface CheckExceptionsProps {
  tenant: TenantListItem
  checkId: CheckId
  found: TenantCheck | null
}

/** The exceptions that apply to a check of a tenant; a failed one can be accepted. */
export function CheckExceptions({ tenant, checkId, found }: CheckExceptionsProps) {
  const { role } = useCurrentUser()
  const query = useQuery(exceptionsQuery({ tenantId: tenant.id }))
  const { isOpen, onOpen, dialog } = useLaterDialog(
    ({ isOpen: isShown, onClose }) =>
      isShown &&
      found && (
        <AcceptRiskDialog tenant={tenant} checkId={checkId} found={found} onClose={onClose} />
      ),
  )
  const applying = (query.data ?? []).filter((each) => each.isActive && each.checkId === checkId)
  return (
    <>
      {query.isPending && <PageSpinner text="Loading accepted risks..." />}
      {query.isLoadingError && (
        <LoadFailed title="The accepted risks could not be loaded" query={query} />
      )}
      {query.data && applying.length === 0 && <Text muted>No risk of this check is accepted.</Text>}
      <ExceptionList exceptions={applying} />
      {found?.verdict === 'failed' && roleReaches(role, 'technician') && (
        <div>
          <Button
            {...RETURNS_FOCUS}
            icon={<ClipboardCheckmark20Regular />}
            aria-expanded={isOpen}
            onClick={onOpen}
          >
            Accept the risk
          </Button>
        </div>
      )}
      {dialog}
    </>
  )
}
