import { makeStyles, tokens } from '@fluentui/react-components'
import type { TenantListItem } from '@tenantscope/contract/tenants'

import { AccessLevelLabel } from '../../ui/access-level-label.tsx'
import { AccessMethodBadge } from '../../ui/access-method-badge.tsx'
import { accessHint, isToBeGranted } from './access-hint.ts'

const useStyles = makeStyles({
  access: { display: 'inline-flex', alignItems: 'center', gap: '8px', minWidth: 0 },
  grant: {
    display: 'inline-flex',
    minWidth: 0,
    padding: '4px 6px',
    margin: '-4px -6px',
    font: 'inherit',
    color: 'inherit',
    textDecorationLine: 'underline',
    textDecorationStyle: 'dotted',
    textUnderlineOffset: '3px',
    backgroundColor: 'transparent',
    border: 'none',
    borderRadius: tokens.borderRadiusMedium,
    cursor: 'pointer',
    ':hover': {
      backgroundColor: tokens.colorSubtleBackgroundHover,
      textDecorationStyle: 'solid',
    },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  verifying: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '6px',
    color: tokens.colorNeutralForeground2,
  },
  // Fluent's spinner costs more than the rest of a row together.
  spinner: {
    width: '10px',
    height: '10px',
    borderRadius: tokens.borderRadiusCircular,
    border: `2px solid ${tokens.colorNeutralStroke2}`,
    borderTopColor: tokens.colorCompoundBrandStroke,
    animationName: { to: { transform: 'rotate(1turn)' } },
    animationDuration: '1s',
    animationTimingFunction: 'linear',
    animationIterationCount: 'infinite',
  },
})

interface AccessCellProps {
  tenant: TenantListItem
  tabIndex: number
  /** A run under way is about to find out, or Microsoft has yet to show a consent. */
  isVerifying: boolean
  /** Null for people who may not. */
  onGrantConsent: ((tenant: TenantListItem) => void) | null
}

/** What the tenant allows and how it is reached; what is missing is named in the tooltip. */
export function AccessCell(props: AccessCellProps) {
  const { tenant, tabIndex, isVerifying, onGrantConsent } = props
  const styles = useStyles()
  if (isVerifying)
    return (
      <span className={styles.verifying}>
        <span className={styles.spinner} aria-hidden />
        Verifying...
      </span>
    )
  const label = (
    <AccessLevelLabel level={tenant.accessLevel} long={tenant.accessLevel !== 'unknown'} />
  )
  return (
    <span className={styles.access} title={accessHint(tenant)}>
      {onGrantConsent !== null && isToBeGranted(tenant) ? (
        <button
          type="button"
          className={styles.grant}
          aria-label={`Limited Access: grant consent for ${tenant.displayName}`}
          tabIndex={tabIndex}
          onClick={() => onGrantConsent(tenant)}
        >
          {label}
        </button>
      ) : (
        label
      )}
      <AccessMethodBadge method={tenant.accessMethod} />
    </span>
  )
}
