import { DocumentData20Regular } from '@fluentui/react-icons/svg/document-data'
import { Info20Regular } from '@fluentui/react-icons/svg/info'
import { MoreHorizontal20Regular } from '@fluentui/react-icons/svg/more-horizontal'
import { Settings20Regular } from '@fluentui/react-icons/svg/settings'
import type { TenantListItem } from '@tenantscope/contract/tenants'

import { canReport } from './row-actions.ts'
import type { RowActions } from './row-actions.ts'
import { RowButton } from './row-button.tsx'

interface ActionsCellProps {
  tenant: TenantListItem
  tabIndex: number
  /** One button with a menu, where fingers need the room. */
  isFolded: boolean
  actions: RowActions
}

/** What can be done with one tenant. */
export function ActionsCell({ tenant, tabIndex, isFolded, actions }: ActionsCellProps) {
  if (isFolded)
    return (
      <RowButton
        tabIndex={tabIndex}
        aria-label={`Actions for ${tenant.displayName}`}
        aria-haspopup="menu"
        title="Actions"
        onClick={(event) => actions.showMenu(tenant, event.currentTarget)}
      >
        <MoreHorizontal20Regular aria-hidden />
      </RowButton>
    )
  const isReportable = canReport(tenant)
  return (
    <>
      <RowButton
        tabIndex={tabIndex}
        aria-label={`Run report for ${tenant.displayName}`}
        // It stays in the tab order and says why.
        aria-disabled={!isReportable}
        title={isReportable ? 'Run report' : NOT_READ}
        onClick={() => isReportable && actions.runReport(tenant)}
      >
        <DocumentData20Regular aria-hidden />
      </RowButton>
      <RowButton
        tabIndex={tabIndex}
        aria-label={`View details of ${tenant.displayName}`}
        title="View details"
        onClick={() => actions.showDetails(tenant)}
      >
        <Info20Regular aria-hidden />
      </RowButton>
      <RowButton
        tabIndex={tabIndex}
        aria-label={`Settings of ${tenant.displayName}`}
        title="Settings"
        onClick={() => actions.showSettings(tenant)}
      >
        <Settings20Regular aria-hidden />
      </RowButton>
    </>
  )
}

const NOT_READ = 'There is nothing to report: this tenant has not been read yet'
