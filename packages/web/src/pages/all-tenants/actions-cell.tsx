import { makeStyles, tokens } from '@fluentui/react-components'
import type { FluentIcon } from '@fluentui/react-icons'
import { DocumentData20Regular } from '@fluentui/react-icons/svg/document-data'
import { Info20Regular } from '@fluentui/react-icons/svg/info'
import { MoreHorizontal20Regular } from '@fluentui/react-icons/svg/more-horizontal'
import { Settings20Regular } from '@fluentui/react-icons/svg/settings'
import type { TenantListItem } from '@tenantscope/contract/tenants'
import type { ComponentProps } from 'react'

import { RETURNS_FOCUS } from '../../ui/returns-focus.ts'
import { canReport } from './use-row-actions.ts'
import type { RowActions } from './use-row-actions.ts'

const useStyles = makeStyles({
  button: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    flexShrink: 0,
    // Three buttons fit side by side when all columns are shown; touch needs more.
    width: '28px',
    '@media (max-width: 559px)': { width: '32px' },
    height: '32px',
    padding: 0,
    border: 'none',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: 'transparent',
    color: tokens.colorNeutralForeground2,
    cursor: 'pointer',
    ':hover': {
      backgroundColor: tokens.colorSubtleBackgroundHover,
      color: tokens.colorNeutralForeground2BrandHover,
    },
    '&[aria-disabled="true"]': {
      cursor: 'not-allowed',
      color: tokens.colorNeutralForegroundDisabled,
      backgroundColor: 'transparent',
    },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
})

interface ActionsCellProps {
  tenant: TenantListItem
  tabIndex: number
  /** One button with a menu, where fingers need the room. */
  isFolded: boolean
  actions: RowActions
}

/** The actions for one tenant. */
export function ActionsCell({ tenant, tabIndex, isFolded, actions }: ActionsCellProps) {
  const isReportable = canReport(tenant)
  const { displayName } = tenant
  if (isFolded)
    return (
      <RowButton
        Icon={MoreHorizontal20Regular}
        tabIndex={tabIndex}
        aria-label={`Actions for ${displayName}`}
        aria-haspopup="menu"
        title="Actions"
        onClick={(event) => actions.showMenu(tenant, event.currentTarget)}
      />
    )
  return (
    <>
      <RowButton
        Icon={DocumentData20Regular}
        tabIndex={tabIndex}
        aria-label={`Run report for ${displayName}`}
        // A disabled button stays in the tab order; its title names the reason.
        aria-disabled={!isReportable}
        title={isReportable ? 'Run report' : NOT_READ}
        onClick={() => isReportable && actions.runReport(tenant)}
      />
      <RowButton
        Icon={Info20Regular}
        tabIndex={tabIndex}
        aria-label={`View details of ${displayName}`}
        title="View details"
        onClick={() => actions.showDetails(tenant)}
      />
      <RowButton
        Icon={Settings20Regular}
        tabIndex={tabIndex}
        aria-label={`Settings of ${displayName}`}
        title="Settings"
        onClick={() => actions.showSettings(tenant)}
      />
    </>
  )
}

const NOT_READ = 'There is nothing to report: this tenant has not been read yet'

type RowButtonProps = Omit<ComponentProps<'button'>, 'className' | 'type'> & { Icon: FluentIcon }

/** An icon button of a row, which gets the focus back. A plain element, since every row has some. */
function RowButton({ Icon, ...props }: RowButtonProps) {
  const styles = useStyles()
  return (
    <button type="button" {...RETURNS_FOCUS} className={styles.button} {...props}>
      <Icon aria-hidden />
    </button>
  )
}
