import { makeStyles, tokens, useRestoreFocusTarget } from '@fluentui/react-components'
import { Info20Regular } from '@fluentui/react-icons/svg/info'
import type { TenantListItem } from '@tenantscope/contract/tenants'

const useStyles = makeStyles({
  button: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    width: '32px',
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
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
})

interface DetailsButtonProps {
  tenant: TenantListItem
  tabIndex: number
  onShowDetails: (tenant: TenantListItem) => void
}

/** Opens a tenant's details, and has the focus again when they close. A bare button: every row has one. */
export function DetailsButton({ tenant, tabIndex, onShowDetails }: DetailsButtonProps) {
  const styles = useStyles()
  const restoreFocus = useRestoreFocusTarget()
  return (
    <button
      type="button"
      {...restoreFocus}
      className={styles.button}
      aria-label={`View details of ${tenant.displayName}`}
      title="View details"
      tabIndex={tabIndex}
      onClick={() => onShowDetails(tenant)}
    >
      <Info20Regular aria-hidden />
    </button>
  )
}
