import { makeStyles, tokens } from '@fluentui/react-components'
import type { AccessMethod } from '@tenantscope/contract/tenants'

const NAMES = { csp: 'CSP', direct: 'Direct' } as const

const useStyles = makeStyles({
  badge: {
    flexShrink: 0,
    padding: '0 6px',
    fontSize: tokens.fontSizeBase100,
    lineHeight: '16px',
    fontWeight: tokens.fontWeightSemibold,
    color: tokens.colorNeutralForeground2,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusCircular,
  },
})

/** Shows how the tenant is reached; nothing while that is unknown. */
export function AccessMethodBadge({ method }: { method: AccessMethod }) {
  const styles = useStyles()
  if (method === 'unknown') return null
  return <span className={styles.badge}>{NAMES[method]}</span>
}
